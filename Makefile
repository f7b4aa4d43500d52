# make run    sets up and starts the service        make bench  measures it
# make test   sets up and runs every check          make lock   renews the lock files
# make quick  the checks that take less than a minute: while you work
# make docs   builds the documentation            make contract  writes openapi.yaml, schemas/ anew
# make fuzz   throws all that is hostile at it
# make load   measures the service under load: make load OPTIONS="--kill 5", "--attacker"
# make facts  writes the dated facts as files that others can use and cite
# make verdicts  judges the corpus by another revision and by this one: BASE=main
# make wheel  builds the package of the last commit, byte for byte the same on any machine
# make sbom   writes what the service is made of, as CycloneDX
# make editor writes the check form's editor anew, from tools/editor
# make audit  asks whether a locked dependency has a known weakness
# make messages   brings the translators' catalogues up to date with the words of code and pages
# PYTHON names the interpreter (3.11 or newer); HOST, PORT and WEB_CONCURRENCY are the service's.

PYTHON ?= python3
MINUTES ?= 15
BASE ?= HEAD~1
POLICY := /usr/sbin/policy-rc.d
LANGUAGES := de es fr it ja pt
CATALOGUES := messages/translations
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
LOAD := $(VENV)/load
AUDIT := $(VENV)/audit
PACKAGES := clients/js/node_modules tools/editor/node_modules
LOCKS := $(wildcard requirements*.lock)
COMPILE := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock"

SBOM := $(BIN)/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible --short-PURLs

# What `make quick` runs: what tells most in under a minute. No browser, server, fuzzer or pipeline,
# and nothing that goes through thousands of days, teams or pages.
QUICK := tests/banlists tests/formats tests/links tests/validator tests/test_docs.py \
	tests/test_golden.py tests/test_layering.py tests/cli/test_explain.py \
	tests/cli/reports/test_machines.py tests/web/test_contract.py tests/web/test_fact_words.py \
	tests/web/test_facts.py tests/web/test_new_policy.py tests/web/test_resources.py
NOT_QUICK := tests/formats/test_toml_writer.py tests/validator/test_invariants.py \
	tests/validator/legality/test_every_format.py \
	tests/validator/legality/test_legality.py::test_every_refused_paper_card_has_a_day_to_name \
	tests/validator/legality/test_legality.py::test_a_set_is_legal_from_its_first_day_until_the_day \
	tests/test_docs.py::test_each_benchmark tests/test_docs.py::test_the_first_request \
	tests/test_docs.py::test_the_client tests/test_docs.py::test_the_javascript \
	tests/test_docs.py::test_the_python tests/test_docs.py::test_the_site

.PHONY: run test quick js editor programs lint bench load fuzz contract repository messages docs sbom wheel facts verdicts audit lock format clean

run: $(VENV)/run.stamp
	@HOST="$${HOST:-127.0.0.1}" PATH="$(CURDIR)/$(BIN):$$PATH" \
		sh -c "exec $$(sed -n 's/^web: //p' Procfile)"

# Tests start hundreds of programs, each of which would compile its modules anew.
test quick: export PYTHONDONTWRITEBYTECODE =

test: lint programs js
	$(BIN)/python -m pytest

quick: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/python -m pytest $(QUICK) $(NOT_QUICK:%=--deselect=%)

# What tests drive besides: the page in Debian's Chromium, completion in shells, pre-commit's git,
# nginx and Redis before and behind the service. Debian starts what it installs unless
# policy-rc.d forbids it. Tests of a program that is missing are skipped, and say so.
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

# What writes and compiles the types of clients/js, what checks the contract by the rules of others,
# and what builds the editor of the check form; without npm their tests are skipped, and say so, as without Java that of OpenAPI Generator.
js:
	@! command -v npm >/dev/null || $(MAKE) --no-print-directory $(PACKAGES)

$(PACKAGES): %/node_modules: %/package-lock.json
	npm --prefix $* ci --ignore-scripts --silent --no-fund --no-audit
	@touch $@

# Writes the editor anew, from the versions that its lock file names.
editor: tools/editor/node_modules
	npm --prefix tools/editor run --silent build

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict

# Writes the table of docs/benchmarks.md; with ONLY="engine http" it runs these, and prints.
bench: $(VENV)/dev.stamp
	$(BIN)/python -m benchmarks $(ONLY)

# As the fuzzers, not part of the tests: it takes its time. It runs behind nginx.
load: $(LOAD)/stamp $(VENV)/dev.stamp programs
	$(BIN)/python -m benchmarks.load $(OPTIONS)

# Not part of the tests, as it takes its time: MINUTES=15.
fuzz: $(VENV)/dev.stamp
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES)

contract: $(VENV)/dev.stamp
	$(BIN)/python -m tools.contract
	$(BIN)/python -m headjudge.cli.teams.configuration_schema > schemas/headjudge.json

# Where the project is kept, in workflows, hooks and pages: NAME=owner/name.
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

format: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The same bytes for the same lock file: neither a time nor a number of its own is in it.
sbom: $(VENV)/dev.stamp
	@mkdir -p build
	$(SBOM) --output-file build/sbom.json requirements.lock

# From what is committed, with the modes and the time of the commit.
wheel: $(VENV)/dev.stamp
	@rm -rf build/wheel build/source && mkdir -p build/source
	umask 022; git -c tar.umask=0022 archive HEAD | tar -xp -C build/source; \
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(PIP) wheel --no-deps --no-build-isolation \
		--no-index --wheel-dir build/wheel build/source

# The same bytes for the same facts.
facts: $(VENV)/dev.stamp
	$(BIN)/python -m tools.facts_package build/facts

# What a change does to the verdicts, as a table; not part of the tests, which hold the golden ones.
verdicts: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.verdicts --base $(BASE)

# Each lock file by itself, for they are installed apart; all of them, whatever one has.
audit: $(AUDIT)/stamp
	@status=0; for lock in $(LOCKS); do \
		$(AUDIT)/bin/pip-audit --strict --require-hashes --disable-pip --requirement $$lock \
			|| status=1; \
	done; exit $$status

lock: $(VENV)/dev.stamp
	$(COMPILE) --extra build --output-file requirements-core.lock pyproject.toml
	$(COMPILE) --extra build --extra service --output-file requirements.lock pyproject.toml
	$(COMPILE) --extra build --extra dev --output-file requirements-dev.lock pyproject.toml
	$(COMPILE) --group load --output-file requirements-load.lock
	$(COMPILE) --group audit --output-file requirements-audit.lock

clean:
	rm -rf $(VENV) *.egg-info

# One environment, two stamps: what the service needs, and what the checks need besides.
$(VENV)/run.stamp: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) install --require-hashes --requirement requirements.lock
	$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock $(VENV)/run.stamp
	$(PIP) install --require-hashes --requirement requirements-dev.lock
	@touch $@

# Locust is a plugin of pytest, which changes the standard library below what it runs beside.
$(LOAD)/stamp: requirements-load.lock | $(BIN)/python
	$(BIN)/python -m venv $(LOAD)
	$(LOAD)/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes \
		--requirement requirements-load.lock
	@touch $@

$(AUDIT)/stamp: requirements-audit.lock | $(BIN)/python
	$(BIN)/python -m venv $(AUDIT)
	$(AUDIT)/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes \
		--requirement requirements-audit.lock
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Headjudge needs Python 3.11 or newer: make PYTHON=python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
