#!/usr/bin/env bash
# Every check and test. Goes on after a failing check, says at the end which failed, and fails then.
# Called by `make test`; arguments go to pytest: bash tools/test.sh -k healthz
set -uo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH" PYTHONDONTWRITEBYTECODE=
python=.venv/bin/python
failed=()

section() { printf '\n\033[1m==> %s\033[0m\n' "$*"; }

check() {  # check NAME COMMAND…
    local name=$1
    shift
    section "$name"
    "$@" || { failed+=("$name"); printf '\033[31mFAILED: %s\033[0m\n' "$name"; }
}

give_up() { printf '\n%s\n' "$*" >&2; exit 1; }

as_root() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

apt_install() {
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } \
        >var/apt.log 2>&1
}

prepare_chromium() {
    if $python -m tools.chromium >/dev/null 2>&1; then return; fi
    if as_root && apt_install chromium; then return; fi
    if playwright install chromium >var/playwright.log 2>&1 && $python -m tools.chromium >/dev/null; then return; fi
    give_up "The browser tests need Chromium and it could not be installed.
On Debian: apt-get install chromium (as root); elsewhere: .venv/bin/playwright install chromium"
}

prepare_fonts() {
    if fc-list :lang=zh-cn 2>/dev/null | grep -q .; then return; fi
    if as_root && apt_install fonts-noto-cjk; then return; fi
    echo "Note: no Chinese font on this machine; pictures will show boxes (Debian: fonts-noto-cjk)"
}

prepare_pango() {
    if $python -m tournaments.paper.press --check 2>/dev/null; then return; fi
    if as_root && apt_install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0; then return; fi
    echo "Note: no Pango on this machine; PDFs are not tested (Debian: libpangoft2-1.0-0 libharfbuzz-subset0)"
}

prepare_node() {
    if command -v node >/dev/null && command -v npm >/dev/null; then
        if ! cmp -s package-lock.json node_modules/.lock; then
            npm ci --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.lock
        fi
    elif [ "${CI:-}" = true ]; then
        give_up "CI checks the scripts too and needs node and npm."
    else
        echo "Note: no node on this machine; the scripts are not checked"
    fi
}

js_tests() {
    local tests
    mapfile -t tests < <(find tests/js -name '*.test.js' | sort)
    if [ ${#tests[@]} -gt 0 ]; then node --test --test-reporter=dot "${tests[@]}"; fi
}

section "Preparing Chromium, fonts, Pango and node"
mkdir -p var
prepare_chromium
prepare_fonts
prepare_pango
prepare_node

check "ruff: lint" ruff check .
check "ruff: format" ruff format --check .
check "mypy" mypy
check "import-linter: arrows point inward" lint-imports
check "Django's own checks" $python manage.py check --fail-level WARNING
check "migrations: none is missing" $python manage.py makemigrations --check --dry-run
check "messages: both languages complete" $python -m tools.messages check
$python -m tools.messages compile
[ ! -d templates ] || check "djlint: templates" djlint --lint --quiet templates
if [ -d node_modules ]; then
    check "tsc: types of the scripts" node_modules/.bin/tsc -p .
    check "node: tests of the scripts" js_tests
fi
check "pytest" pytest -n "${TEST_PROCESSES:-2}" --dist loadfile "$@"

if [ ${#failed[@]} -gt 0 ]; then
    printf '\n\033[31mFailed:\033[0m\n'
    printf '  - %s\n' "${failed[@]}"
    exit 1
fi
