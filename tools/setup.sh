#!/usr/bin/env bash
# Makes .venv exactly as requirements.txt locks it. Called by make when the lock is newer.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\033[1m==> %s\033[0m\n' "$*"; }
die() { printf '\n%s\n' "$*" >&2; exit 1; }

is_311() { "$1" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null; }

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3.11 /usr/bin/python3.11 /usr/local/bin/python3.11 python3 python; do
        if [ -n "$candidate" ] && command -v "$candidate" >/dev/null && is_311 "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    die "Python 3.11 was not found. Install it (on Debian: apt-get install python3.11 python3.11-venv)
or name it: make setup PYTHON=/path/to/python3.11"
}

# uv installs the lock in seconds. It comes through pip into a venv of its own, never into .venv.
get_uv() {
    if command -v uv; then return; fi
    local home=var/uv
    if [ ! -x "$home/bin/uv" ]; then
        rm -rf "$home"
        "$python" -m venv "$home" >&2 && "$home/bin/python" -m pip install -q uv >&2 || return 1
    fi
    echo "$home/bin/uv"
}

python=$(find_python)
if [ -e .venv ] && ! { [ -x .venv/bin/python ] && is_311 .venv/bin/python; }; then
    say "The old .venv does not run Python 3.11: making a new one"
    rm -rf .venv
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null && ! command -v uv >/dev/null; then
    die "$python cannot make virtual environments: its 'ensurepip' module is missing.
On Debian: apt-get install python3.11-venv (or install uv), then try again."
fi

say "Installing the locked packages into .venv"
mkdir -p var
if uv=$(get_uv); then
    [ -d .venv ] || "$uv" venv -q --python "$python" .venv
    UV_LINK_MODE=${UV_LINK_MODE:-copy} "$uv" pip sync -q --require-hashes --compile-bytecode \
        --python .venv/bin/python requirements.txt
else
    say "uv is not to be had, falling back on pip (slower)"
    [ -d .venv ] || "$python" -m venv .venv
    .venv/bin/python -m pip install -q --require-hashes --no-deps -r requirements.txt
fi
say "The environment is ready"
