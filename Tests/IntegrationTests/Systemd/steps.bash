# shellcheck shell=bash
# What the tests in a sandbox have in common: steps that say what they prove, the first of which that fails ends the
# test, and an installed placemarkd. What a test knows of a failure, it tells by a function `explains`.

proves() { echo "ok: $*"; }
fails() {
    echo "FAILED: $*" >&2
    explains >&2 || true
    exit 1
}
# within SECONDS WHAT COMMAND…   The command succeeds in time.
within() {
    local deadline=$((SECONDS + $1)) what=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -le $deadline ] || fails "$what (waited for: $*)"
        sleep 0.05
    done
    proves "$what"
}

# installs   What "make build" has built.
installs() {
    make install PREFIX=/usr/local >/dev/null
    systemd-sysusers
    systemd-tmpfiles --create placemarkd.conf
}

# drives FROM TO --speed KMH   The receiver of the gpsd at its usual port begins this trip, at 10 Hz.
receiver=
drives() {
    [ -z "$receiver" ] || kill "$receiver"
    placemarkctl simulate "$@" --interval 0.1 --device udp://127.0.0.1:5948 2>/dev/null &
    receiver=$!
}

# is_hardened UNIT   systemd finds nothing to criticise in a unit, and little that it may do.
is_hardened() {
    local file=/usr/local/lib/systemd/system/$1 exposure
    exposure=$(systemd-analyze security --no-pager --offline=true "$file" | sed -n "s/.*exposure level for $1: \([0-9.]*\).*/\1/p")
    awk "BEGIN {exit !($exposure <= 1.5)}" || fails "the exposure level of $1 is $exposure"
    systemd-analyze verify --man=no "$file" || fails "systemd-analyze verify $1"
    proves "the exposure level of $1 is $exposure"
}
