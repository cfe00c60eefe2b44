# `make` lists what there is. Everything is installed into .venv, once, and again when pyproject.toml or
# constraints.txt change. Another Python: `make PYTHON=python3.12 sweep`. Options of a command: `make sweep ARGS=--quiet`.

PYTHON ?= python3
ARGS ?=
MINUTES ?= 10

VENV := .venv
BIN := $(VENV)/bin
CREATED := $(VENV)/.created
RUN := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
DOCS := $(VENV)/.installed-docs
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

CODE := balance tests benchmarks docs
# Rule systems by the folders of their kernels; one whose tests stand in a folder of its name has them played in every pass.
SYSTEMS := $(patsubst balance/engine/%/kernels,%,$(wildcard balance/engine/*/kernels))
PLAIN := tests/rules tests/properties tests/policies $(wildcard $(SYSTEMS:%=tests/%))
CHECKED := tests/rules $(patsubst %,tests/games/test_%.py,agreement readings replay) \
  $(foreach name,rules endings agony properties agreement,$(wildcard $(SYSTEMS:%=tests/%/test_$(name).py)))
KERNELS := balance/engine/_random.py,balance/engine/*/kernels/*,balance/policies/*/*
# Each of two processes takes a half of the files, then what is left of the other's: few fixtures are set up twice.
PYTEST := -m pytest -n 2 --dist worksteal -q
# Every index checked; less optimised, because it compiles in two thirds of the time and few games are played.
CHECKS := NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1
# Per cent of lines and branches of the kernels; raised to what is reached, never lowered.
COVERED := 95

# Tests start hundreds of processes, and three passes collect the same files: what Python has read once it keeps.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help setup sweep test test-slow fuzz bench docs pictures lint format clean warm test-normal test-plain test-checked

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' Makefile

sweep: $(RUN) ## Play every pairing of configs/factions.yaml and write outputs/factions/report.html
	$(BIN)/balance sweep configs/factions.yaml $(ARGS)

test: $(DEV) ## Run every check and every test but the slow ones
	@$(MAKE) --no-print-directory warm & warming=$$!; \
	  $(MAKE) --no-print-directory lint || { wait $$warming; exit 1; }; wait $$warming
	@$(MAKE) --no-print-directory test-normal test-plain test-checked

test-slow: $(DEV) ## Run the slow tests: coverage of the intervals, long random play
	@$(BIN)/python -m tests.warm
	HYPOTHESIS_PROFILE=deep $(BIN)/python -m pytest -n 2 -m slow $(ARGS)
	HYPOTHESIS_PROFILE=wide $(BIN)/python -m pytest -n 2 tests/properties tests/api/test_observation.py $(ARGS)

fuzz: $(DEV) ## Change sound files by chance and read them, for MINUTES=10
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m tests.fuzz $(MINUTES) $(ARGS)

bench: $(RUN) ## Print the speed and strength table (ARGS=--help lists its options)
	@$(BIN)/python -m benchmarks.run $(ARGS)

docs: $(DOCS) ## Write the pages that are made from the code, and the documentation as a site into site/
	@$(BIN)/python -m docs.generate
	@$(BIN)/python -m sphinx -q -W --keep-going -d $(VENV)/doctrees docs site
	@echo "site/index.html"

pictures: $(DEV) ## Play the tutorial's games and draw its pictures anew
	@$(BIN)/python -m docs.pictures

lint: $(DEV) ## Check style, types and the direction of imports
	@$(BIN)/ruff check $(CODE) || { echo "repair what can be repaired by itself: make format"; exit 1; }
	@$(BIN)/ruff format --check $(CODE) || { echo "repair: make format"; exit 1; }
	@$(BIN)/mypy || { echo "see it again: $(BIN)/mypy"; exit 1; }
	@$(BIN)/lint-imports > $(VENV)/imports.txt 2>&1 \
	  || { cat $(VENV)/imports.txt; echo "the layers stand in pyproject.toml; see it again: $(BIN)/lint-imports"; exit 1; }

format: $(DEV) ## Repair style
	$(BIN)/ruff check --fix $(CODE) || true
	$(BIN)/ruff format $(CODE)

clean: ## Remove what was installed and every cache; results in outputs/ stay
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.* build dist site *.egg-info
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

setup: $(DEV) ## Install everything, tools for tests included, into .venv

# Both kinds of compiled code at once: compiling takes one core each. Nothing is done where they are there already.
warm: $(DEV)
	@$(BIN)/python -m tests.warm & normal=$$!; $(CHECKS) $(BIN)/python -m tests.warm; wait $$normal

# The three passes of `make test`: as played, in plain Python (where coverage is true and integers do not wrap in
# silence), and compiled with every index checked.
test-normal: warm
	@$(BIN)/python $(PYTEST) || { echo "only the failed ones again: $(BIN)/python -m pytest --last-failed"; exit 1; }

test-plain: $(DEV)
	@echo "kernels in plain Python, with coverage"
	@$(BIN)/coverage erase
	@NUMBA_DISABLE_JIT=1 HYPOTHESIS_PROFILE=small $(BIN)/coverage run $(PYTEST) $(PLAIN) \
	  || { echo "again: NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest --last-failed $(PLAIN)"; exit 1; }
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --include='$(KERNELS)' --fail-under=$(COVERED) || { echo "test the lines listed as missing"; exit 1; }

test-checked: warm
	@echo "kernels with every index checked"
	@$(CHECKS) HYPOTHESIS_PROFILE=small $(BIN)/python $(PYTEST) $(CHECKED) \
	  || { echo "again: $(CHECKS) $(BIN)/python -m pytest --last-failed $(CHECKED)"; exit 1; }

$(CREATED):
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=…")'
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(RUN): pyproject.toml constraints.txt | $(CREATED)
	@echo "installing into $(VENV): about a minute, once"
	@$(PIP) --editable .
	@touch $@

$(DOCS): pyproject.toml constraints.txt | $(CREATED)
	@echo "installing what makes the site into $(VENV), once"
	@$(PIP) --editable '.[docs]'
	@touch $@ $(RUN)

$(DEV): pyproject.toml constraints.txt | $(CREATED)
	@echo "installing into $(VENV), tools for tests included: about a minute, once"
	@$(PIP) --no-compile --editable '.[dev]' # Python compiles what is imported, a small part, at its first import
	@touch $@ $(RUN) $(DOCS)
