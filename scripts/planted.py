#!/usr/bin/env python3
"""Plants one-line faults in cJSON, zlib and libyaml, one at a time, and tests the function that shows each.

    scripts/planted.py [TEXT] [--acute PROGRAM] [--sources FOLDER] [--time SECONDS]   faults whose name contains TEXT
    scripts/planted.py --native                 shows each fault by a sanitizer of clang instead, without acute
    scripts/planted.py --unchanged              tests the same functions without a fault: what is found is no planted one

The table is crates/cli/benches/planted/faults.txt. A fault counts as found where a finding of its kind with the
confidence `bug` stands at one of its places; the exit code is 1 where fewer than half are found (with --native: where
one is not). The sources come from Debian's archive unless --sources names a folder with the unpacked packages.
"""
import argparse
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "crates" / "cli" / "benches" / "planted" / "faults.txt"
# The folder of the C files, flags of the compiler with {} for the source, and the header of the public functions.
LIBRARIES = {
    "cjson": ("", [], "cJSON.h"),
    "zlib": ("", ["-DHAVE_UNISTD_H", "-DHAVE_HIDDEN", "-Wno-deprecated-non-prototype"], "zlib.h"),
    "libyaml": ("src", ["-I{}/include", "-I{}/src", '-DYAML_VERSION_STRING="0.2.5"', "-DYAML_VERSION_MAJOR=0",
                        "-DYAML_VERSION_MINOR=2", "-DYAML_VERSION_PATCH=5"], "yaml.h"),
}


def check_units():
    """The script that knows how sanitizers report each kind."""
    spec = importlib.util.spec_from_file_location("check_units", ROOT / "scripts" / "check-units.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def faults():
    """The faults of the table: their words, and hunks of (file, lines)."""
    found = []
    for line in TABLE.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if line.startswith("#") or not line:
            continue
        if word == "fault":
            found.append({"fault": rest, "hunks": []})
        elif word in ("library", "files", "test", "kind", "call"):
            found[-1][word] = rest
        elif word == "file":
            found[-1]["hunks"].append((rest, []))
        elif line[0] in " -+!*":
            found[-1]["hunks"][-1][1].append((line[0], line[1:]))
        else:
            raise SystemExit(f"{TABLE}: `{line}` is not understood")
    return found


def plant(fault, folder):
    """Changes the copy of a library; the places where the fault may be reported."""
    places = []
    # A hunk that changes a line moves those below: places are looked for in the changed files.
    hunks = sorted(fault["hunks"], key=lambda h: not any(sign in "-+*" for sign, _ in h[1]))
    for file, hunk in hunks:
        path = folder / file
        lines = path.read_text(errors="surrogateescape").splitlines()
        old = [text.strip() for sign, text in hunk if sign not in "+*"]
        at = [k for k in range(len(lines)) if [l.strip() for l in lines[k:k + len(old)]] == old]
        if len(at) != 1:
            raise SystemExit(f"{fault['fault']}: lines of {file} occur {len(at)} times: {old[0]}")
        new = [(sign, text) for sign, text in hunk if sign != "-"]
        lines[at[0]:at[0] + len(old)] = [text for _, text in new]
        places += [(file, at[0] + k + 1) for k, (sign, _) in enumerate(new) if sign in "!*"]
        path.write_text("\n".join(lines) + "\n", errors="surrogateescape")
    return places


def fetched(folder):
    """Unpacks the packages from Debian's archive, from where the machine takes its binary packages."""
    (folder / "lists" / "partial").mkdir(parents=True)
    form = ["--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages", "Origin: Debian"]
    targets = subprocess.run(["apt-get", "indextargets", *form], capture_output=True, text=True, check=True).stdout
    lines = sorted({f"deb-src {t}\n" for t in targets.splitlines() if "-security " not in t})
    (folder / "sources.list").write_text("".join(lines))
    apt = ["apt-get", "-q", "-o", f"Dir::Etc::sourcelist={folder}/sources.list", "-o", "Dir::Etc::sourceparts=-", "-o",
           f"Dir::State::lists={folder}/lists", "-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=",
           "-o", "APT::Sandbox::User=root"]
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([*apt, "update"], **quiet)
    for library in LIBRARIES:
        subprocess.run([*apt, "source", "--only-source", library], cwd=folder, **quiet)
    return folder


def source(folder, library):
    found = [p for p in sorted(folder.glob(f"{library}-*")) if p.is_dir()]
    if not found:
        raise SystemExit(f"{folder} has no folder {library}-VERSION")
    return found[0]


def paths(fault, below):
    return [str(TABLE.parent / f[2:]) if f.startswith("./") else str(below / f) for f in fault["files"].split()]


def test(fault, below, flags, acute, seconds, folder):
    """The findings of acute, and how it ended."""
    out = folder / "out"
    command = [acute, "test", *paths(fault, below), "--function", fault["test"], "--time", str(seconds), "--jobs", "1",
               "--out", str(out), "--", *flags]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    summary = out / "summary.json"
    rows = json.loads(summary.read_text())["functions"] if summary.exists() else []
    if not rows or rows[0]["outcome"] == "error":
        return [], f"does not run: {(done.stderr or done.stdout).strip()[:300]}"
    row = rows[0]
    return row["bugs"], f"{row['outcome']}, {row['executions']} runs"


def found_by_acute(fault, places, below, flags, options, folder):
    bugs, ended = test(fault, below, flags, options.acute, options.time, folder)
    is_it = [b["kind"] == fault["kind"] and (pathlib.Path(b["file"]).name, b["line"]) in places for b in bugs]
    if any(here and b["confidence"] == "bug" for here, b in zip(is_it, bugs)):
        return True, ended
    listed = [f"{b['confidence']} {b['kind']} {pathlib.Path(b['file']).name}:{b['line']}" for b in bugs]
    return False, "; ".join([ended, *listed])


def found_natively(fault, places, below, flags, header, tools, folder):
    build = "memory" if fault["kind"] == "uninitialized" else "address"
    driver, program = folder / "driver.c", folder / "driver"
    text = tools.DRIVER % (f"static void call_0(void) {{ {fault['call']}; }}", "call_0", tools.SECONDS)
    driver.write_text(f"#include <string.h>\n#include <{header}>\nint scan_text(const unsigned char *, unsigned);\n{text}")
    command = [tools.CLANG, "-g", "-O0", "-w", f"-I{below}", *flags, *tools.BUILDS[build], str(driver),
               *paths(fault, below), "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return False, done.stderr[:600]
    said = tools.report(program, 0, fault["kind"])
    lines = {(pathlib.Path(f).name, int(n)) for f, n in re.findall(r"([\w./-]+\.c):(\d+)", said)}
    if re.search(tools.REPORTS[fault["kind"]], said) and (lines & set(places) or not places):
        return True, tools.head(said).split("Sanitizer: ")[-1].split(" on ")[0]
    return False, "\n".join(said.splitlines()[:14]) or "silence"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", nargs="?", default="")
    parser.add_argument("--acute", default=str(ROOT / "target" / "release" / "acute"))
    parser.add_argument("--sources", type=pathlib.Path)
    parser.add_argument("--time", type=int, default=10)
    parser.add_argument("--native", action="store_true")
    parser.add_argument("--unchanged", action="store_true")
    options = parser.parse_args()
    tools = check_units()
    count = {library: [0, 0] for library in LIBRARIES}
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        sources = options.sources.resolve() if options.sources else fetched(scratch / "debian")
        for fault in faults():
            if options.text not in fault["fault"]:
                continue
            library = fault["library"]
            inner, flags, header = LIBRARIES[library]
            folder = scratch / fault["fault"]
            shutil.copytree(source(sources, library), folder / "source", symlinks=True)
            below, flags = folder / "source" / inner, [f.format(folder / "source") for f in flags]
            places = [] if options.unchanged else plant(fault, below)
            if options.native:
                is_found, how = found_natively(fault, places, below, flags, header, tools, folder)
            else:
                is_found, how = found_by_acute(fault, places, below, flags, options, folder)
            count[library][0] += is_found
            count[library][1] += 1
            verdict = "found" if is_found else "-"
            print(f"{library:8} {fault['fault']:24} {fault['test']:38} {fault['kind']:15} {verdict:6} {how}", flush=True)
            shutil.rmtree(folder)
    for library, (found, total) in count.items():
        print(f"{library}: {found} of {total}")
    found, total = (sum(c[k] for c in count.values()) for k in (0, 1))
    print(f"{found} of {total} planted faults are found")
    wanted = 0 if options.unchanged else total if options.native else (total + 1) // 2
    raise SystemExit(found < wanted)


main()
