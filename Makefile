# Sextant: build, test, show. "make help" lists the targets.

GO ?= go
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME ?= 1m
DEMO := demo

# The modules: the adapters to MQTT brokers and to a cache are modules of their own, so that the others do not depend on their libraries.
modules := . examples/mosquitto/mqtt examples/lru/cache examples/golibs/lru examples/golibs/btree examples/golibs/rate
each = @set -e; for m in $(modules); do echo $(1) -C $$m $(2); $(1) -C $$m $(2); done

# Packages whose tests have a flag -update, the tests that use it, by themselves or by a function compareGolden, and packages with benchmarks: found,
# not listed.
golden := $(sort $(dir $(shell grep -rlE --include='*_test.go' 'sextant/internal/testkit/golden"|[.]CheckGolden' . 2>/dev/null)))
compared := $(shell awk -F '[^A-Za-z0-9]+' '/^func / { name = $$2 } /olden[^A-Za-z"]/ && name ~ /^Test/ { print name }' $(wildcard $(addsuffix *_test.go,$(golden))) | sort -u | paste -sd '|' -)
benched := $(sort $(dir $(shell grep -rl --include='*_test.go' '^func Benchmark' . 2>/dev/null)))
models := $(sort $(wildcard examples/*/*.sxt))

.PHONY: help
help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1	/' | expand -t 18

.PHONY: install
install: ## find or install z3 and Graphviz
	@command -v $(GO) >/dev/null || { echo "Go is missing: see https://go.dev/doc/install" >&2; exit 1; }
	@scripts/install.sh

.PHONY: build
build: ## bin/sextant, without information for debuggers, which takes 18 of 61 MB
	$(GO) build -ldflags=-s -o bin/sextant ./cmd/sextant

.PHONY: demo
demo: ## explore the examples, draw them, catch a faulty machine
	@$(MAKE) --no-print-directory -j2 install build
	@scripts/demo.sh $(DEMO)

# Many tests wait for systems and for time limits, so more packages are tested at once than a small machine has cores.
PACKAGES ?= 3

# Property tests draw CHECKS random cases each, from SEED on, so that whether a change passes depends on the change alone. With SEED=0
# the cases are different each time. "make long" draws many more cases, different each time, and tests the servers with all seeds.
CHECKS ?= 20
SEED ?= 1
random := RAPID_CHECKS=$(CHECKS) RAPID_SEED=$(SEED)

# Tests are not vetted again, since "make vet" does that.
testing := -vet=off -timeout 20m

# The programs of tests, and those that tests build, are linked without debug information, which takes half as long, and tests that tests run are
# not vetted, for which go vets all packages below them. "make long" does both, and "make vet" vets all.
linked := GOFLAGS='$(strip $(GOFLAGS) -ldflags=-s -vet=off)'

# Packages whose tests compute or wait longest come first, in the order in which go starts them, so that the others run meanwhile and none is left
# alone at the end.
longest := $(addprefix ./,cmd/sextant examples internal/face/workbench/browser internal/testing/tester internal/jobs/rig internal/jobs/analysis/mutate internal/engines/explore internal/analyses/abstraction internal/core/smt internal/jobs/starter internal/externs/runner internal/face/lsp)

.PHONY: test
test: install ## all tests
	$(random) $(linked) $(GO) test $(testing) -p $(PACKAGES) $(longest) ./...
	@set -e; for m in $(filter-out .,$(modules)); do $(random) $(linked) $(GO) test -C $$m $(testing) ./...; done

.PHONY: long
long: install ## all tests, with ten times as many random cases
	$(call each,SEXTANT_LONG=1 RAPID_CHECKS=300 RAPID_SEED=0 $(GO) test,-timeout 3h ./...)

.PHONY: check
check: install format vet lint tidy layers models race differential golden web-check ## everything that must hold before a commit

.PHONY: format
format:
	@files=$$(gofmt -l .); test -z "$$files" || { echo "not formatted, run gofmt -w:" $$files >&2; exit 1; }

.PHONY: vet
vet:
	$(call each,$(GO) vet,./...)

.PHONY: lint
lint:
	@set -e; for m in $(modules); do (cd $$m && $(GO) run $(STATICCHECK) ./...); done

.PHONY: tidy
tidy:
	$(call each,$(GO) mod tidy,-diff)

.PHONY: layers
layers:
	$(linked) $(GO) test -run Layers ./internal/jobs/driver

.PHONY: models
models: build
	bin/sextant fmt -l $(models)

# A program built with -race sleeps before it ends, by default for a second: once for every package. Packages that start no goroutines, nor share
# anything between them, are left out, and so are the tests in a browser, which -short skips, and the trial of bugs and the examples, which test
# other programs by the adapters that internal/testing/sut tests. Of the command's scripts those are run whose commands do several things at once.
sequential := (bench/(bugs/(cmd|trial)|sample|speed)|cmd/sextant|examples/(queue|redis)|internal/(analyses/(abstraction/predicate|chance|classes|family|lint|mutation/mutant|operations|relax|testgen)|base/(diag|file|priority|text)|core/(admit|distance|draw|equality|flat|linear|opaque|products|run|term/chars|value)|engines/(concolic/keep|concolic/live|concolic/trail|conflict|explore/compact|prove|statespace/domain)|externs/(contract|emit|exercise)|face/(lsp/buffer|workbench/browser)|imports|jobs/(analysis/(invariants|step)|starter|store)|language/(compile|syntax)|results/(report|result|schema)|testing/(chance|export|ioco|script|sut/content|sut/frame|tester/shrink)|testkit/(codes|collections|core|regions)))(/|$$)|(examples|internal/core/zone)$$

concurrent := Serve|Script/(concolic_journal|explore_prove|externs_adaptive|interrupt|killed|limit_time|mutate_suite|run_(campaign|products)|solver_|step|sut_|table_run)
detect := GORACE=atexit_sleep_ms=20 $(random) $(linked)

# Tests that compute long in one goroutine, in packages that have others: "make test" runs them.
lonely := ^Test(ChoosingTestsBecomeShort|TimedRareFaults|SystemsThatChoose|Mutants|Rates|Effort|Pairs|RareFaults|PatternsBeyondTheSolver|MutationScores)$$

.PHONY: race
race:
	$(detect) $(GO) test $(testing) -p $(PACKAGES) -race -short -skip '$(lonely)' $$($(GO) list $(longest) ./... | grep -vE '$(sequential)')
	$(detect) $(GO) test $(testing) -race -short -run '$(concurrent)' ./cmd/sextant
	@set -e; for m in $(filter-out .,$(modules)); do $(detect) $(GO) test -C $$m -race -short ./...; done

# Random models, machines of B and logs, compared with explicit states; and what commands say of 100 random models and of the examples, compared
# with each other. "make long" compares 10,000 models.
.PHONY: differential
differential:
	SEXTANT_MODELS=300 $(linked) $(GO) test $(testing) -run 'EqualExplicitStates|CommandsAgree' ./internal/engines/explore ./internal/testing/ioco/logs ./internal/jobs/analysis ./internal/jobs/driver
	SEXTANT_LINEAR=1 SEXTANT_MODELS=100 $(linked) $(GO) test $(testing) -run 'EqualExplicitStates' ./internal/engines/explore

.PHONY: golden
golden:
	@$(linked) RAPID_CHECKS=1 scripts/unchanged.sh $(GO) test $(filter-out ./cmd/sextant/,$(golden)) -run '^($(compared))$$' -update
	@$(linked) scripts/unchanged.sh $(GO) test ./cmd/sextant -run 'Help|Readme|EveryCommandOnEveryExample' -update

.PHONY: update
update: ## rewrite golden files and the tour of the README; read the diff
	RAPID_CHECKS=1 $(GO) test $(golden) -update

.PHONY: pictures
pictures: install build ## draw the pictures of the README again
	bin/sextant explore examples/microgrid/microgrid.sxt --model-graph docs/pictures/microgrid.svg
	bin/sextant explore examples/light/light.sxt --graph docs/pictures/light-tree.svg
	@folder=$$(mktemp -d); trap 'rm -r "$$folder"' EXIT; \
	SEXTANT_SCREENSHOTS=$$folder $(GO) test -count=1 -run 'Screenshots/(serve|widths)' ./internal/face/workbench/browser && \
	cp $$folder/serve-model-light.png docs/pictures/workbench.png && cp $$folder/wide-1440-tests-light.png docs/pictures/run.png

# The web app is built from the sources in web; Go embeds the three files, which are committed, so that a build needs no Node.
ASSETS := internal/results/report/page/assets

.PHONY: web
web: ## build the web app of the workbench (needs Node and npm)
	cd web && npm ci --no-audit --no-fund && npm run build

.PHONY: web-check
web-check: ## prove that the committed web app is what its sources give
	@scripts/web-check.sh $(ASSETS)

.PHONY: screenshots
screenshots: install ## pictures of every view of the workbench, light and dark, in screenshots
	@mkdir -p screenshots
	SEXTANT_SCREENSHOTS=$(CURDIR)/screenshots $(GO) test -count=1 -run Screenshots ./internal/face/workbench/browser

.PHONY: vscode
vscode: ## bin/sextant.vsix, the extension of Visual Studio Code (needs Node and npm)
	@mkdir -p bin && cp LICENSE editors/vscode/LICENSE
	cd editors/vscode && npm ci --ignore-scripts --no-audit --no-fund && npm run package
	$(GO) test -count=1 -run 'Grammar' ./internal/face/lsp

.PHONY: bench
bench: install ## benchmarks
	$(GO) test -run '^$$' -bench . -benchmem $(benched)

# Seeded faults, found by sextant and by other testers: BUGS has the flags, as in BUGS='-seeds 1 -only kv/*'.
BUGS ?=

.PHONY: bugs
bugs: install ## the bug bench; see bench/bugs
	$(GO) run ./bench/bugs/cmd/bugs $(BUGS)

# Representations of collections for solvers: DATA has the flags, as in DATA='-names -models lru'.
DATA ?= -names

.PHONY: data
data: install ## the bench of representations of collections; see docs/rationale.md
	$(GO) run ./bench/data $(DATA)

# Speed and memory, beside the goals: SPEED has the flags, as in SPEED='-rows generate'.
SPEED ?=

.PHONY: speed
speed: install ## the table of speed and memory; see docs/rationale.md
	$(GO) run ./bench/speed $(SPEED)

# How many programs compute beside the tests of "make crowd", how often each system is tested, how many runs of each there are at once, and which
# systems, separated by commas; all if there are none.
CROWD ?= 32
RUNS ?= 40
AT_ONCE ?= 4
SYSTEMS ?=

.PHONY: crowd
crowd: ## right systems and faults on a busy machine: no false alarm, and faults are found
	SEXTANT_CROWD=$(CROWD) SEXTANT_RUNS=$(RUNS) SEXTANT_AT_ONCE=$(AT_ONCE) SEXTANT_SYSTEMS=$(SYSTEMS) $(GO) test -timeout 10h -count=1 -run TestUnderLoad -v ./examples

.PHONY: fuzz
fuzz: ## every fuzz target for a minute, or FUZZTIME
	@scripts/fuzz.sh $(FUZZTIME)

.PHONY: clean
clean: ## remove what was built
	rm -rf bin $(DEMO) screenshots web/node_modules
