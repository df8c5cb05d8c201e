# The few commands a person needs; cargo does the work.

CARGO ?= cargo
PREFIX ?= /usr/local
DESTDIR ?=

# Where rustup puts its programs, for a shell opened before it was installed.
export PATH := $(or $(CARGO_HOME),$(HOME)/.cargo)/bin:$(PATH)

OUT := $(or $(CARGO_TARGET_DIR),target)/release
TOOL := $(OUT)/acute
PARTS := $(OUT)/libacute_instrument.so $(OUT)/libacute_runtime.a
LINKER := $(OUT)/acute-ld
# The commands of the CUTE paper.
CUTE := $(OUT)/cutec $(OUT)/cute

# Under sudo, what the user has built is installed as it is: root need not have a Rust.
BUILD_FIRST := $(if $(and $(SUDO_USER),$(wildcard $(TOOL))),,build)

say = @printf '\n== %s\n' "$(1)"

.PHONY: help setup build test check-all bench demo install clean

help:
	@echo 'make demo      build, test an example unit, show what was found'
	@echo 'make test      formatting, lints, documentation, build, every test (what .ci/run calls)'
	@echo 'make check-all make test with ten times the random programs, then the long checks of results'
	@echo 'make build     the tool, at $(TOOL)'
	@echo 'make bench     the benchmarks'
	@echo 'make install   into PREFIX ($(PREFIX)), below DESTDIR if set'
	@echo 'make setup     only install what is missing; every command above does it first'
	@echo 'make clean     remove what was built'

setup:
	@scripts/setup.sh

build: setup
	$(call say,Building the tool)
	$(CARGO) build --release --workspace --locked

test: setup
	$(call say,Checking the formatting)
	$(CARGO) fmt --all --check
	$(call say,Checking the lints)
	@if $(CARGO) clippy --version >/dev/null 2>&1; then \
	    echo "$(CARGO) clippy --workspace --all-targets --locked -- -D warnings"; \
	    $(CARGO) clippy --workspace --all-targets --locked -- -D warnings; \
	else echo 'LINTS NOT CHECKED: this Rust comes without clippy (Debian 12 has none for rustc-web)'; fi
	$(call say,Checking the documentation)
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --no-deps --locked
	$(call say,Building the tool)
	$(CARGO) build --release --workspace --locked
	$(call say,Running every test)
	$(CARGO) test --workspace --release --locked --no-fail-fast

# Ten times the random programs of `make test`, then what compares results and takes no limit of time: faulty units
# under sanitizers, all queries judged by z3, three hundred programs by csmith, the data structures, ten Debian programs.
check-all: export ACUTE_SCALE ?= 10
check-all: test
	@scripts/setup.sh bench
	$(call say,Checking the faulty units by sanitizers)
	scripts/check-units.py
	$(call say,Running the long checks)
	$(CARGO) bench -p acute-cli --locked --no-fail-fast --bench soundness --bench random \
	    --bench structures --bench programs

bench: build
	@scripts/setup.sh bench
	$(call say,Running the benchmarks)
	$(CARGO) bench -p acute-cli --locked --no-fail-fast --bench speed --bench slowdown \
	    --bench random --bench programs --bench soundness --bench structures --bench seeds --bench peers --bench jobs \
	    --bench search --bench budgets
	$(call say,Planting faults in three libraries)
	scripts/planted.py --acute $(abspath $(TOOL))

demo: build
	@scripts/demo.sh $(TOOL)

install: $(BUILD_FIRST)
	$(call say,Installing into $(DESTDIR)$(PREFIX))
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/acute/include/klee $(DESTDIR)$(PREFIX)/lib/acute/include/acute
	install -m 644 include/*.h $(DESTDIR)$(PREFIX)/lib/acute/include/
	install -m 644 include/klee/klee.h $(DESTDIR)$(PREFIX)/lib/acute/include/klee/
	install -m 644 include/acute/*.c include/acute/models.h $(DESTDIR)$(PREFIX)/lib/acute/include/acute/
	install -m 755 $(TOOL) $(CUTE) $(DESTDIR)$(PREFIX)/bin/
	install -m 644 $(PARTS) $(DESTDIR)$(PREFIX)/lib/acute/
	install -m 755 $(LINKER) $(DESTDIR)$(PREFIX)/lib/acute/

clean:
	$(CARGO) clean
