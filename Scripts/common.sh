# Shared by the scripts; not a script itself. Each script begins with
#   source "$(dirname "$0")/common.sh" "$@"
# A script's first comment is its help.
set -euo pipefail
me="Scripts/$(basename "$0")"

usage() { awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"; }

say() { echo "$me: $*" >&2; }

# Exits with the status for wrong usage, before anything has been done.
refuse() {
    say "$*"
    echo "\`$me --help\` says what it takes." >&2
    exit 64
}

# For scripts without arguments.
takes_nothing() { if [ $# -gt 0 ]; then refuse "\"$1\" is unknown; there are no arguments."; fi; }

# For scripts that take one folder or file.
takes_one() {
    if [ $# -gt 1 ]; then refuse "\"$2\" is one argument too many."; fi
    case "${1:-}" in -*) refuse "\"$1\" is unknown." ;; esac
}

case "${1:-}" in -h | --help) usage && exit 0 ;; esac
