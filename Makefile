# Calibration Lab: `make run` for the page, `make test` for every test; `make help` lists the rest.
# Everything that is made lies in build/ (and node_modules/); nothing is made again unless what it is made of changed.

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := help
SHELL := /bin/sh

PORT ?= 8000

# ---- sources

find = $(sort $(shell find $(1) -name '$(2)' 2>/dev/null))
ENGINE := $(filter-out src/cli/%,$(call find,src,*.c))
CLI := $(call find,src/cli,*.c)
API := $(call find,wasm,*.c)
UNIT := $(notdir $(basename $(wildcard tests/unit/test_*.c)))

# A registry is a folder of src/zoo; its list, build/gen/<kind>.inc, follows from the file names.
KINDS := data model loss optimizer schedule augment metric calibrator
LISTS := $(KINDS:%=build/gen/%.inc)

# ---- compilers and flags

# The same bits in every build: no fused multiply-add, no reassociation, and no libm (nothing links with -lm).
EXACT := -ffp-contract=off -fno-math-errno
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
C := -std=c11 $(WARN) $(EXACT) -Isrc -Iwasm -Ibuild/gen
AVX2 := $(if $(shell grep -m1 -o avx2 /proc/cpuinfo 2>/dev/null),-mavx2)

# Each build: its compiler, what it compiles with, what it links with.
BUILDS := native gcc sanitize wasi threads single
native.cc := clang-19
native.flags := -O3 $(AVX2) -pthread
gcc.cc := gcc
gcc.flags := -O3 $(AVX2) -pthread
sanitize.cc := clang-19
sanitize.flags := -O1 -g $(AVX2) -pthread -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
wasi.cc := clang-19
wasi.flags := --target=wasm32-wasi -O3 -msimd128 -DCAL_NO_THREADS
wasi.link := -Wl,-s -Wl,-z,stack-size=1048576
threads.cc := emcc
threads.flags := -O3 -msimd128 -pthread
single.cc := emcc
single.flags := -O3 -msimd128 -DCAL_NO_THREADS

# wasm/README.md says why.
EMSCRIPTEN := -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,worker,node --no-entry -sFILESYSTEM=0 \
	-sIMPORTED_MEMORY=1 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=2MB -sMAXIMUM_MEMORY=4GB \
	-sTOTAL_STACK=512KB -sEXPORTED_FUNCTIONS=@wasm/exports.txt \
	-sINCOMING_MODULE_JS_API=wasmMemory,wasmBinary,lanes,print,printErr,onAbort
single.link := $(EMSCRIPTEN)
threads.link := $(EMSCRIPTEN) -Wno-pthreads-mem-growth -sDEFAULT_PTHREAD_STACK_SIZE=512KB \
	-sPTHREAD_POOL_SIZE="Module['lanes']-1" -sPTHREAD_POOL_SIZE_STRICT=2

# ---- the rules every build shares

# A file with the build's flags, rewritten only when they change: objects depend on it.
define build_rules
build/$(1)/flags: FORCE
	@mkdir -p $$(@D)
	@printf '%s\n' '$$($(1).cc) $$(C) $$($(1).flags)' | cmp -s - $$@ || printf '%s\n' '$$($(1).cc) $$(C) $$($(1).flags)' > $$@
build/$(1)/link: FORCE
	@mkdir -p $$(@D)
	@printf '%s\n' "$$($(1).link)" | cmp -s - $$@ || printf '%s\n' "$$($(1).link)" > $$@
build/$(1)/obj/%.o: %.c build/$(1)/flags | $(LISTS) $(TOOLS)
	@mkdir -p $$(@D)
	@echo '$(1): $$<'
	@$$($(1).cc) $$(C) $$($(1).flags) -MMD -MP -c $$< -o $$@
build/$(1)/engine.a: $(ENGINE:%.c=build/$(1)/obj/%.o)
	@rm -f $$@
	@$(if $(filter emcc,$($(1).cc)),emar,ar) rcs $$@ $$^
-include $(patsubst %.c,build/$(1)/obj/%.d,$(ENGINE) $(CLI) $(API) $(UNIT:%=tests/unit/%.c))
endef
$(foreach build,$(BUILDS),$(eval $(call build_rules,$(build))))

# The command line, and the unit tests, of a build for this machine.
define native_rules
build/$(1)/calib: $(CLI:%.c=build/$(1)/obj/%.o) build/$(1)/engine.a
	@echo '$(1): $$@'
	@$$($(1).cc) $$($(1).flags) $$^ -o $$@
build/$(1)/unit/%: build/$(1)/obj/tests/unit/%.o build/$(1)/engine.a
	@mkdir -p $$(@D)
	@$$($(1).cc) $$($(1).flags) $$^ -lm -o $$@
endef
$(foreach build,native gcc sanitize,$(eval $(call native_rules,$(build))))

build/gen/%.inc: FORCE
	@mkdir -p $(@D)
	@for id in $(sort $(basename $(notdir $(wildcard src/zoo/$*/*.c)))); do \
		printf 'CAL_ENTRY(cal_$*_%s)\n' "$$id" | tr - _; done > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

FORCE:

native: build/native/calib ## the command line, build/native/calib

unit: $(UNIT:%=build/native/unit/%) ## build and run the unit tests in C
	@status=0; for test in $^; do $$test || status=1; done; exit $$status

clean: ## remove everything that was made
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 20

.PHONY: FORCE native unit clean help
