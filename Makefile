# The commands of the project. `make serve` and `make test` need nothing but Python 3.11 and make.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup serve stop test shots lock format clean

PY := .venv/bin/python

help:  ## what can be done
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## */  make \1\t/'

# The environment follows the lock: a new lock makes a new stamp.
.venv/.stamp: requirements.txt tools/setup.sh
	@bash tools/setup.sh
	@touch $@

setup: .venv/.stamp  ## the Python environment with the binaries of Postgres and Redis
	@$(PY) -m tools.messages compile

serve: .venv/.stamp  ## the whole site on this machine: PORT=8000 HOST=127.0.0.1
	@exec $(PY) -m shengji_site.embedded serve --with-parent

stop:  ## end a server that `make serve` left running in the background
	@if [ -x $(PY) ]; then $(PY) -m shengji_site.embedded stop; else echo "Nothing is running."; fi

test: .venv/.stamp  ## every check and test
	@bash tools/test.sh

shots: .venv/.stamp  ## pictures of the pages into var/shots/
	@$(PY) -m tools.shots

format: .venv/.stamp  ## put the Python code in order
	@.venv/bin/ruff check --fix -q . ; .venv/bin/ruff format .

lock:  ## compile requirements.in into requirements.txt (needs uv: pip install uv)
	uv pip compile requirements.in -o requirements.txt --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --no-annotate --no-header

clean:  ## remove what can be made again (never the data in var/)
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
