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

.PHONY: help demo test check clean

help:
	@echo "make demo [WORKSPACE=DIR]  index a workspace, ask the server three questions as a client would"
	@echo "make test                  set up and run the tests"
	@echo "make check                 what .ci/run checks after the tests: format, lint, types, layers"
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

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .import_linter_cache
