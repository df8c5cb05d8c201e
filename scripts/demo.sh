#!/usr/bin/env bash
# Tests examples/testme.c with the tool named as the argument, then compiles and runs the
# test it wrote with gcc alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=${1:-target/release/acute}
out=target/demo
unit=examples/testme.c

# Says a command the way a person would type it, and runs it.
run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

rm -rf "$out"
status=0
run "$tool" test "$unit" --function testme --out "$out" || status=$?
case $status in
0) echo "(exit code 0: no bug found)" ;;
1) echo "(exit code 1: a bug was found)" ;;
*) exit "$status" ;;
esac

tests=$out/tests/test_testme.c
[ -f "$tests" ] || {
    echo "demo: $tests was not written" >&2
    exit 1
}
printf '\nThe generated tests: %s\n' "$tests"

# A test file that includes the unit, for its static functions, is compiled alone.
sources=("$tests")
grep -q '#include.*testme\.c"' "$tests" || sources+=("$unit")
run gcc -g -w -I examples -o "$out/test_testme" "${sources[@]}" -lm

status=0
run "$out/test_testme" || status=$?
if [ "$status" -eq 0 ]; then
    echo "(exit code 0: every test passes)"
else
    echo "(exit code $status: the bug shows in a program gcc alone has made)"
fi
