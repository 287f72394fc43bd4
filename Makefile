# Every target works in a fresh clone with Go, gcc and make. `make` alone lists them.
SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help build play tour test map-test nat-test compare demo demo-test prove soak kills bench crash cluster-demo cluster-test cluster-cuts clean

PROGRAMS := client server netlab bots engine import
ROUNDS ?= 20
SEEDS ?= 3000
SEED ?= 100000
DURATION ?= 1h
BENCH ?= .
COUNT ?= 6
ARGS ?=

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## put the programs into bin/
	@scripts/deps.sh build
	@scripts/build.sh $(PROGRAMS)

play: ## play; ARGS='--seed 7' for flags of the client. Without a screen: a tour, as screenshots in out/
	@scripts/play.sh $(ARGS)

tour: ## play the tour into screenshots in out/, which takes some minutes
	@scripts/deps.sh build display
	@scripts/build.sh client server
	@scripts/tour.sh

test: ## everything that a change has to pass; ONLY=law,vet for some of the steps
	@scripts/test.sh

map-test: ## the map in a real browser without a screen; its screenshots come to out/map
	@scripts/map-test.sh

nat-test: ## direct links through real NATs of this kernel, in network namespaces; needs root, and says so where it may not
	@scripts/nat-test.sh

demo: ## the page of all methods for browsers into out/demo, for bin/netlab demo or any static host
	@scripts/demo.sh

demo-test: ## that page in a real browser without a screen; its screenshots come to out/demo-shots
	@scripts/demo-test.sh

compare: ## one tape to every method over every network into out/compare; fails if ours has lost its place in docs/compare
	@scripts/build.sh netlab >&2
	@bin/netlab compare --profiles lan,dsl,4g,wifi-bad,intercontinental,satellite --duration 60s --seeds 2 --html out/compare --check docs/compare/compare.csv

prove: ## show that each law can fail: its test against a deliberate fault
	@go run ./cmd/mutation

soak: build ## SEEDS=3000 random worlds from SEED=100000 on under all laws, long runs, 4,000,000 cut flights, long fuzzing; over an hour
	go test -timeout 0 -count=1 ./lab/netlab -run '^TestLaws$$' -seeds $(SEEDS) -seed $(SEED)
	FUZZTIME=200000x ONLY=fuzz scripts/test.sh
	go test -timeout 0 -count=1 ./physics -run '^TestSplitStages$$' -rounds 4000000
	go test -timeout 0 -count=1 ./sim -run '^TestSplitLaw$$' -rounds 50000
	@for rtt in 0ms 50ms 200ms 500ms; do \
		bin/netlab run --players 8 --duration $(DURATION) --rtt $$rtt --jitter 50ms --loss 5% --burst --stall 280ms --seed $(SEED); \
	done

kills: ## 1,000 seeds whose server is killed 1 to 3 times, 200 whose server stands still, 100 of 24 players; SEED=100000 first. Prints totals
	@for what in TestKills:1000 TestStands:200 TestCrowd:100; do \
		go test -timeout 0 -count=1 ./lab/netlab -run "^$${what%:*}$$" -seeds $${what#*:} -seed $(SEED) -v; \
	done

bench: ## all benchmarks, COUNT=6 times each, for benchstat; BENCH=regexp for some
	@go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) ./...

crash: ## ROUNDS=20 times kill -9 for a server on which bots build; what was acked is compared with its disk and with what they hold
	@scripts/build.sh server bots >&2
	@bin/bots crash --rounds $(ROUNDS) --seed $(SEED)

cluster-demo: ## two minutes of 20 bots on a cluster of three machines on this one, of which one is killed each 10 s; what players noticed, and what was lost
	@scripts/build.sh server engine bots >&2
	@timeout --foreground -k 30s 10m bin/bots crash --cluster --demo --rounds 12 --players 20 --seed $(SEED)

cluster-test: ## the commands of docs/two-machines.md as they are written there, in network namespaces: a kill, a rolling upgrade, a backup, leaving; needs root
	@scripts/cluster-test.sh

cluster-cuts: ## 36 faults of a cluster on this machine, with its machines in network namespaces and on disks of their own: killed, cut off, without power; needs root
	@scripts/deps.sh nat
	@scripts/build.sh server engine bots >&2
	@timeout --foreground -k 30s 15m bin/bots crash --namespaces --power-cuts --rounds 36 --players 12 --seed $(SEED)

clean: ## remove what the other targets made
	@rm -rf bin out
