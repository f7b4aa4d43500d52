# make run       set up and start the service
# make test      set up and run every check: formatting, types, tests
# make quick     the checks that take less than a minute, while you work
# make nightly   every test and the fuzzers, as a workflow runs them each night
# make format    format the code and apply automatic fixes
# make contract  write openapi.yaml, schemas/ and the tables of the documentation from the code
# make messages  update the translations with the sentences of code and pages
# make editor    build the editor of the check page from tools/editor
# make docs      build the documentation
# make bench     measure speed and memory, and write the table of docs/benchmarks.md
# make fuzz      fuzz the reader, the service and the commands (MINUTES=15)
# make verdicts  compare the verdicts of this checkout with those of another revision (BASE=main)
# make clients   pack the clients for pip and npm
# make wheel     build the package of the last commit, byte for byte the same on any machine
# make lock      upgrade the lock files
# PYTHON is the interpreter (3.11 or newer); HOST, PORT and WEB_CONCURRENCY are the service's.

PYTHON ?= python3
MINUTES ?= 15
BASE ?= HEAD~1
POLICY := /usr/sbin/policy-rc.d
LANGUAGES := de es fr it ja pt
CATALOGUES := messages/translations
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
PACKAGES := clients/js/node_modules tools/editor/node_modules
COMPILE := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock"

# The tests of `make quick`: no browser, server, fuzzer or pipeline.
QUICK := tests/banlists tests/formats tests/links tests/validator tests/test_docs.py \
	tests/test_golden.py tests/test_layering.py tests/cli/test_explain.py \
	tests/cli/reports/test_machines.py tests/web/test_contract.py tests/web/test_fact_words.py \
	tests/web/test_facts.py tests/web/test_faults.py tests/web/test_new_policy.py \
	tests/web/test_requests.py
NOT_QUICK := tests/formats/test_toml_writer.py tests/validator/test_invariants.py \
	tests/validator/legality/test_legality.py::test_a_set_is_legal_from_its_first_day_until_the_day \
	tests/test_docs.py::test_each_benchmark tests/test_docs.py::test_the_first_request \
	tests/test_docs.py::test_the_python tests/test_docs.py::test_the_site

.PHONY: run test nightly quick js clients editor programs lint bench fuzz contract repository messages docs wheel verdicts lock format clean

run: $(VENV)/run.stamp
	@HOST="$${HOST:-127.0.0.1}" PATH="$(CURDIR)/$(BIN):$$PATH" \
		sh -c "exec $$(sed -n 's/^web: //p' Procfile)"

# Tests start many Python processes: let these keep their compiled modules.
test nightly quick: export PYTHONDONTWRITEBYTECODE =

test: lint programs js
	$(BIN)/python -m pytest

# `pytest --nightly` runs what tests/conftest.py leaves out otherwise.
nightly: lint programs js
	$(BIN)/python -m pytest --nightly
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES)

quick: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/python -m pytest $(QUICK) $(NOT_QUICK:%=--deselect=%)

# Install the programs that tests run. Debian starts the servers it installs unless policy-rc.d forbids it.
# Tests of a missing program are skipped, and say so.
programs:
	@for program in chromium-headless-shell zsh fish git nginx redis-server; do \
		PATH="$$PATH:/usr/sbin" command -v $$program >/dev/null || missing="$$missing $$program"; \
	done; \
	test -z "$$missing" || { \
		test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		{ test -e $(POLICY) || { trap 'rm -f $(POLICY)' EXIT; \
			printf '#!/bin/sh\nexit 101\n' >$(POLICY); chmod +x $(POLICY); }; } && \
		apt-get -qq update && \
		apt-get -qq install -y --no-install-recommends $$missing >/dev/null; \
	} || echo "missing:$$missing; tests that need them are skipped" >&2

# Packages for clients/js, the linters of the contract and the editor. Without npm their tests are
# skipped, and say so.
js:
	@! command -v npm >/dev/null || $(MAKE) --no-print-directory $(PACKAGES)

$(PACKAGES): %/node_modules: %/package-lock.json
	npm --prefix $* ci --ignore-scripts --silent --no-fund --no-audit
	@touch $@

editor: tools/editor/node_modules
	npm --prefix tools/editor run --silent build

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict

# ONLY="engine http" runs these benchmarks and prints.
bench: $(VENV)/dev.stamp
	$(BIN)/python -m benchmarks $(ONLY)

fuzz: $(VENV)/dev.stamp
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES)

contract: $(VENV)/dev.stamp
	$(BIN)/python -m tools.contract
	$(BIN)/python -m tools.tables
	$(BIN)/python -m tools.errata

# Writes the project's address into workflows and pages: NAME=owner/name.
repository: $(VENV)/dev.stamp
	$(BIN)/python -m tools.repository $(NAME)

messages: $(VENV)/dev.stamp
	$(BIN)/python -m babel.messages.frontend --quiet extract --mapping babel.cfg --project headjudge --no-location \
		--sort-output --omit-header --keywords say:1 --keywords say_count:2,3 \
		--keywords template:1 --keywords plural:1,2 --output $(CATALOGUES)/messages.pot .
	for language in $(LANGUAGES); do \
		test -e $(CATALOGUES)/$$language || $(BIN)/pybabel --quiet init --input-file \
			$(CATALOGUES)/messages.pot --output-dir $(CATALOGUES) --locale $$language; \
	done
	$(BIN)/pybabel --quiet update --input-file $(CATALOGUES)/messages.pot --output-dir $(CATALOGUES) \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel --quiet compile --directory $(CATALOGUES)

docs: $(VENV)/dev.stamp
	$(BIN)/mkdocs build --quiet --strict

# The packages of clients/, for pip and for npm.
clients: js $(VENV)/dev.stamp
	@mkdir -p build/clients
	$(PIP) wheel --no-deps --no-build-isolation --no-index --wheel-dir build/clients ./clients/python
	rm -rf clients/python/build clients/python/*.egg-info
	cd clients/js && npm pack --silent --pack-destination ../../build/clients

format: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

wheel: $(VENV)/dev.stamp
	@rm -rf build/wheel build/source && mkdir -p build/source
	umask 022; git -c tar.umask=0022 archive HEAD | tar -xp -C build/source; \
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(PIP) wheel --no-deps --no-build-isolation \
		--no-index --wheel-dir build/wheel build/source

verdicts: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.verdicts --base $(BASE)

lock: $(VENV)/dev.stamp
	$(COMPILE) --extra build --output-file requirements-core.lock pyproject.toml
	$(COMPILE) --extra build --extra service --output-file requirements.lock pyproject.toml
	$(COMPILE) --extra build --extra dev --output-file requirements-dev.lock pyproject.toml

clean:
	rm -rf $(VENV) *.egg-info

# One environment with two stamps: for the service, and for the checks.
$(VENV)/run.stamp: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) install --require-hashes --requirement requirements.lock
	$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock $(VENV)/run.stamp
	$(PIP) install --require-hashes --requirement requirements-dev.lock
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Headjudge needs Python 3.11 or newer: make PYTHON=python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
