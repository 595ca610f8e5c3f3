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

# For scripts that make fresh systems.
needs_root() { if [ "$(id -u)" -ne 0 ]; then refuse "Only root can make a fresh system."; fi; }

case "${1:-}" in -h | --help) usage && exit 0 ;; esac

# Of the debug build that the scripts share: neither the demo nor a test needs debug information, without which a build takes
# six sevenths of the time. `swift build` alone makes one with it.
debug=(-debug-info-format none)

# The folder of the Swift in use, in which it has its bin/.
toolchain() { swiftc -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1|p'; }

# fresh_debian 12|13 FOLDER [PACKAGE,…]: a Debian with what is essential, apt and these packages.
fresh_debian() {
    local suite
    case "$1" in 12) suite=bookworm ;; 13) suite=trixie ;; esac
    mmdebstrap --quiet --variant=apt ${3:+--include="$3"} "$suite" "$2" >/dev/null
}

# inside FOLDER COMMAND…: runs a command as root in a Debian of its own, with its own processes and this machine's devices and
# network. FOYER_MOUNT is a folder that it may read.
inside() {
    unshare --mount --pid --fork --kill-child sh -c '
        mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" || exit
        if [ -n "${FOYER_MOUNT:-}" ]; then mount --bind -o ro "$FOYER_MOUNT" "$0$FOYER_MOUNT" || exit; fi
        exec chroot "$0" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LANG=C.UTF-8 TERM=xterm \
            DEBIAN_FRONTEND=noninteractive "$@"' "$@"
}
