# Set-up and the few commands of every day. Works with any make from 3.81 on and in paths with spaces:
# everything is relative, and tools are run as modules, since scripts cannot name an interpreter with spaces.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
RUN := .venv/bin/python
PIP := $(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes
PYTEST_ARGS ?= -n auto

.PHONY: demo demo-reset test mutants lint bench lock

demo: .venv/installed
	@$(RUN) manage.py demo

demo-reset: .venv/installed
	@$(RUN) manage.py demo --reset

test: .venv/installed-dev
	$(RUN) -m pytest $(PYTEST_ARGS)

# FILES="reviewapp/people/auth.py" tries all changes of these files, nothing a sample of every room;
# MUTANTS_ARGS="--rooms actions --sample 100 --seed 2", and --help for the rest.
mutants: .venv/installed-dev
	$(RUN) -m tests.mutants $(FILES) $(MUTANTS_ARGS)

lint: .venv/installed-dev
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy .
	$(RUN) -c 'from importlinter.cli import lint_imports_command as run; run()'
	find templates -name '*.html' -exec .venv/bin/djade --target-version 5.2 --check {} +
	$(RUN) -m tests.check_templates

bench: .venv/installed-dev
	$(RUN) -m tests.bench

lock: .venv/installed-dev
	$(RUN) -m uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header -q -o requirements.lock
	$(RUN) -m uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header -q -o requirements-dev.lock

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is missing" \
		"(Debian: apt install python3 python3-venv; macOS: brew install python)." >&2; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing" \
		"(Debian: apt install python3-venv)." >&2; exit 1; }
	@echo "Making .venv with $$("$(PYTHON)" --version)"
	@"$(PYTHON)" -m venv .venv || { rm -rf .venv; exit 1; }

.venv/installed: requirements.lock | .venv/bin/python
	@echo "Installing what requirements.lock names (once, and when it changes)"
	@$(PIP) -r requirements.lock
	@touch $@

.venv/installed-dev: requirements-dev.lock | .venv/installed
	@echo "Installing what requirements-dev.lock names (once, and when it changes)"
	@$(PIP) -r requirements-dev.lock
	@touch $@
