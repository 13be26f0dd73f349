# `make demo` and `make test` need python3 (3.11 or later) with venv, git, make and a POSIX shell.
# Everything is installed once, in .venv, from the three lock files.

.POSIX:
.SUFFIXES:

PYTHON = $$(for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && exit; \
	done; echo 'no-python-3.11-or-later')
BIN = .venv/bin
PIP = PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 $(BIN)/python -m pip install -qq --no-deps
RUN = .venv/run.stamp
DEV = .venv/dev.stamp
DOCS = .venv/docs.stamp

.PHONY: demo test check fmt docs bench soak mutants clean

# A work item of three projects, from the first brainstorm to the ratification of its reversal.
demo: $(RUN)
	@PATH="$$PWD/$(BIN):$$PATH" sh scripts/demo.sh

# Everything a change must pass.
test: check $(DOCS)
	$(BIN)/python -m pytest -n auto --maxprocesses 8

check: $(DEV)
	$(BIN)/ruff check -q .
	$(BIN)/ruff format -q --check .
	$(BIN)/mypy
	$(BIN)/python -m ledger.cli.generate --check

# Brings the sources, and what is generated from them, into the form that `check` asks for.
fmt: $(DEV)
	$(BIN)/ruff check -q --fix .
	$(BIN)/ruff format -q .
	$(BIN)/python -m ledger.cli.generate

# The documentation as a site with a search, in build/docs; a link that leads nowhere is an error.
docs: $(DOCS)
	@rm -rf build/docs
	@$(BIN)/python -m sphinx -q -W --keep-going -E -d build/doctrees -c docs . build/docs
	@echo 'build/docs/index.html'

# What a command costs, as a multiple of Python's own start; exits 1 where a budget is exceeded.
bench: $(DEV)
	@$(BIN)/python -m compileall -q ledger
	$(BIN)/python bench/start.py
	$(BIN)/python bench/scale.py
	$(BIN)/python bench/policy.py
	$(BIN)/python bench/waiting.py

# The long form of the fault and model runs.
soak: $(DEV)
	LEDGER_SOAK=1 $(BIN)/python -m pytest -m soak -n auto --maxprocesses 8

# Breaks one rule at a time; exits 1 where the test named for it stays green.
mutants: $(DEV)
	PYTHONPATH=tests $(BIN)/python -m mutants

clean:
	rm -rf .venv demo dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN): pyproject.toml requirements.lock bin/ledger
	@echo 'installing into .venv'
	@$(PYTHON) -m venv --clear .venv
	@$(PIP) -r requirements.lock
	@$(PIP) --no-build-isolation -e .
	@touch $@

$(DEV): $(RUN) requirements-dev.lock
	@echo 'installing what the tests need into .venv'
	@$(PIP) -r requirements-dev.lock
	@touch $@

$(DOCS): $(RUN) requirements-docs.lock
	@echo 'installing what the site of the documentation needs into .venv'
	@$(PIP) -r requirements-docs.lock
	@touch $@
