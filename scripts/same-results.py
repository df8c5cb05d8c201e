#!/usr/bin/env python3
"""Compares two builds of acute on every C file below tests/units.

    scripts/same-results.py OLD_TARGET_RELEASE_DIR NEW_TARGET_RELEASE_DIR [--only TEXT] [--save DIR]

Both run with `--executions 2000 --jobs 1 --seed 0`; their summary.json must be equal but for times. A refactoring
that changes nothing else prints "0 differ". Results of OLD are cached in --save, if given.
"""
import argparse
import hashlib
import json
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = ["--executions", "2000", "--jobs", "1", "--seed", "0", "--time", "60", "--no-export"]
# Values that depend on the clock or on the path of the unit.
VOLATILE = {"seconds", "timeline", "fingerprint", "id", "test"}


def strip(value):
    if isinstance(value, dict):
        value = {k: strip(v) for k, v in value.items() if k not in VOLATILE}
        if isinstance(value.get("inputs"), list):
            value["inputs"] = len(value["inputs"])
        return value
    return [strip(v) for v in value] if isinstance(value, list) else value


def summary(tool, file):
    own = [w for line in file.read_text(errors="replace").splitlines() if "//~FLAGS" in line
           for w in line.split("//~FLAGS", 1)[1].split()]
    limits = ("--executions", "--jobs", "--seed", "--time", "--total")
    own = [w for k, w in enumerate(own) if w not in limits and (k == 0 or own[k - 1] not in limits)]
    with tempfile.TemporaryDirectory() as folder:
        command = [str(tool / "acute"), "test", str(file), "--out", f"{folder}/out", *FLAGS, *own]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        path = pathlib.Path(folder, "out", "summary.json")
        rows = strip(json.loads(path.read_text())) if path.exists() else None
        return {"code": done.returncode, "err": "" if done.returncode < 2 else done.stderr.replace(folder, ""), "summary": rows}


def differences(old, new, at=""):
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from differences(old.get(key), new.get(key), f"{at}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for k, (a, b) in enumerate(zip(old, new)):
            yield from differences(a, b, f"{at}[{k}]")
    elif old != new:
        yield f"{at}: {json.dumps(old)[:200]} -> {json.dumps(new)[:200]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("--only", default="", help="files whose path contains this text")
    parser.add_argument("--save", type=pathlib.Path, help="where the results of OLD are cached")
    flags = parser.parse_args()
    flags.old, flags.new = flags.old.resolve(), flags.new.resolve()
    files = [f for f in sorted((ROOT / "tests" / "units").rglob("*.c")) if flags.only in str(f)]
    differ = 0
    for file in files:
        name = hashlib.sha256(str(file.relative_to(ROOT)).encode() + file.read_bytes()).hexdigest()[:16]
        cache = flags.save and flags.save / f"{name}.json"
        if cache and cache.exists():
            old = json.loads(cache.read_text())
            old["summary"] = strip(old["summary"])
            old["err"] = "" if old["code"] < 2 else old["err"]
        else:
            old = summary(flags.old, file)
            if cache:
                cache.parent.mkdir(parents=True, exist_ok=True)
                cache.write_text(json.dumps(old))
        found = list(differences(old, summary(flags.new, file)))
        if found:
            differ += 1
            print(file.relative_to(ROOT), *found[:8], sep="\n    ", flush=True)
    print(f"{len(files)} units, {differ} differ")
    raise SystemExit(differ > 0)


main()
