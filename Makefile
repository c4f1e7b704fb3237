# Calibration Lab: `make run` for the page, `make quick` for a first check; `make help` lists the rest. All
# outputs are in build/ (and node_modules/). Nothing is made again unless its sources changed.

MAKEFLAGS += --no-builtin-rules
ifeq ($(filter -j% --jobserver%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc)
endif
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := help
SHELL := /bin/sh

PORT ?= 8000

# ---- sources

find = $(sort $(shell find $(1) -name '$(2)' 2>/dev/null))
ENGINE := $(filter-out src/cli/%,$(call find,src,*.c))
CATALOG := $(filter src/base/% src/kernel/% src/ad/% src/catalog/%,$(ENGINE))
CLI := $(call find,src/cli,*.c)
API := $(call find,wasm,*.c)
UNIT := $(notdir $(basename $(wildcard tests/unit/test_*.c)))
# Most units are one program, which runs the unit that its argument names. The others are separate programs:
# they replace the allocator, take arguments, or link fewer objects. A header that they include may replace
# the allocator.
REPLACING := $(notdir $(shell grep -l '^void .aligned_alloc' tests/unit/*.h))
ALONE := $(sort test_catalog_alone $(notdir $(basename $(shell \
	grep -l -e '^void .aligned_alloc' $(REPLACING:%=-e '"%"') tests/unit/test_*.c; grep -L '^int main.void' tests/unit/test_*.c))))
TOGETHER := $(filter-out $(ALONE),$(UNIT))

# A registry is a folder of src/catalog, of src/run if its entries need a run, or src/cli/command. One file of
# the folder itself is one entry; its subfolders hold what entries share. The list, build/gen/<kind>.inc,
# follows from the file names. The formats of tables, src/run/tables/format, are listed likewise.
KINDS := data layer model head loss penalty optimizer schedule augment metric calibrator corruption conformity view probe command
# The files of src/ad/op define the structural ops.
OPS := numbers attributes constructors examples
LISTS := $(KINDS:%=build/gen/%.inc) build/gen/format.inc $(OPS:%=build/gen/op_%.inc)

# ---- compilers and flags

# Every build gives the same bits: no fused multiply-add, no reassociation, and no libm (nothing links with
# -lm).
EXACT := -ffp-contract=off -fno-math-errno
WARN := -Wall -Wextra -Wno-missing-field-initializers -Wshadow -Wstrict-prototypes -Wmissing-prototypes
C := -std=c11 -D_POSIX_C_SOURCE=200809L $(WARN) $(EXACT) -Isrc -Iwasm -Ibuild/gen

# Kernels that compute several results per register are also compiled for each SIMD width over 128 bits of
# this processor family (src/base/simd_wide.h). The process chooses when it starts. All other code runs on any
# processor of the family.
WIDTHS := $(if $(filter x86_64,$(shell uname -m)),256 512)
WIDE := $(shell grep -rl --include='*.c' '^.include "base/simd_wide.h"' src)
width.256 := -mavx2 -DCAL_SIMD=256
width.512 := -mavx2 -mavx512f -mavx512dq -mavx512bw -mavx512vl -DCAL_SIMD=512
here = $(if $(1),-DCAL_WIDTHS=$(subst $() ,+,$(strip $(1)))) -pthread
HERE := $(call here,$(WIDTHS))
# Only for builds of tests: each width takes their compilers a fourth of the time of all other code.
WIDEST := $(if $(WIDTHS),$(if $(shell grep -m 1 avx512bw /proc/cpuinfo),512,256))

# Linkers drop unreferenced sections, such as examples of ops for tests. Those for WebAssembly do so by
# default.
APART := -ffunction-sections -fdata-sections
USED := -Wl,--gc-sections

# Each build: its compiler, compile flags and link flags.
BUILDS := native gcc sanitize tsan fuzz aarch64 wasi threads single fast
native.cc := clang-19
# The library has the same objects: position-independent, with only the names of src/api/calib.h visible. The
# machine code is the same as for a program, since no function can be replaced from outside.
native.flags := -O3 $(HERE) $(APART) -fPIC -fvisibility=hidden
native.link := $(USED)
gcc.cc := gcc
# Faster to compile than -O3, and code that computes little (CALM) in a third of the time; the same bits.
gcc.calm := -O0
gcc.flags := -O2 $(call here,$(WIDEST)) $(APART)
gcc.link := $(USED)
sanitize.cc := clang-19
sanitize.calm := -O0
sanitize.flags := -O1 -gline-tables-only $(call here,$(WIDEST)) -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer
# Only kernels of 128 bits: threads share the same data in every width, and this sanitizer compiles slowly.
tsan.cc := clang-19
tsan.calm := -O0
tsan.flags := -O1 -gline-tables-only -pthread -fsanitize=thread -fno-omit-frame-pointer
fuzz.cc := clang-19
fuzz.flags := -O2 -g $(HERE) -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow -fno-sanitize-recover=all
# Another processor family, of one width, for the tests: compiled in half the time of -O3. It includes the
# pass that would fuse multiplications and additions if it were allowed to. It is linked statically, so
# qemu-user runs it directly.
aarch64.cc := aarch64-linux-gnu-gcc
aarch64.ar := aarch64-linux-gnu-ar
aarch64.calm := -O0
aarch64.flags := -O1 -fexpensive-optimizations -pthread
aarch64.link := -static
native.widths := $(WIDTHS)
gcc.widths := $(WIDEST)
sanitize.widths := $(WIDEST)
fuzz.widths := $(WIDTHS)
# Object files of the sources $(2) in the build $(1), which may borrow all but its private ones from another
# build.
objects = $(if $($(1).own),$(patsubst %.c,build/$(1)/obj/%.o,$(filter $($(1).own),$(2))) $(call objects,$($(1).borrows),$(filter-out $($(1).own),$(2))),\
	$(2:%.c=build/$(1)/obj/%.o) $(foreach width,$($(1).widths),$(patsubst %.c,build/$(1)/obj/%.$(width).o,$(filter $(WIDE),$(2)))))
wasi.cc := clang-19
wasi.flags := --target=wasm32-wasi -O3 -msimd128 -DCAL_NO_THREADS
# Reserves all memory of usual runs at the start. V8 of Node 20 crashes in its collector about every other
# time if a busy module grows its memory. Untouched pages cost nothing.
wasi.link := -Wl,-s -Wl,-z,stack-size=1048576 -Wl,--initial-memory=1073741824
threads.cc := emcc
threads.ar := emar
threads.flags := -O3 -msimd128 -pthread
threads.calm := -Oz # 65 kB less of each module than -O3, compressed, and no slower
threads.small := -Oz # 12 kB less
single.cc := emcc
single.ar := emar
single.flags := -O3 -msimd128 -DCAL_NO_THREADS
# All other objects are those of the build with threads: code that shares nothing does not use atomic
# instructions.
single.own := src/base/parallel.c
single.borrows := threads
# Identical to threads, except for products with fused multiply-add (wasm/README.md). All other code keeps its
# bits.
fast.cc := emcc
fast.ar := emar
fast.flags := $(threads.flags) -mrelaxed-simd -DCAL_FUSED
PRODUCTS := $(filter src/kernel/matmul/% src/kernel/conv/% src/kernel/winograd/%,$(ENGINE))
fast.products := -DCAL_FUSED_MULADD
fast.own := $(PRODUCTS) $(shell grep -rl --include='*.c' CAL_ENGINE_FUSED src)
fast.borrows := threads
# Additional flags for kernels of products, and for code that computes little.
READERS := $(addprefix src/base/bytes/,pickle/% arrays.c mat.c npy.c proto.c safetensors.c) $(addprefix src/catalog/data/,cifar10.c cifar100.c images.c mnist.c svhn.c table.c tagged.c texts.c subset/% tables/%)
CALM := src/run/% src/api/% src/cli/% wasm/% $(READERS) $(addprefix src/catalog/,view/% conformity/% layer/% model/%)
# Code that plans, or whose loops call others: small in the modules, optimised for the tests of other builds.
SMALL := $(addprefix src/ad/,fuse/% graph/% plan/% derivative.c) $(addprefix src/catalog/,loss/% penalty/% head/% schedule/% terms/% sets/% metric/% registry/%) \
	$(wildcard src/catalog/calibrator/*.c) $(addprefix src/catalog/calibrator/shared/,apply.c classes.c fit.c lbfgs.c odds.c smoothed.c) \
	$(addprefix src/catalog/data/,shared/% pictures/galleries.c) $(addprefix src/base/,text.c bytes/zip.c)
besides = $(if $(filter $(PRODUCTS),$(2)),$($(1).products))$(if $(filter $(CALM),$(2)),$($(1).calm))$(if $(filter $(SMALL),$(2)),$($(1).small))

# Debian's node packages, which its emcc needs and Node does not search by default.
DEBIAN_NODE := /usr/share/nodejs
# wasm/README.md has the reasons.
EMSCRIPTEN := -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,worker,node --no-entry -sFILESYSTEM=0 \
	-sIMPORTED_MEMORY=1 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=2MB -sMAXIMUM_MEMORY=4GB \
	-sTOTAL_STACK=512KB -sEXPORTED_FUNCTIONS=@wasm/exports.txt \
	-sINCOMING_MODULE_JS_API=wasmMemory,wasmBinary,instantiateWasm,threads,print,printErr,onAbort
# Links without Binaryen's optimizer: its output is not faster than LLVM's nor, compressed, smaller, and it
# takes eight seconds a module.
linked = $(patsubst -O3,-O1,$($(1).flags))
single.link := $(EMSCRIPTEN)
threads.link := $(EMSCRIPTEN) -Wno-pthreads-mem-growth -sDEFAULT_PTHREAD_STACK_SIZE=512KB \
	-sPTHREAD_POOL_SIZE="Math.max(1,Module['threads']-1)" -sPTHREAD_POOL_SIZE_STRICT=2
fast.link := $(threads.link)

# ---- the rules every build shares

# Objects of one width.
define width_rule
build/$(1)/obj/%.$(2).o: %.c build/$(1)/flags | $(LISTS) build/gen/jsmn.h setup
	@mkdir -p $$(@D)
	@echo '$(1), $(2) bits: $$<'
	@$$($(1).cc) $$(C) $$($(1).flags) $$(width.$(2)) -MMD -MP -c $$< -o $$@

endef
# A file with the build's flags, rewritten only when they change: objects depend on it.
define build_rules
build/$(1)/flags: FORCE
	@mkdir -p $$(@D)
	@printf '%s\n' '$$($(1).cc) $$(C) $$($(1).flags)$$($(1).products:%= %)$$($(1).calm:%= %)' $$(if $$($(1).calm),'$$(CALM)') $$(if $$($(1).small),'$$(SMALL)') $$(foreach width,$$($(1).widths),'$$(width.$$(width))') > $$@.new
	@if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi
build/$(1)/link: FORCE
	@mkdir -p $$(@D)
	@echo "$$(subst ",\",$$($(1).link))" | cmp -s - $$@ || echo "$$(subst ",\",$$($(1).link))" > $$@
build/$(1)/obj/%.o: %.c build/$(1)/flags | $(LISTS) build/gen/jsmn.h setup $(if $(filter emcc,$($(1).cc)),build/$(1)/compiler)
	@mkdir -p $$(@D)
	@echo '$(1): $$<'
	@$(if $(filter emcc,$($(1).cc)),$$$$(cat build/$(1)/compiler),$$($(1).cc)) $$(C) $$($(1).flags) $$(call besides,$(1),$$<) -MMD -MP -c $$< -o $$@
# The compiler call of emcc for one file, recorded once: emcc takes four times longer to start than to compile
# the file.
build/$(1)/compiler: build/$(1)/flags | setup
	@: > $$@.c
	@emcc -v $$($(1).flags) -c $$@.c -o $$@.o 2>&1 | sed -n '1s/ -v .*//; 1s/ -O[0-9].*//; 1s/"//gp' > $$@
	@rm $$@.c $$@.o; grep -q clang $$@ || echo emcc > $$@
$(foreach width,$($(1).widths),$(call width_rule,$(1),$(width)))
build/$(1)/engine.a: $(call objects,$(1),$(ENGINE))
	@rm -f $$@
	@$(or $($(1).ar),ar) rcs $$@ $$^
-include $(patsubst %.o,%.d,$(call objects,$(1),$(ENGINE) $(CLI))) $(patsubst %.c,build/$(1)/obj/%.d,$(API) $(UNIT:%=tests/unit/%.c) tests/unit/units.c tests/bench/conv_choice.c) \
	$(TOGETHER:%=build/$(1)/together/%.d)
endef
$(foreach build,$(BUILDS),$(eval $(call build_rules,$(build))))

build/sanitize/flags build/tsan/flags build/fuzz/flags build/aarch64/flags: | setup-tests

# The command line of a build for Linux.
define command_rules
build/$(1)/calib: $(call objects,$(1),$(CLI)) build/$(1)/engine.a build/$(1)/link
	@echo '$(1): $$@'
	@$$($(1).cc) $$($(1).flags) $$($(1).link) $$(filter %.o %.a,$$^) -o $$@
endef
$(foreach build,native gcc sanitize aarch64,$(eval $(call command_rules,$(build))))

# Unit tests of a build for this machine.
define native_rules
# One program of many units: each unit's main gets the file's name.
build/$(1)/together/%.o: tests/unit/%.c build/$(1)/flags | $(LISTS) build/gen/jsmn.h setup
	@mkdir -p $$(@D)
	@echo '$(1): $$<'
	@$$($(1).cc) $$(C) $$($(1).flags) -Wno-missing-prototypes -Dmain=$$* -MMD -MP -c $$< -o $$@
build/$(1)/units: $(TOGETHER:%=build/$(1)/together/%.o) build/$(1)/obj/tests/unit/units.o build/$(1)/engine.a
	@echo '$(1): $$@'
	@$$($(1).cc) $$($(1).flags) $$^ -lm -o $$@
build/$(1)/unit/%: build/$(1)/obj/tests/unit/%.o build/$(1)/engine.a
	@mkdir -p $$(@D)
	@$$($(1).cc) $$($(1).flags) $$^ -lm -o $$@
# The lower floors alone, linked completely: a reference to a higher floor fails to link.
build/$(1)/unit/test_catalog_alone: build/$(1)/obj/tests/unit/test_catalog_alone.o $(call objects,$(1),$(CATALOG))
	@mkdir -p $$(@D)
	@$$($(1).cc) $$($(1).flags) $$^ -lm -o $$@
endef
$(foreach build,native gcc sanitize tsan,$(eval $(call native_rules,$(build))))

$(BUILDS:%=build/%/obj/tests/unit/units.o): build/gen/units.inc
build/gen/units.inc: FORCE
	@mkdir -p $(@D)
	@printf 'UNIT(%s)\n' $(TOGETHER) | cmp -s - $@ || printf 'UNIT(%s)\n' $(TOGETHER) > $@

build/gen/%.inc: FORCE
	@mkdir -p $(@D)
	@for id in $(sort $(basename $(notdir $(wildcard src/catalog/$*/*.c src/run/$*/*.c src/run/tables/$*/*.c src/cli/$*/*.c)))); do \
		printf 'CAL_ENTRY(cal_$*_%s)\n' "$$id" | tr - _; done > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

build/gen/op_%.inc: src/ad/op/gather.awk $(call find,src/ad/op,*.c) FORCE
	@mkdir -p $(@D)
	@awk -v list=$* -f $(filter-out FORCE,$^) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# Debian's header-only JSON tokenizer, the only system header that every compiler may include.
build/gen/jsmn.h: | setup
	@mkdir -p $(@D)
	@cp /usr/include/jsmn.h $@

# ---- the C library: src/api/calib.h, and where make install puts it

VERSION := $(shell sed -n 's/^.define CAL_ENGINE "\([0-9.]*\)"/\1/p' src/run/link/receipt.h)
HEADERS := calib.h calib_measure.h calib_calibrate.h calib_decide.h calib_study.h
SONAME := libcalib.so.$(firstword $(subst ., ,$(VERSION)))
PREFIX ?= /usr/local
DESTDIR ?=

library: build/library/libcalib.a build/library/libcalib.so.$(VERSION) ## the C library of src/api/calib.h, build/library

# One object, so that its internal names can become local.
build/library/libcalib.a: $(call objects,native,$(ENGINE))
	@mkdir -p $(@D)
	@echo 'library: $@'
	@rm -f $@
	@ld -r $^ -o build/library/libcalib.o
	@objcopy --localize-hidden build/library/libcalib.o
	@ar rcs $@ build/library/libcalib.o

build/library/libcalib.so.$(VERSION): $(call objects,native,$(ENGINE)) Makefile
	@mkdir -p $(@D)
	@echo 'library: $@'
	@$(native.cc) $(native.flags) -shared $(USED) -Wl,-soname,$(SONAME) -Wl,-z,defs $(filter %.o,$^) -o $@

into = $(DESTDIR)$(abspath $(PREFIX))
install: library native ## the library, its headers and the command into PREFIX (/usr/local); DESTDIR: as a packager wants it
	@install -d $(into)/include $(into)/lib/pkgconfig $(into)/bin
	@install -m 644 $(HEADERS:%=src/api/%) $(into)/include
	@install -m 644 build/library/libcalib.a $(into)/lib
	@install -m 755 build/library/libcalib.so.$(VERSION) $(into)/lib
	@ln -sf libcalib.so.$(VERSION) $(into)/lib/$(SONAME)
	@ln -sf $(SONAME) $(into)/lib/libcalib.so
	@install -m 755 build/native/calib $(into)/bin
	@printf '%s\n' 'prefix=$(abspath $(PREFIX))' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' 'Name: calib' \
		'Description: Calibration Lab: train networks, measure and mend their calibration' 'Version: $(VERSION)' \
		'Libs: -L$${libdir} -lcalib' 'Libs.private: -pthread' 'Cflags: -I$${includedir}' > $(into)/lib/pkgconfig/calib.pc

uninstall: ## what make install has put into PREFIX
	rm -f $(HEADERS:%=$(into)/include/%) $(into)/lib/libcalib.a $(into)/lib/libcalib.so $(into)/lib/$(SONAME) \
		$(into)/lib/libcalib.so.$(VERSION) $(into)/lib/pkgconfig/calib.pc $(into)/bin/calib

# ---- the four builds

native: build/native/calib ## the command line, build/native/calib

wasi: build/wasi/calib.wasm ## the command line for any WASI runtime, build/wasi/calib.wasm

build/wasi/calib.wasm: $(CLI:%.c=build/wasi/obj/%.o) build/wasi/engine.a build/wasi/link
	@echo 'wasi: $@'
	@$(wasi.cc) $(wasi.flags) $(wasi.link) $(filter %.o %.a,$^) -o $@

# One link step makes the module, the .wasm and, with threads, the .worker.js, a CommonJS script. All are
# named .js, since hosts may have no MIME type for .mjs: Node needs a package.json for each kind.
in_folders = echo '{"type": "module"}' > $(@D)/package.json; \
	[ ! -e $(@:.js=.worker.js) ] || { mkdir -p $(@D)/thread && echo '{"type": "commonjs"}' > $(@D)/thread/package.json && \
		sed -i 's,"$(@F:.js=.worker.js)","thread/$(@F:.js=.worker.js)",' $@ && \
		sed 's,"\./$(@F)","../$(@F)",' $(@:.js=.worker.js) > $(@D)/thread/$(@F:.js=.worker.js) && rm $(@:.js=.worker.js); }
define module_rules
build/site/engine/calib-$(1).js: $(call objects,$(1),$(API)) build/$(1)/engine.a build/$(1)/link wasm/exports.txt | node_modules/.package-lock.json
	@mkdir -p $$(@D)
	@echo '$(1): $$@'
	@NODE_PATH=$(DEBIAN_NODE) emcc $$(call linked,$(1)) $$($(1).link) $$(filter %.o %.a,$$^) -o $$@
	@node_modules/.bin/esbuild $$@ --minify-whitespace --legal-comments=none --log-level=error --allow-overwrite --outfile=$$@
	@$$(in_folders)
endef
$(foreach build,threads single,$(eval $(call module_rules,$(build))))

# This binaryen writes an older draft's opcodes of the relaxed instructions.
build/fast/module/calib-fast.js: $(API:%.c=build/threads/obj/%.o) build/fast/engine.a build/fast/link wasm/exports.txt
	@mkdir -p $(@D)
	@echo 'fast: $@'
	@NODE_PATH=$(DEBIAN_NODE) emcc $(call linked,fast) $(fast.link) $(filter %.o %.a,$^) -o $@
	@$(in_folders)
build/site/engine/calib-fast.js: build/fast/module/calib-fast.js web/tools/relaxed.mjs
	@mkdir -p $(@D)
	@cp -R $(<D)/thread $(<D)/package.json $(@D)/
	@node web/tools/relaxed.mjs $(<:.js=.wasm) $(@:.js=.wasm)
	@cp $< $@

# The command line from the page's objects, only for the bench: it measures them with threads, in the V8 of
# Node and of Chromium. The page does not depend on it.
command.link := -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,worker,node -sINVOKE_RUN=0 -sEXPORTED_RUNTIME_METHODS=callMain \
	-sINITIAL_MEMORY=2GB -sABORTING_MALLOC=0 -sTOTAL_STACK=1MB -sDEFAULT_PTHREAD_STACK_SIZE=512KB \
	-sPTHREAD_POOL_SIZE="Math.max(1,Module['threads']-1)" -sPTHREAD_POOL_SIZE_STRICT=2

build/bench/engine/calib.mjs: $(CLI:%.c=build/threads/obj/%.o) build/threads/engine.a Makefile
	@mkdir -p $(@D)
	@echo 'bench: $@'
	@NODE_PATH=$(DEBIAN_NODE) emcc $(call linked,threads) $(command.link) $(filter %.o %.a,$^) -o $@
	@echo '{"type": "commonjs"}' > $(@D)/package.json

# ---- the page: a folder that any static host can serve

SITE := build/site
VENDOR := $(wildcard web/vendor/*.js)
EXERCISES := $(filter-out web/exercises/README.md,$(sort $(wildcard web/exercises/*.md)))
GERMAN := $(sort $(wildcard web/exercises/de/*.md)) # the same in German, as far as there is a file
PAGE := $(patsubst web/%,$(SITE)/%,$(EXERCISES) $(GERMAN) $(filter-out web/style/% %.js %.md %.mjs %.d.ts,$(shell find web -type f ! -name '.*' 2>/dev/null)))
SANS := latin latin-ext greek
FONTS := $(SANS:%=$(SITE)/fonts/source-sans-3-%-wght-normal.woff2)
MODULES := node_modules/.package-lock.json

$(PAGE): $(SITE)/%: web/%
	@mkdir -p $(@D)
	@cp $< $@

# Programs that preview a link need the whole address: make site ADDRESS=https://example.org/lab/
ifdef ADDRESS
$(SITE)/index.html: FORCE
	@sed 's|<meta property="og:image" content="|&$(ADDRESS)|' web/index.html > $@
endif

# A view is a folder of web/views with view.js, en.js and de.js. The lists of the views and of their words in
# each language follow from the folders.
VIEWS := $(sort $(notdir $(patsubst %/view.js,%,$(wildcard web/views/*/view.js))))
LISTED_VIEWS := $(patsubst %,build/gen/views/%.js,view en de)
$(LISTED_VIEWS): build/gen/views/%.js: FORCE
	@mkdir -p $(@D)
	@for id in $(VIEWS); do \
		echo "export { $(if $(filter view,$*),view,words) as $$id } from '../../../web/views/$$id/$*.js';"; done > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

SCRIPTS := $(SITE)/main.js
$(SCRIPTS): web/tools/bundle.mjs $(filter-out web/sw.js,$(call find,web,*.js)) $(LISTED_VIEWS) $(MODULES)
	@rm -rf $(SITE)/core $(SITE)/code
	@node $< $(SITE)

# The style sheets as one file, with nesting expanded for browsers without it; fonts are not moved.
STYLE := $(SITE)/style/index.css $(SITE)/style/documents.css
$(STYLE): $(SITE)/style/%: $(call find,web/style,*.css) $(MODULES) Makefile
	@node_modules/.bin/esbuild web/style/$* --bundle --minify --external:*.woff2 --target=chrome111,firefox121,safari16.4 \
		--log-level=warning --outfile=$@

# The documents as pages, which the help links.
DOCUMENTS := $(SITE)/documents/reference.html
$(DOCUMENTS): web/tools/documents.mjs $(wildcard web/*.md) src/reference.md src/cli/README.md models/README.md models/papers/README.md $(MODULES)
	@rm -rf $(@D)
	@node $< $(@D)

# The exercises by their file names.
LISTED := $(SITE)/exercises/index.json $(SITE)/exercises/de/index.json
$(LISTED): FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(if $(filter %/de/,$(dir $@)),$(GERMAN:web/exercises/de/%.md="%"),$(EXERCISES:web/exercises/%.md="%"))' | sed 's/ /, /g; s/.*/[&]/' > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(FONTS): $(SITE)/fonts/%: $(MODULES)
	@mkdir -p $(@D)
	@cp node_modules/@fontsource-variable/source-sans-3/files/$* $@
	@cp node_modules/@fontsource-variable/source-sans-3/LICENSE $(@D)/

# The formulas' style in a layer, so that the page's style overrides it, and fonts; the code is in
# vendor/formula.js.
$(SITE)/katex/katex.min.css: $(MODULES) Makefile
	@mkdir -p $(@D)/fonts
	@cp node_modules/katex/LICENSE $(@D)/
	@{ printf '@layer katex{'; cat node_modules/katex/dist/katex.min.css; printf '}\n'; } > $@
	@cp node_modules/katex/dist/fonts/*.woff2 $(@D)/fonts/

# The trained networks, and all their cards in one file.
CARDS := $(sort $(wildcard models/zoo/*/*/card.json))
ZOO := $(patsubst models/%,$(SITE)/%,$(filter-out $(CARDS),$(shell find models/zoo -type f 2>/dev/null)))

$(ZOO): $(SITE)/%: models/%
	@mkdir -p $(@D)
	@cp $< $@

$(SITE)/zoo/cards.json: $(CARDS)
	@mkdir -p $(@D)
	@{ printf '['; comma=; for card in $^; do printf '%s' "$$comma"; cat "$$card"; comma=,; done; printf ']'; } > $@

# Verdicts on the papers' claims, and their runs with the figures that the page shows.
PAPERS := $(patsubst models/%,$(SITE)/%,$(filter-out %-epochs.json %/claims.json %/experiments.json,$(wildcard models/papers/*.json)))

$(PAPERS): $(SITE)/%.json: models/%.json models/papers/site.mjs models/papers/claims.json
	@mkdir -p $(@D)
	@node models/papers/site.mjs $(*F) > $@

# The first visit's picture, as this engine paints it.
$(SITE)/first.json: web/tools/first.mjs web/model/visit/morph.js web/model/presets.js $(SITE)/engine/calib-single.js | $(SCRIPTS)
	@node $< $(SITE) > $@

# Data that the site's host offers; `make cifar10` makes build/cifar10.
$(SITE)/data/index.json: $(wildcard build/cifar10/site/index.json) FORCE
	@mkdir -p $(@D)
	@if [ -e build/cifar10/site/index.json ]; then cp -Ru build/cifar10/site/. $(@D); \
		elif [ ! -e $@ ]; then echo '{"sets": []}' > $@; fi

# ONNX Runtime, which the page loads only when a user opens an ONNX model.
ORT := $(patsubst %,$(SITE)/ort/%,ort.wasm.min.js ort-wasm-simd-threaded.js ort-wasm-simd-threaded.wasm)
$(ORT): $(SITE)/ort/%: $(MODULES)
	@mkdir -p $(@D)
	@cp node_modules/onnxruntime-web/dist/$(*:.js=.mjs) $@

# The licences of everything bundled, copied and compiled in.
COPIED := @fontsource-variable/source-sans-3 katex onnxruntime-web onnxruntime-common
$(SITE)/licenses.txt: web/tools/licenses.mjs LICENSE $(VENDOR) $(MODULES) build/gen/jsmn.h Makefile
	@mkdir -p $(@D)
	@node $< $(addprefix --bundle ,$(VENDOR)) $(addprefix --package ,$(COPIED)) > $@

# `make quick` omits the fast engine, which is loaded only on request.
ENGINES := $(SITE)/engine/calib-threads.js $(SITE)/engine/calib-single.js $(if $(filter quick,$(MAKECMDGOALS)),,$(SITE)/engine/calib-fast.js)
site: $(ENGINES) $(PAGE) $(STYLE) $(SCRIPTS) $(FONTS) $(SITE)/katex/katex.min.css $(LISTED) $(ZOO) $(PAPERS) $(SITE)/zoo/cards.json $(SITE)/first.json $(SITE)/data/index.json $(ORT) $(SITE)/licenses.txt $(DOCUMENTS) ## the page, build/site
	@rm -f $(SITE)/engine/*.mjs $(SITE)/engine/*.worker.js $(SITE)/ort/*.mjs
	@cd $(SITE) && find . -type f ! -path './engine/*' ! -path './code/*' ! -path './core/*' ! -path './fonts/*' ! -path './katex/*' ! -path './data/*' ! -path './ort/*' ! -path './documents/*' ! -name index.json ! -name cards.json ! -name first.json ! -name licenses.txt | sed 's,^\./,,' | \
		while read -r file; do case $$file in main.js | main.js.map | sw.js) ;; *.js) rm "$$file" ;; *) \
			[ -e "../../web/$$file" ] || [ -e "../../models/$$file" ] || rm "$$file" ;; esac; done; find . -type d -empty -delete
	@# The service worker lists the hash of each file that it keeps, so it changes with any of them.
	@files=$$(cd $(SITE) && find . -type f ! -name sw.js ! -name '*.map' ! -name LICENSE ! -path './onnx/*' ! -path './zoo/*/*' ! -path './documents/*' ! -name documents.css | LC_ALL=C sort | xargs sha256sum | \
		sed -E "s,^([0-9a-f]+)  \./(.*),  '\2': '\1'\,,"); \
	version=$$(printf '%s' "$$files" | cat - web/sw.js | sha256sum | cut -c1-16); \
	{ sed '/^const FILES/,$$d' web/sw.js; printf 'const FILES = {\n%s\n};\n' "$$files"; \
		sed '1,/^const FILES/d' web/sw.js | sed "s/^const VERSION = ''/const VERSION = '$$version'/"; } > $(SITE)/sw.js.new
	@if cmp -s $(SITE)/sw.js.new $(SITE)/sw.js; then rm $(SITE)/sw.js.new; else mv $(SITE)/sw.js.new $(SITE)/sw.js; fi

# ---- set-up: installs only what is missing

# package=a command or file whose presence shows that it is installed
TOOLS_BUILD := gcc=gcc libc6-dev=/usr/include/stdio.h clang-19=clang-19 lld-19=wasm-ld-19 emscripten=emcc \
	libsimde-dev=/usr/include/simde/wasm/simd128.h libjsmn-dev=/usr/include/jsmn.h \
	wasi-libc=/usr/lib/wasm32-wasi/libc.a \
	libclang-rt-19-dev-wasm32=/usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a
TOOLS_CHECK := clang-format-19=clang-format-19
TOOLS_TEST := chromium=chromium \
	chromium-headless-shell=chromium-headless-shell \
	firefox-esr=firefox-esr \
	webkit2gtk-driver=WebKitWebDriver xvfb=Xvfb \
	pkgconf=pkg-config \
	gcc-aarch64-linux-gnu=aarch64-linux-gnu-gcc libc6-dev-arm64-cross=/usr/aarch64-linux-gnu/lib/libc.a qemu-user=qemu-aarch64 \
	parallel=parallel openssh-server=/usr/sbin/sshd openssh-client=ssh slurm-wlm=sbatch munge=/usr/sbin/munged procps=pgrep \
	python3-numpy=/usr/lib/python3/dist-packages/numpy/__init__.py \
	libclang-rt-19-dev=/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-x86_64.a

NODE := 20

# Waits for another apt, such as a new machine's upgrades. (apt's own option waits for one lock of three.)
define install
	@node=$$(node --version 2>/dev/null | sed -n 's/^v\([0-9]*\)\..*/\1/p'); \
		[ "$${node:-0}" -ge $(NODE) ] && command -v npm >/dev/null || { \
		echo "Set-up: Node $(NODE) or newer with npm is needed, and here is $${node:+Node }$${node:-none}; install it" \
			"(https://nodejs.org, or: nvm install $(NODE)) so that it is the first on the PATH, then run make again." >&2; exit 1; }
	@missing=; for tool in $(1); do \
		probe=$${tool#*=}; [ -e "$$probe" ] || command -v "$$probe" >/dev/null || missing="$$missing $${tool%%=*}"; done; \
	[ -z "$$missing" ] || { \
		echo "Set-up: installing these Debian packages:$$missing"; \
		root=; [ "$$(id -u)" = 0 ] || root='sudo -n'; tries=0; \
		apt() { until $$root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=30 "$$@" \
			</dev/null >build/setup.log 2>&1; do \
				tries=$$((tries + 1)); grep -q 'get lock\|was locked' build/setup.log && [ $$tries -lt 200 ] || return 1; \
				[ $$tries -gt 1 ] || echo 'Set-up: another apt is at work here; waiting until it has ended'; sleep 3; done; }; \
		apt update && apt install -y --no-install-recommends $$missing || { \
		tail -n 3 build/setup.log >&2; \
		echo "Set-up: these packages could not be installed; as root, run: apt-get install$$missing" >&2; exit 1; }; }
endef

setup: | build/
	$(call install,$(TOOLS_BUILD))

setup-tests: setup | build/
	$(call install,$(TOOLS_TEST))

build/:
	@mkdir -p $@

# Rebuilt by name if it is gone: .SECONDARY keeps the files made from it.
$(MODULES): package-lock.json $(if $(wildcard $(MODULES)),,FORCE) | setup
	@echo 'Set-up: installing the npm packages of package-lock.json'
	@npm ci --no-audit --no-fund >build/npm.log 2>&1 || { tail -n 3 build/npm.log >&2; \
		echo 'Set-up: npm could not install the packages of package-lock.json (build/npm.log); with a network, run: npm ci' >&2; exit 1; }
	@touch $@

# ---- commands

run: site ## build, serve the page on 127.0.0.1 and open it
	@node -e "require('net').createServer().on('error', () => process.exit(1)).listen($(PORT), '127.0.0.1', () => process.exit(0))" || \
		{ echo 'Port $(PORT) is taken; choose another one: make run PORT=8123' >&2; exit 1; }
	@echo 'The lab is at http://127.0.0.1:$(PORT)/ (Ctrl-C ends it)'
	@[ -z "$$DISPLAY$$WAYLAND_DISPLAY" ] || ! command -v xdg-open >/dev/null || \
		{ sleep 1; xdg-open http://127.0.0.1:$(PORT)/; } >/dev/null 2>&1 &
	@PYTHONWARNINGS=ignore emrun --no_browser --no_emrun_detect --hostname 127.0.0.1 --port $(PORT) $(SITE)

# Three builds serve one test file or two each. A run of all tests makes one of them, chosen by the seed's
# tens (isBuilt in tests/support/soak.mjs).
rare := tsan-units gcc aarch64
sampled := $(if $(filter test,$(MAKECMDGOALS)),$(if $(TESTS)$(filter all,$(WALKS)),,yes))
ifdef sampled
SEED := $(or $(SEED),$(shell date +1%6N))
endif
everything: site native wasi sanitize library $(if $(sampled),$(word $(shell expr 3 - \( $(SEED) / 10 + 2 \) % 3),$(rare)),$(rare))
gcc: build/gcc/calib
aarch64: build/aarch64/calib ## the command line for 64-bit ARM, build/aarch64/calib; qemu-aarch64 runs it
sanitize: build/sanitize/calib build/sanitize/units $(ALONE:%=build/sanitize/unit/%)

# Units with concurrent threads; engine/threads.test.mjs runs them.
THREADED := test_base_parallel test_side_by_side test_api_runs test_api_report test_api_curvature test_probes
tsan-units: $(THREADED:%=build/tsan/unit/%)
tsan: tsan-units ## the units in which threads work together, under the thread sanitizer
	@node tests/run.mjs tests/engine/threads.test.mjs

# Runs all tests without TESTS. SEED repeats the samples of the run that printed it.
test: setup-tests everything unit-programs ## the tests, headless; TESTS=tests/page/kept.test.mjs: some, WALKS=all: none sampled out, SEED=: another sample
	@$(seeded) node tests/run.mjs $(TESTS)

seeded = $(if $(SEED),CAL_SEED=$(SEED)) $(if $(WALKS),CAL_WALKS=$(WALKS)) $(if $(HOURS),CAL_HOURS=$(HOURS))

soak: setup-tests everything unit-programs ## kills, hostile links, damaged files and fuzzers in their long forms; SEED=, HOURS=24: a day of visits to the page (build/soak/page.csv)
	@$(seeded) node tests/run.mjs --soak $(TESTS)
	@$(if $(TESTS),,SAMPLE=12 SEED=$(SEED) node tests/mutate.mjs)

mutate: setup-tests everything unit-programs ## do the tests see small deliberate errors? ONLY=src/kernel: some, SAMPLE=12: only 12 of them, SEED=, JOBS=, LIST=yes
	@ONLY=$(ONLY) SAMPLE=$(SAMPLE) SEED=$(SEED) JOBS=$(JOBS) LIST=$(LIST) node tests/mutate.mjs

# Tests to run before a commit.
SMOKE := tests/page/smoke.test.mjs tests/engine/golden.test.mjs
quick: check setup-tests site native unit ## check, the units in C, and one run in Chromium and one against PyTorch
	@node tests/run.mjs $(SMOKE)

unit-programs: build/native/units $(ALONE:%=build/native/unit/%)

# Each unit in a separate process, so that a crash names the unit.
unit: unit-programs ## build and run the unit tests in C alone; SEED=: another sample
	@export CAL_SEED=$(or $(SEED),$$(date +%s)); \
		printf '%s\n' $(ALONE:%='build/native/unit/%') $(TOGETHER:%='build/native/units %') | \
		xargs -P $(shell nproc) -I {} sh -c '{} || { echo "{}: failed (SEED=$$CAL_SEED)" >&2; exit 1; }'

# Lists known vulnerabilities of bundled packages and build tools. It asks npm's registry, so it is not a
# test.
audit: $(MODULES) ## ask npm about known holes in the packages (online)
	@found=$$(npm audit 2>&1); status=$$?; printf '%s\n' "$$found"; \
		case $$found in *'audit endpoint returned an error'* | *ENOTFOUND* | *EAI_AGAIN* | *ECONNREFUSED* | *ENETUNREACH* | *ETIMEDOUT*) \
			echo 'The registry of npm did not answer: nothing is known about holes. Try again online, or look up what the site is made with at https://osv.dev:' >&2; \
			sed -n '/^  /p; /^=/q' $(SITE)/licenses.txt 1>&2 2>/dev/null; exit 1;; esac; exit $$status

SETS ?= 1000
SIZES ?= 200 1000 5000
coverage: build/native/unit/test_coverage build/native/unit/test_coverage_binary build/native/unit/test_null build/native/unit/test_cumulative ## how often intervals hold the truth and tests reject it, as src/run/report/intervals/coverage.md has it; SETS=1000, SIZES="200 1000 5000" of the binary task
	@build/native/unit/test_coverage $(SETS); build/native/unit/test_coverage_binary $(SETS) $(SIZES); build/native/unit/test_null $(SETS); build/native/unit/test_cumulative $(SETS)0

# Guides the search by code coverage of the engine. Findings stay in build/fuzz/found.
FUZZERS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
RUNS ?= 1000000
build/fuzz/fuzz_%: tests/fuzz/fuzz_%.c build/fuzz/engine.a
	@echo 'fuzz: $@'
	@$(fuzz.cc) $(C) $(fuzz.flags) -Wno-missing-prototypes -fsanitize=fuzzer $^ -o $@
fuzz-%: build/fuzz/fuzz_%
	@mkdir -p build/fuzz/found/$*
	@ASAN_OPTIONS=allocator_may_return_null=1 $< -seed=1 -runs=$(RUNS) -max_len=4096 -reload=0 -print_final_stats=1 \
		-artifact_prefix=build/fuzz/$*- build/fuzz/found/$* tests/fuzz/corpus/$* 2>build/fuzz/$*.log || \
		{ tail -40 build/fuzz/$*.log; exit 1; }
	@echo "$*: $$(grep -o 'Done .*' build/fuzz/$*.log)"
fuzz: $(if $(ONLY),$(ONLY:%=fuzz-%),$(FUZZERS:%=fuzz-%)) ## a guided search for input that breaks a reader; ONLY=csv: one, RUNS=1000000: how long

bench: setup-tests site native wasi build/bench/engine/calib.mjs ## measure this engine and its peers; QUICK=1: roughly; ONLY=gemm,train: parts
	@cd tests/bench && { [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund || \
		echo 'The peers from npm could not be installed and are left out.' >&2; }
	@node tests/bench/run.mjs $(if $(QUICK),--quick) $(if $(ONLY),--only=$(ONLY))

calibrators: native ## compare all calibrators where the truth is known, as src/reference.md has it
	@node tests/bench/calibrators.mjs

cifar10: $(MODULES) ## fetch CIFAR-10 (170 MB) and let the site offer a part of it (25 MB); CIFAR10='--records 10000,10000': more
	@node web/tools/cifar10.mjs $(CIFAR10) build/cifar10
	@$(MAKE) --no-print-directory site

zoo: native ## train and package what models/zoo lacks; ONLY=shapes10: some, TRAIN=no: package alone
	@ONLY=$(ONLY) TRAIN=$(TRAIN) node models/zoo.mjs
	@node src/docs.mjs

# Each run's result is a file of build/papers.
papers: native ## train what models/papers lacks of the papers' experiments; ONLY=E1,E5: some, ONLY=verify: a third again, LIST=yes: print, DATA=, JOBS=
	@ONLY=$(ONLY) DATA=$(DATA) JOBS=$(JOBS) LIST=$(LIST) TRAIN=$(TRAIN) THIRD=$(or $(THIRD),1) node models/papers/main.mjs
	@[ -n "$(LIST)" ] || node src/docs.mjs

docs: native site ## the lists in the documents that follow from registries and cards, and web/engine.d.ts
	@node src/docs.mjs
	@node web/tools/types.mjs

# Compares direct and Winograd convolutions, in the V8 of Node, whose fetch this emcc mistakes for a
# browser's.
build/bench/engine/conv_choice.js: build/single/obj/tests/bench/conv_choice.o build/single/engine.a build/bench/engine/calib.mjs
	@echo 'bench: $@'
	@NODE_PATH=$(DEBIAN_NODE) emcc $(single.flags) -sENVIRONMENT=node -sINITIAL_MEMORY=256MB $(filter %.o %.a,$^) -o $@

conv-choice: build/bench/engine/conv_choice.js ## measure the table in src/kernel/conv/conv.c
	@node --no-experimental-fetch $<

check: check-floors check-english $(LISTED_VIEWS) $(MODULES) | build/ ## floors, English, format, types: all that needs no build
	$(call install,$(TOOLS_CHECK))
	@clang-format-19 --dry-run --Werror $(call find,src wasm tests,*.[ch])
	@node_modules/.bin/biome check --error-on-warnings --log-level=warn .
	@node_modules/.bin/tsc
	@node_modules/.bin/tsc -p tests/bench

screenshots: site $(MODULES) ## every view and place, light, dark and in high contrast, wide and on a phone, into build/shots; VIEWS='pictures' THEME=dark SIZE=phone: some; IN=de: in German
	@node tests/support/screenshots.mjs $(IN:%=--in=%) $(THEME:%=--theme=%) $(SIZE:%=--size=%) $(VIEWS)

format: $(MODULES) ## C, JavaScript, CSS as the check wants them
	@clang-format-19 -i $(call find,src wasm tests,*.[ch])
	@node_modules/.bin/biome check --write .

check-floors: $(LISTED_VIEWS) ## an include points down only
	@node --test --test-reporter=spec tests/properties/floors.test.mjs tests/properties/rooms.test.mjs

check-english: ## comments, names and commit subjects are plain English
	@node --test --test-reporter=spec tests/properties/english.test.mjs

clean: ## remove everything that was made
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1	\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 22

FORCE:

.PHONY: FORCE audit format screenshots native library install uninstall wasi site cifar10 setup setup-tests run everything gcc sanitize tsan tsan-units test quick soak mutate unit-programs unit coverage bench calibrators fuzz zoo papers docs \
	conv-choice check check-floors check-english clean help
