#!/usr/bin/env bash
# Installs what building and testing acute needs and is not there yet.
#
# When everything is there it starts no package manager, touches no network and
# says nothing. It never asks a question. Works as root and through sudo. With the
# argument `bench` also what only the benchmarks need.
set -euo pipefail
export LC_ALL=C

# Why each package: clang-19 compiles the units and loads our pass; llvm-19-dev has
# the LLVM-C headers and llvm-config-19; libclang-rt-19-dev the sanitizer and profile
# runtimes; gcc and g++ link Rust programs and compile exported tests and the C++ shim;
# gdb shows a bug where it happens; z3 is the last solver of the chain; csmith makes random
# programs for the tests; zlib and zstd are libLLVM's own link needs;
# ca-certificates lets cargo fetch the crates of Cargo.lock.
PACKAGES=(clang-19 llvm-19-dev libclang-rt-19-dev gcc g++ make z3 gdb libc6-dev csmith libcsmith-dev
    zlib1g-dev libzstd-dev ca-certificates)
# What builds Debian's own C programs from their sources, and pip, which knows where packages lie, for a library
# that is not Debian's.
WHAT=${1:-}
[ "$WHAT" != bench ] || PACKAGES+=(dpkg-dev patch cmake autoconf automake libtool pkg-config python3-pip)
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
RUST_NEEDED=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$ROOT/Cargo.toml")

say() { printf 'setup: %s\n' "$*" >&2; }
fail() {
    local line
    for line in "$@"; do say "$line"; done
    exit 1
}

# The packages of the arguments that dpkg does not have installed, one a line.
missing_packages() {
    local name
    for name in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null || true)" = installed ] ||
            printf '%s\n' "$name"
    done
}

# The version apt would install, empty when apt knows none.
candidate() {
    apt-cache policy "$1" 2>/dev/null |
        sed -n 's/^  Candidate: \(.*\)$/\1/p' | grep -vx '(none)' || true
}

# True when version $1 is at least version $2.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "root rights are needed to install packages and sudo is not there; as root, type:" \
            "  $ROOT/scripts/setup.sh $WHAT"
    fi
}

updated=no
apt_update() {
    [ "$updated" = no ] || return 0
    updated=yes
    say "refreshing the package lists"
    as_root apt-get update -q || say "the lists could not all be refreshed; going on with what there is"
}

apt_install() {
    local name unknown=()
    for name in "$@"; do
        [ -n "$(candidate "$name")" ] || apt_update
        [ -n "$(candidate "$name")" ] || unknown+=("$name")
    done
    if [ ${#unknown[@]} -gt 0 ]; then
        fail "apt knows no package: ${unknown[*]}" \
            "Debian 12 (bookworm) has all of them in its main archive; check that" \
            "/etc/apt/sources.list or /etc/apt/sources.list.d names 'bookworm main'." \
            "On an older Debian or Ubuntu, add the LLVM project's own apt repository for LLVM 19."
    fi
    say "installing: $*"
    local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@")
    as_root "${install[@]}" && return 0
    # Old lists name files the archive no longer has: refresh them and try once more.
    apt_update
    as_root "${install[@]}" || fail "apt-get could not install: $*"
}

check_packages() {
    local missing
    mapfile -t missing < <(missing_packages "${PACKAGES[@]}")
    [ ${#missing[@]} -eq 0 ] || apt_install "${missing[@]}"
}

# Elsewhere than on Debian: only look, and say what is not there.
check_tools() {
    local tool missing=()
    for tool in clang-19 llvm-config-19 gcc g++ make z3; do
        command -v "$tool" >/dev/null || missing+=("$tool")
    done
    [ ${#missing[@]} -eq 0 ] ||
        fail "not found: ${missing[*]}" \
            "This system has no apt-get, so nothing was installed. Install, with its own" \
            "package manager: clang 19, the LLVM 19 development files, compiler-rt 19," \
            "gcc, g++, make, z3, and the zlib and zstd development files. If LLVM 19 is" \
            "not below /usr/lib/llvm-19, set LLVM_SYS_191_PREFIX to where it is, and" \
            "have clang-19 and llvm-config-19 on the PATH."
}

rust_version() {
    (rustc --version 2>/dev/null || true) | sed -n 's/^rustc \([0-9][0-9.]*\).*/\1/p'
}

# A Rust that was there before may have come without rustfmt, which only make test needs.
check_rustfmt() {
    cargo fmt --version >/dev/null 2>&1 && return 0
    local suffix
    if [ "$(command -v rustc)" = /usr/bin/rustc ] && command -v apt-get >/dev/null; then
        for suffix in "" -web; do
            [ -z "$(missing_packages "rustc$suffix")" ] || continue
            apt_install "rustfmt$suffix"
            return 0
        done
    fi
    say "make test needs rustfmt and this Rust has none; with rustup, type: rustup component add rustfmt"
}

old_rust_is_web() { [ "$(command -v rustc)" = /usr/bin/rustc ] && [ -z "$(missing_packages rustc-web)" ]; }

check_rust() {
    local found
    found=$(rust_version)
    if [ -n "$found" ] && at_least "$found" "$RUST_NEEDED" && command -v cargo >/dev/null; then
        check_rustfmt
        return 0
    fi
    # Debian 12's rustc is 1.63; rustc-web, kept up for its browsers, is new enough. A later Debian
    # may do with the plain names. An old rustc-web is upgraded; any other old Rust is left alone.
    if command -v apt-get >/dev/null && { [ -z "$found" ] || old_rust_is_web; }; then
        local round suffix offered
        for round in 1 2; do
            # Old lists may offer only an old one.
            [ "$round" = 1 ] || apt_update
            for suffix in "" -web; do
                offered=$(candidate "rustc$suffix")
                if [ -n "$offered" ] && at_least "${offered%%[!0-9.]*}" "$RUST_NEEDED"; then
                    apt_install "rustc$suffix" "cargo$suffix" "rustfmt$suffix"
                    return 0
                fi
            done
        done
    fi
    fail "Rust $RUST_NEEDED or newer is needed; found: ${found:-none}." \
        "With rustup, type: rustup update stable. Without it: remove the old one and run this again" \
        "(Debian 12 has rustc-web), or install rustup as its site, rustup.rs, says."
}

# Where rustup puts its programs, for a shell that was opened before it was installed.
export PATH="${CARGO_HOME:-${HOME:-/root}/.cargo}/bin:$PATH"

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    check_packages
else
    check_tools
fi
check_rust
