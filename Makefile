# placemarkd. "make help" lists what there is to make.

PREFIX ?= /usr/local
DESTDIR ?=
sysconfdir = /etc
bindir = $(PREFIX)/bin
sharedir = $(PREFIX)/share/placemarkd
docdir = $(PREFIX)/share/doc/placemarkd
libdir = $(PREFIX)/lib
libexecdir = $(PREFIX)/libexec/placemarkd
mandir = $(PREFIX)/share/man
bashdir = $(PREFIX)/share/bash-completion/completions
zshdir = $(PREFIX)/share/zsh/site-functions
fishdir = $(PREFIX)/share/fish/vendor_completions.d

# Where the programs are that "make install" takes, and how it does: stripped.
BUILT ?= .build/release
INSTALL_PROGRAM ?= install -m 755 -s
# What the shells read to complete commands: the programs write it themselves.
COMPLETIONS = .build/completions
WORLD = .build/gazetteer/world.gazetteer
# Programs that "make install" leaves out: WITHOUT="placemark-nominatim placemark-server"
WITHOUT ?=
ALL_PROGRAMS = placemarkd placemarkctl placemark-beacons placemark-gazetteer placemark-nominatim placemark-report placemark-server
# Programs that another one starts, and that nobody types.
ALL_CHILD_PROGRAMS = placemark-map placemark-picture
CHILD_PROGRAMS = $(filter-out $(WITHOUT),$(ALL_CHILD_PROGRAMS))
# The page with its libraries, and the world as vector tiles: what placemark-map serves.
MAP = .build/map
BASEMAP = .build/gazetteer/world.pmtiles
PROGRAMS = $(filter-out $(WITHOUT),$(ALL_PROGRAMS))
UNITS = $(filter-out $(WITHOUT:%=%.service) $(WITHOUT:%=%.socket) $(WITHOUT:%=%-update.service) $(WITHOUT:%=%-update.timer), \
    placemarkd.service placemarkd.socket placemark-gazetteer-update.service placemark-gazetteer-update.timer \
    placemark-alarm@.service placemark-timezone.service placemark-nominatim.service placemark-nominatim.socket \
    placemark-beacons.service placemark-map.service \
    placemark-report.service placemark-server.service placemark-server.socket)
PAGES = $(filter-out $(WITHOUT:%=man/%.8) $(WITHOUT:%=man/%.1),$(wildcard man/*))

# Nothing loads symbols from the programs: without them in its tables the daemon takes 0.7 MB less memory. Packed relocations save
# another MB, and 1.7 MB of each program. The toolchain's lld makes them, and glibc reads them since 2.36, which Debian 12 has.
# The maps make the programs the same wherever the checkout is, and so does it that no hash of the compiler's work is put into them,
# which is of paths, too; what debuggers want names the options of the compiler. Without --disable-local-rpath they would look for libraries beside themselves first.
SOURCE_MAP = $(CURDIR)=/usr/src/placemarkd
SWIFT_FLAGS ?=
SWIFT_RELEASE = swift build --configuration release --static-swift-stdlib --disable-local-rpath -Xlinker --no-export-dynamic -Xlinker --strip-debug \
    -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
    -Xcc -ffile-prefix-map=$(SOURCE_MAP) -Xswiftc -file-prefix-map -Xswiftc $(SOURCE_MAP) \
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen $(SWIFT_FLAGS)

.PHONY: cross emulation build programs gazetteer basemap map-libraries page-test manuals demo demo-packages demo-world demo-gazetteer demo-sources demo-programs test soak simulate torture report-torture home-assistant ruby-geocoder bluetooth-test fuzz lint accuracy bench sbom install uninstall deb deb-lint deb-test deb-reproducible apt-repository release clean help

build: programs gazetteer basemap map-libraries ## Build the programs, the world file, the basemap and the page of the map

programs:
	@Scripts/setup build
	@Scripts/pin-packages
	$(SWIFT_RELEASE)
	@mkdir -p $(COMPLETIONS)
	@for program in $(ALL_PROGRAMS); do for shell in bash zsh fish; do \
	    $(BUILT)/$$program --generate-completion-script $$shell > $(COMPLETIONS)/$$program.$$shell || exit; done; done
	@# A file that bash reads, not one that it runs: without the first line, which says otherwise.
	@sed -i '1{/^#!/d}' $(COMPLETIONS)/*.bash

# With placemark-gazetteer at hand.
define BUILD_WORLD
@Scripts/setup gazetteer
@SOURCES="$(SOURCES)" Scripts/gazetteer-sources .build/gazetteer/sources
@if [ ! -e $(WORLD) ] || [ $(BUILT)/placemark-gazetteer -nt $(WORLD) ] || \
    [ -n "$$(find .build/gazetteer/sources -newer $(WORLD) -type f)" ]; then \
    $(BUILT)/placemark-gazetteer build --sources .build/gazetteer/sources --output $(WORLD); fi
endef

gazetteer: programs ## Build the world file; without a network SOURCES=FOLDER has what it is made from
	$(BUILD_WORLD)

basemap: gazetteer ## The world as vector tiles, for the map
	@if [ ! -e $(BASEMAP) ] || [ $(WORLD) -nt $(BASEMAP) ]; then \
	    $(BUILT)/placemark-gazetteer map --gazetteer $(WORLD) --sources .build/gazetteer/sources --output $(BASEMAP); fi

map-libraries: ## The map's page with its libraries, in .build/map; without a network SOURCES=FOLDER has their wheel
	@Scripts/setup gazetteer
	@SOURCES="$(SOURCES)" Scripts/fetch-map-libraries .build/map

page-test: ## Drive the map's page in a real Chromium: ARGS="live regions"
	@Scripts/setup page-test
	@Tests/IntegrationTests/Map/page-test $(ARGS)

manuals: programs ## Write the reference parts of man/ anew, after a change of options or keys
	Scripts/man-pages

# The first that a newcomer waits for: what it shows and no more. The daemon and its command are built as for debugging, which takes
# half as long, in a folder of their own, because two builds cannot share one, and beside what makes the world.
DEMO = .build/demo
demo: ## See it work: a simulated drive through a real gpsd
	@$(MAKE) --no-print-directory --jobs demo-world demo-programs
	@Scripts/demo

demo-packages:
	@Scripts/setup build gazetteer demo
	@Scripts/pin-packages

demo-world: demo-gazetteer demo-sources
	$(BUILD_WORLD)

demo-gazetteer: demo-packages
	$(SWIFT_RELEASE) --product placemark-gazetteer

demo-sources: demo-packages
	@SOURCES="$(SOURCES)" Scripts/gazetteer-sources .build/gazetteer/sources

# The world is what all waits for, so these leave it a core.
demo-programs: demo-packages
	@for product in placemarkd placemarkctl; do \
	    swift build --scratch-path $(DEMO) --quiet --jobs 1 -debug-info-format none --disable-index-store --product $$product || exit; done

test: build ## Run every test, with a real gpsd and a real systemd: ARGS="--filter Publishing"
	@Scripts/setup test page-test
	@Scripts/nominatim --prepare
	swift build --build-tests
	@Scripts/run-tests $(ARGS)

soak: build ## Run the long forms of the tests that have one
	@Scripts/setup test page-test
	@Scripts/nominatim --prepare
	swift build --build-tests
	@Scripts/run-tests --soak $(ARGS)

simulate: ## A year at 1 Hz in a simulated world, every step checked: ARGS="--seed 7 --days 30"
	@Scripts/setup build
	@Scripts/pin-packages
	$(SWIFT_RELEASE) --product long-simulation
	$(BUILT)/long-simulation $(ARGS)

torture: ## Kill a writer of state files 100,000 times, and look at what it leaves: ARGS="--seed 7 --kills 1000"
	@Scripts/setup build
	@Scripts/pin-packages
	$(SWIFT_RELEASE) --product file-torture
	$(BUILT)/file-torture $(or $(ARGS),--kills 100000)

report-torture: ## Kill the reporter and its receivers 1,000 times, while 100,000 reports travel: ARGS="--seed 7 --reports 5000 --kills 50"
	@Scripts/setup build
	@Scripts/setup test
	@Scripts/pin-packages
	$(SWIFT_RELEASE) --product placemark-report
	Tests/Reports/ReportTorture/report-torture --program $(BUILT)/placemark-report $(ARGS)

home-assistant: build ## Have a real Home Assistant find the box through a real broker, and ask what it has understood, as root
	@Scripts/setup test
	Tests/Reports/HomeAssistant/home-assistant-test

ruby-geocoder: gazetteer ## Have Dawarich's geocoder, a Ruby gem, ask a placemark-server which city is where, as root
	Tests/IntegrationTests/Server/ruby-geocoder-test

bluetooth-test: build ## Have a real BlueZ with an emulated controller hear beacons for the daemon, in a virtual machine, as root
	@Scripts/setup bluetooth-test
	Tests/Beacons/BluetoothTest/bluetooth-test

fuzz: gazetteer ## Damage the world file in every way for a minute, under a sanitizer: ARGS=3600 for an hour
	@Scripts/fuzz $(ARGS)

lint: ## Check the format of the sources and the scripts
	@Scripts/setup lint
	swift format lint --strict --recursive --parallel Package.swift Sources Tests examples
	mandoc -T lint -W warning man/*
	tsc --project map
	node --test map/tests/
	shellcheck --external-sources .ci/run $$(grep -rlE '^#!/(bin/|usr/bin/env )(ba)?sh' Benchmarks Scripts Tests debian libexec)

accuracy: build ## How often the gazetteer is right, beside its peers: ARGS="--only land --details"
	@Scripts/setup bench
	@Benchmarks/run accuracy $(ARGS)
	@Benchmarks/streets

bench: build ## How fast and large the gazetteer is, what regions, subscribers, reports and beacons cost, beside their peers
	@Scripts/setup bench
	@Benchmarks/run bench $(ARGS)
	@Benchmarks/run regions
	@Benchmarks/run subscribers
	@Benchmarks/state-files
	@Benchmarks/server
	@Benchmarks/reports
	@Benchmarks/beacons

sbom: build ## What the programs consist of, with versions and licences: .build/sbom/placemarkd.cdx.json (CycloneDX)
	@Scripts/sbom $(PROGRAMS) $(CHILD_PROGRAMS)

install: ## Install what "make build" has built: DESTDIR= PREFIX=/usr/local WITHOUT=placemark-server
	install -d $(DESTDIR)$(bindir) $(DESTDIR)$(sharedir) $(DESTDIR)$(libdir)/systemd/system
	install -d $(DESTDIR)$(libdir)/sysusers.d $(DESTDIR)$(libdir)/tmpfiles.d $(DESTDIR)$(sysconfdir)/placemarkd.conf.d
	for program in $(PROGRAMS); do $(INSTALL_PROGRAM) $(BUILT)/$$program $(DESTDIR)$(bindir)/ || exit; done
	# With its time: that is when it was built.
	install -p -m 644 $(WORLD) $(DESTDIR)$(sharedir)/
	# For detail packs; what lies there stays.
	install -d $(DESTDIR)$(sharedir)/gazetteers.d
	install -d $(DESTDIR)$(docdir)
	install -m 644 README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE $(DESTDIR)$(docdir)/
	# The tree of the pages as it is here, so that links lead on. Commands name files where they are installed.
	for page in README.md $$(find docs -name '*.md'); do \
	    install -d $(DESTDIR)$(docdir)/"$$(dirname "$$page")" && \
	    sed 's,/usr/share/placemarkd,$(sharedir),g; s,/usr/share/doc/placemarkd,$(docdir),g; s,/usr/libexec/placemarkd,$(libexecdir),g' \
	        "$$page" > $(DESTDIR)$(docdir)/"$$page" || exit; done
	install -d $(DESTDIR)$(docdir)/docs/pictures
	install -m 644 docs/pictures/*.png $(DESTDIR)$(docdir)/docs/pictures/
	install -d $(DESTDIR)$(docdir)/examples
	for example in systemd/examples/*; do \
	    sed 's,=/usr/bin/placemark,=$(bindir)/placemark,; s,PATH=/usr/bin:,PATH=$(bindir):/usr/bin:,; s,file:/usr/share/doc/placemarkd,file:$(docdir),' \
	        "$$example" > $(DESTDIR)$(docdir)/examples/"$${example##*/}" || exit; done
	for section in 1 5 8; do install -d $(DESTDIR)$(mandir)/man$$section || exit; \
	    for page in $(PAGES); do [ "$${page##*.}" = $$section ] || continue; \
	    sed 's,/usr/share/,$(PREFIX)/share/,g; s,/usr/libexec/,$(PREFIX)/libexec/,g' \
	        "$$page" > $(DESTDIR)$(mandir)/man$$section/"$${page##*/}" || exit; done; done
	install -d $(DESTDIR)$(bashdir) $(DESTDIR)$(zshdir) $(DESTDIR)$(fishdir)
	for program in $(PROGRAMS); do \
	    install -m 644 $(COMPLETIONS)/$$program.bash $(DESTDIR)$(bashdir)/$$program || exit; \
	    install -m 644 $(COMPLETIONS)/$$program.zsh $(DESTDIR)$(zshdir)/_$$program || exit; \
	    install -m 644 $(COMPLETIONS)/$$program.fish $(DESTDIR)$(fishdir)/$$program.fish || exit; done
	install -d $(DESTDIR)$(docdir)/examples/python $(DESTDIR)$(docdir)/examples/swift
	install -m 644 examples/python/placemarkd.py $(DESTDIR)$(docdir)/examples/python/
	install -m 644 examples/swift/main.swift $(DESTDIR)$(docdir)/examples/swift/
	install -d $(DESTDIR)$(libexecdir)
	for program in $(CHILD_PROGRAMS); do $(INSTALL_PROGRAM) $(BUILT)/$$program $(DESTDIR)$(libexecdir)/ || exit; done
	if [ -n "$(filter placemark-map,$(CHILD_PROGRAMS))" ]; then \
	    install -p -m 644 $(BASEMAP) $(DESTDIR)$(sharedir)/ || exit; \
	    (cd $(MAP) && find . -type f ! -name '*.gz') | while read -r file; do \
	        install -D -m 644 "$(MAP)/$$file" "$(DESTDIR)$(sharedir)/map/$$file" || exit; done; fi
	sed 's,^PATH=/usr/bin:,PATH=$(bindir):/usr/bin:,' libexec/set-timezone > $(DESTDIR)$(libexecdir)/set-timezone
	chmod 755 $(DESTDIR)$(libexecdir)/set-timezone
	for unit in $(UNITS); do \
	    sed 's,/usr/bin/placemark,$(bindir)/placemark,; s,=/usr/libexec/placemarkd/,=$(libexecdir)/,; s,file:/usr/share/doc/placemarkd,file:$(docdir),' \
	        systemd/$$unit \
	        > $(DESTDIR)$(libdir)/systemd/system/$$unit || exit; done
	for name in $(PROGRAMS) $(CHILD_PROGRAMS); do for kind in sysusers tmpfiles; do \
	    [ ! -e systemd/$$name.$$kind.conf ] || \
	        install -m 644 systemd/$$name.$$kind.conf $(DESTDIR)$(libdir)/$$kind.d/$$name.conf || exit; done; done
	[ -e $(DESTDIR)$(sysconfdir)/placemarkd.conf ] || install -m 644 etc/placemarkd.conf $(DESTDIR)$(sysconfdir)/
	install -d $(DESTDIR)$(sysconfdir)/placemarkd
	for name in $(patsubst placemark-%,%,$(PROGRAMS) $(CHILD_PROGRAMS)); do \
	    [ $$name = placemarkd ] || [ ! -e etc/$$name.conf ] || [ -e $(DESTDIR)$(sysconfdir)/placemarkd/$$name.conf ] || \
	        install -m 644 etc/$$name.conf $(DESTDIR)$(sysconfdir)/placemarkd/ || exit; done

uninstall: ## Remove what "make install" has installed, but for /etc: DESTDIR= PREFIX=/usr/local
	for program in $(PROGRAMS); do rm -f $(DESTDIR)$(bindir)/$$program $(DESTDIR)$(bashdir)/$$program \
	    $(DESTDIR)$(zshdir)/_$$program $(DESTDIR)$(fishdir)/$$program.fish || exit; done
	for page in man/*; do rm -f $(DESTDIR)$(mandir)/man$${page##*.}/"$${page##*/}" || exit; done
	for unit in $(UNITS); do \
	    rm -f $(DESTDIR)$(libdir)/systemd/system/$$unit || exit; done
	for name in $(PROGRAMS) $(CHILD_PROGRAMS); do \
	    rm -f $(DESTDIR)$(libdir)/sysusers.d/$$name.conf $(DESTDIR)$(libdir)/tmpfiles.d/$$name.conf || exit; done
	rm -rf $(DESTDIR)$(sharedir) $(DESTDIR)$(docdir) $(DESTDIR)$(libexecdir)

# Another release or architecture than this machine's: trixie amd64 or trixie arm64.
RELEASE ?=
ARCH ?=
OTHER = $(if $(RELEASE)$(ARCH),$(or $(RELEASE),trixie) $(or $(ARCH),arm64))
# Where the packages go.
DEBS ?= .build/deb$(if $(OTHER),-$(subst $() ,-,$(OTHER)))

deb: build $(if $(OTHER),cross) ## Debian packages of what is built, in .build/deb; as root for another Debian: RELEASE=trixie ARCH=arm64
	@$(if $(OTHER),Scripts/setup cross,Scripts/setup deb)
	@rm -rf $(DEBS)
	@Scripts/debian-packages $(DEBS) $(OTHER)

deb-lint: ## Let lintian judge the packages; debian/*.lintian-overrides has the exceptions, and why
	@$(if $(OTHER),,Scripts/setup deb)
	$(if $(OTHER),Scripts/in-debian-root .build/cross/$(firstword $(OTHER))-packing) \
	    lintian --allow-root --fail-on error,warning --pedantic $(DEBS)/*.deb

deb-test: ## Install the packages into a bare system under a real systemd, as the README says, upgrade, spoil, purge, as root
	Scripts/deb-test $(or $(RELEASE),$$(. /etc/os-release; echo $$VERSION_CODENAME)) $(DEBS)

apt-repository: ## A repository of the packages for apt, which needs only a static web server: KEY=me@example.org TO=FOLDER
	@Scripts/setup deb
	@Scripts/apt-repository "$(KEY)" "$(TO)" $$(. /etc/os-release; echo $$VERSION_CODENAME)=$(DEBS) \
	    $(foreach folder,$(wildcard .build/deb-*-amd64 .build/deb-*-arm64),$(word 2,$(subst -, ,$(folder)))=$(folder))

release: ## Make a release of what is committed: VERSION=1.2.3, KEY= to sign it with, FOR="trixie-amd64 trixie-arm64"
	@Scripts/setup deb
	@KEY="$(KEY)" FOR="$(FOR)" Scripts/release "$(VERSION)"

cross: ## Build the programs for another Debian, as root: RELEASE=trixie ARCH=arm64 PRODUCTS=
	@Scripts/setup build
	@Scripts/pin-packages
	SWIFT_RELEASE='$(SWIFT_RELEASE)' Scripts/cross-build $(or $(OTHER),trixie arm64) $(PRODUCTS)

emulation: ## Install the packages of "make deb ARCH=arm64" in their release, under qemu, and compare them with this machine's, as root
	Scripts/emulation-check $(or $(OTHER),trixie arm64) $(or $(if $(OTHER),$(DEBS)),.build/deb-trixie-arm64)

deb-reproducible: deb ## Build the packages a second time, elsewhere, and compare
	@DEBS=$(DEBS) Scripts/deb-reproducible

clean: ## Remove all that has been built
	rm -rf .build

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 12
