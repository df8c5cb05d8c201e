#!/usr/bin/env python3
"""Checks faulty units and their twins by the sanitizers of clang, without acute.

    scripts/check-units.py [TEXT]      only units whose path contains TEXT

A function of tests/units/finds/NAME.c that has a comment `// call: STATEMENTS` above it has exactly one `//~BUG KIND`, in
its own body or in a function that it calls, and a twin of the same name in tests/units/clean/NAME.c; so it is below
tests/wanted. Every call runs in a
process of its own:

- the faulty function under the tool that sees the kind (AddressSanitizer, UndefinedBehaviorSanitizer, LeakSanitizer,
  MemorySanitizer, an alarm for endless loops): the first report must be of that kind and at the marked line;
- the twin under all of them: none may report anything.

Endless loops are interrupted by an alarm: the interrupted line must be the marked one or below it, in the same function.
gcc and clang compile all these units without a warning.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

UNITS = pathlib.Path(__file__).resolve().parent.parent / "tests" / "units"
WANTED = UNITS.parent / "wanted"
CLANG, GCC = "clang-19", "gcc"
SECONDS = 2

MEMORY = r"AddressSanitizer: (?:heap|stack|global|dynamic-stack|container)-buffer-(?:over|under)flow" \
    r"|AddressSanitizer: (?:negative-size-param|stack-buffer-underflow|unknown-crash)|index -?\d+ out of bounds"
# What a tool says of each kind.
REPORTS = {
    "out-of-bounds": MEMORY,
    "unterminated": MEMORY,
    "use-after-free": r"AddressSanitizer: heap-use-after-free",
    "use-after-return": r"AddressSanitizer: stack-use-after-return",
    "double-free": r"AddressSanitizer: attempting double-free",
    "invalid-free": r"AddressSanitizer: (?:attempting free on address which was not|"
                    r"bad-free|SEGV(?:.*\n){1,3}.*Allocator::Deallocate)",
    "overlap": r"AddressSanitizer: memcpy-param-overlap",
    "leak": r"LeakSanitizer: detected memory leaks",
    "null-deref": r"null pointer|address points to the zero page|SEGV on unknown address 0x0000000000",
    "div-by-zero": r"division by zero",
    "shift": r"shift exponent -?\d+ is (?:too large|negative)",
    "float-to-int": r"is outside the range of representable values",
    "signed-overflow": r"signed integer overflow|cannot be represented in type",
    "uninitialized": r"MemorySanitizer: use-of-uninitialized-value",
    "infinite-loop": r"interrupted by the alarm",
}
BUILDS = {
    "address": ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize=pointer-overflow",
                "-fno-sanitize-recover=all"],
    "memory": ["-fsanitize=memory", "-fno-sanitize-recover=all"],
}
# Frames that are kept after their return hide leaks.
OPTIONS = "detect_stack_use_after_return=%d:detect_leaks=1:strict_string_checks=1"
# Nothing may hide a leak: stale pointers on the stack are overwritten, and the first block of each size, whose address
# LeakSanitizer may have on its own stack, is not the unit's.
DRIVER = """
#include <sanitizer/common_interface_defs.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
// Some instructions have no line: one of several interrupted ones has.
static void alarmed(int s) {
    static int count;
    (void)s;
    fputs("interrupted by the alarm\\n", stderr);
    __sanitizer_print_stack_trace();
    if (++count == 8)
        _exit(1);
    ualarm(10007, 0);
}
__attribute__((noinline)) static void scrubbed(void) {
    volatile char b[1 << 16];
    for (unsigned i = 0; i < sizeof b; i++)
        b[i] = 0;
}
%s
static void *volatile first[16];
static void (*const calls[])(void) = { %s };
int main(int argc, char **argv) {
    (void)argc;
    signal(SIGALRM, alarmed);
    alarm(%d);
    for (unsigned i = 0; i < 16; i++)
        first[i] = malloc(i * 8 + 1);
    calls[atoi(argv[1])]();
    scrubbed();
    return 0;
}
"""
Function = collections.namedtuple("Function", "name start end body call marks")


def functions(text):
    """The functions of a unit: a definition begins in the first column and ends with a brace there."""
    lines = text.splitlines()
    found, call, start = {}, None, None
    for n, line in enumerate(lines, 1):
        if line.startswith("// call: "):
            call = line.removeprefix("// call: ").strip()
        elif start is None and re.match(r"[a-z].*\b\w+\(.*\) \{$", line):
            start = n
        elif start is not None and line == "}":
            body = "\n".join(lines[start - 1:n])
            name = re.search(r"\b(\w+)\(", lines[start - 1]).group(1)
            marks = [(k, m) for k in range(start, n + 1) for m in re.findall(r"//~BUG (\S+)", lines[k - 1])]
            found[name] = Function(name, start, n, body, call, marks)
            call, start = None, None
    return found


def marks_of(function, all_functions, seen=()):
    """The marks of a function and of those it calls."""
    marks = list(function.marks)
    for name in sorted(set(re.findall(r"\b(\w+)\(", function.body))):
        if name in all_functions and name != function.name and name not in seen and not all_functions[name].call:
            marks += marks_of(all_functions[name], all_functions, (*seen, function.name))
    return sorted(set(marks))


def built(unit, calls, build, folder):
    program = folder / f"{unit.parent.name}-{unit.stem}-{build}"
    driver = folder / f"{program.name}.c"
    bodies = "\n".join(f"static void call_{k}(void) {{ {c}; }}" for k, c in enumerate(calls))
    table = ", ".join(f"call_{k}" for k in range(len(calls)))
    driver.write_text(f'#include "{unit}"\n' + DRIVER % (bodies, table, SECONDS))
    command = [CLANG, "-g", "-O0", "-w", "-fno-omit-frame-pointer", *BUILDS[build], str(driver), "-o", str(program), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{unit}: {done.stderr}")
    return program


def report(program, k, kind=""):
    """The text of a run that did not end well; empty otherwise."""
    environment = {"ASAN_OPTIONS": OPTIONS % (kind != "leak"), "PATH": "/usr/lib/llvm-19/bin:/usr/bin:/bin"}
    try:
        done = subprocess.run([program, str(k)], capture_output=True, text=True, errors="replace", env=environment,
                              timeout=10 * SECONDS + 20)
    except subprocess.TimeoutExpired:
        return "no end and no alarm"
    return done.stderr or f"exit code {done.returncode}" if done.returncode else done.stderr


def place(said, unit):
    """The first line of the unit that a report names."""
    match = re.search(re.escape(str(unit)) + r":(\d+)", said)
    return int(match.group(1)) if match else None


def head(said):
    lines = [l for l in said.splitlines() if re.search(r"ERROR|WARNING|runtime error|alarm", l)]
    return (lines or said.splitlines() or ["silence"])[0][:200]


def check_fault(unit, function, mark, said):
    line, kind = mark
    if not re.search(REPORTS[kind], said):
        return f"no {kind} is reported: {head(said)}"
    at = place(said, unit)
    if kind == "infinite-loop":
        return "" if at and line <= at <= function.end else f"interrupted at line {at}, marked is {line}"
    return "" if at == line else f"reported at line {at}, marked is {line}: {head(said)}"


def warnings(unit):
    for compiler in (GCC, CLANG):
        command = [compiler, "-Wall", "-Wextra", "-c", "-o", "/dev/null", str(unit)]
        said = subprocess.run(command, capture_output=True, text=True).stderr
        if said.strip():
            yield f"{unit.name} by {compiler}: {said.strip()}"


def check(unit, folder, kinds):
    faulty, twin = functions(unit.read_text()), unit.parent.parent / "clean" / unit.name
    under_test = [f for f in faulty.values() if f.call]
    if not under_test:
        return
    if not twin.exists():
        yield f"{unit.name}: there is no {twin}"
        return
    yield from warnings(unit)
    yield from warnings(twin)
    twins = functions(twin.read_text())
    calls = [f.call for f in under_test]
    programs = {(u, b): built(u, calls, b, folder) for u in (unit, twin) for b in BUILDS}
    for k, function in enumerate(under_test):
        where = f"{unit.name}: {function.name}"
        marks = marks_of(function, faulty)
        if len(marks) != 1:
            yield f"{where}: one mark expected, but there are {marks}"
            continue
        kind = marks[0][1]
        kinds[kind][unit.stem] += 1
        build = "memory" if kind == "uninitialized" else "address"
        wrong = check_fault(unit, function, marks[0], report(programs[unit, build], k, kind))
        if wrong:
            yield f"{where}: {wrong}"
        if function.name not in twins or marks_of(twins[function.name], twins):
            yield f"{where}: its twin is missing or has a mark"
        for build in BUILDS:
            said = report(programs[twin, build], k, kind)
            if said:
                yield f"{where}: its twin is not silent under {build}, line {place(said, twin)}: {head(said)}"


def main():
    text = sys.argv[1] if len(sys.argv) > 1 else ""
    kinds, wrong = collections.defaultdict(collections.Counter), 0
    with tempfile.TemporaryDirectory() as folder:
        for unit in sorted([*(UNITS / "finds").glob("*.c"), *(WANTED / "finds").glob("*.c")]):
            if text in str(unit):
                for complaint in check(unit, pathlib.Path(folder), kinds):
                    wrong += 1
                    print(complaint, flush=True)
    for kind, files in sorted(kinds.items()):
        print(f"{sum(files.values()):4} {kind}: {', '.join(f'{name} {n}' for name, n in sorted(files.items()))}")
    print(f"{sum(sum(f.values()) for f in kinds.values())} faults and twins, {wrong} complaints")
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
