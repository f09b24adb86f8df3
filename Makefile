# Needs Python 3.11 or later, git and make; everything else goes into .venv.
PYTHON ?= python3
WORKSPACE ?= .
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
READY := $(VENV)/.ready

.PHONY: help demo test check bench clean

help:
	@echo "make demo [WORKSPACE=DIR]  index a workspace, ask the server three questions as a client would"
	@echo "make test                  set up and run the tests"
	@echo "make check                 what .ci/run checks after the tests: format, lint, types, layers"
	@echo "make bench                 measure on this repository what needs nothing else, as tables"
	@echo "make clean                 remove the environment and what the tools left"

# The lock names every package by hash; the project itself is built by the back end that came with it.
$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'codeseam needs Python 3.11 or later, this is ' + sys.version)"
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

demo: $(READY)
	@$(BIN)/python benchmarks/demo.py $(WORKSPACE)

test: $(READY)
	$(BIN)/python -m pytest -n auto --dist loadfile

check: $(READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/deptry .

# The other scripts of benchmarks/ need repositories, labels or programs; each says which.
bench: $(READY)
	@echo "== start and end of the server"
	@$(BIN)/python benchmarks/startup.py
	@echo; echo "== search: questions about this repository"
	@$(BIN)/codeseam eval benchmarks/labels/codeseam.toml --workspace .
	@echo; echo "== search: what the documentation of the package json says"
	@$(BIN)/codeseam eval --self --workspace "$$($(BIN)/python -c 'import json; print(json.__path__[0])')"
	@echo; echo "== chunkers"
	@$(BIN)/python benchmarks/chunkers.py server/codeseam_server
	@echo; echo "== finding, watching and checking 1,000 files"
	@$(BIN)/python benchmarks/freshness.py 1000

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .import_linter_cache
