# shellcheck shell=bash
# What the tests in a sandbox have in common: steps that say what they prove, the first of which that fails ends the
# test, an installed placemarkd, and an end. What a test knows of a failure, it tells by a function `explains`.

proves() { echo "ok: $*"; }
fails() {
    echo "FAILED: $*" >&2
    explains >&2 || true
    exit 1
}
# within SECONDS WHAT COMMAND…   The command succeeds in time: six times what a quiet machine may take, because a busy one fails nothing
# by that, and what succeeds waits no longer.
within() {
    local deadline=$((SECONDS + 6 * $1)) what=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -le $deadline ] || fails "$what (waited for: $*)"
        sleep 0.05
    done
    proves "$what"
}

# logged UNIT TEXT…   A line of the unit's log has this text. Ask within a time: what a process has written, journald may not have
# read when the process has ended. The log is read to its end: a pipe that closes earlier is a failure of journalctl.
logged() { journalctl --no-pager --output cat --unit "$1" | grep --fixed-strings -- "${*:2}" >/dev/null; }

# installs   What "make build" has built. It says as much as it can.
installs() {
    make install PREFIX=/usr/local >/dev/null
    systemd-sysusers
    systemd-tmpfiles --create placemarkd.conf
    printf '[Log]\nLevel=trace\n' >/etc/placemarkd.conf.d/log.conf
}

# Where the pages are installed: what is followed is what somebody reads who has installed it.
documents=/usr/local/share/doc/placemarkd
# follows PAGE [HEADING]   Each command of a page, up to its first heading or below one, must succeed. What the last one said is in
# /tmp/command.log.
follows() {
    local command count=0
    while read -r command; do
        eval "$command" >/tmp/command.log 2>&1 </dev/null || { cat /tmp/command.log; fails "docs/$1: $command"; }
        count=$((count + 1))
    done < <(awk -v heading="${2-}" '
        /^##/ {seen = 1; inside = $0 == heading}
        (heading == "" ? !seen : inside) && /^    (sudo|curl|placemark)/ {print substr($0, 5)}' "$documents/docs/$1")
    [ $count -gt 0 ] || fails "docs/$1 has no commands${2:+ below \"$2\"}"
    proves "set up as docs/$1 says"
}

# does_without_user_namespaces UNIT   Where there can be none, as inside a chroot (user_namespaces(7)).
does_without_user_namespaces() {
    ! unshare --user true 2>/dev/null || return 0
    mkdir -p "/etc/systemd/system/$1.d"
    printf '[Service]\nPrivateUsers=no\n' >"/etc/systemd/system/$1.d/users.conf"
    systemctl daemon-reload
    proves "$1 without PrivateUsers=, because this machine makes no user namespaces"
}

# has_geocoder SOCKET   The settings name the network geocoder at this socket.
geocoder_settings=/etc/placemarkd.conf.d/geocoder.conf
has_geocoder() { printf '[Geocoding]\nGeocoder=%s\n' "$1" >$geocoder_settings; }

has_position() { [ "$(placemarkctl get source.state)" = live ]; }

# What a receiver and its gpsd are started with, where that is allowed: a receiver is hardware, and sends when it is time. Among
# programs that are all busy, Linux 6.18 lets one of the usual priority wait for three seconds and more, again and again, and ten
# seconds without a fix are a source that is lost.
on_time=()
! chrt --rr 1 true 2>/dev/null || on_time=(chrt --rr 1)

# has_gpsd   A gpsd at its usual port, which reads what `drives` sends.
device=udp://127.0.0.1:5948
has_gpsd() { "${on_time[@]}" gpsd -n -S 2947 $device 2>/dev/null; }

# drives FROM TO --speed KMH   The receiver of that gpsd begins this trip, at 10 Hz.
receiver=
drives() {
    # A trip that is over needs no end.
    [ -z "$receiver" ] || kill "$receiver" 2>/dev/null || true
    "${on_time[@]}" placemarkctl simulate "$@" --interval 0.1 --device $device 2>/dev/null &
    receiver=$!
}

# is_hardened UNIT [EXPOSURE]   systemd finds nothing to criticise in a unit, and little that it may do: an exposure of 1.2 at most,
# or of what is named for a unit that needs more.
is_hardened() {
    local file exposure
    file=$(systemctl show --property FragmentPath --value "$1")
    exposure=$(systemd-analyze security --no-pager --offline=true "$file" | sed -n "s/.*exposure level for $1: \([0-9.]*\).*/\1/p")
    awk "BEGIN {exit !($exposure <= ${2:-1.2})}" || fails "the exposure level of $1 is $exposure"
    systemd-analyze verify --man=no "$file" || fails "systemd-analyze verify $1"
    proves "the exposure level of $1 is $exposure"
}

# probe_says UNIT   What probe-confinement has said there, and whether that is all.
probe_says() { journalctl --no-pager --output cat --unit "$1" --identifier python3; }
probe_has_ended() { [[ $(probe_says "$1") == *confined ]]; }

# is_confined UNIT [ALLOWED…]   Nothing works in a unit's confinement that must not; ALLOWED are the lines of probe-confinement that
# may come. The unit is started for it.
is_confined() {
    local unit=$1 folder=/etc/systemd/system/$1.d found
    shift
    # An address of another machine that this one would reach.
    ip address replace 192.0.2.7/32 dev lo
    mkdir -p "$folder"
    printf '[Service]\nExecStartPre=/usr/bin/python3 /run/probe-confinement\nStandardOutput=journal\n' >"$folder/probe.conf"
    install -m 755 "${BASH_SOURCE[0]%/*}/probe-confinement" /run/probe-confinement
    systemctl daemon-reload
    systemctl restart "$unit"
    # journald may not have read it yet.
    within 30 "the probe in $unit ends" probe_has_ended "$unit"
    found=$(probe_says "$unit")
    rm "$folder/probe.conf"
    systemctl daemon-reload
    for allowed; do found=$(grep --invert-match --fixed-strings --line-regexp "$allowed" <<<"$found"); done
    [ "$found" = confined ] || fails "$unit $found"
    proves "$unit cannot do what it need not"
}

# outputs   What the units of placemarkd let out of their hands: journal, status, arguments, environments, metrics.
outputs() {
    journalctl --no-pager --quiet --output export --unit 'placemark*'
    systemctl status --no-pager --full --lines 0 'placemark*'
    systemctl show 'placemark*'
    grep --files-with-matches '/placemark[^/]*\.service' /proc/[0-9]*/cgroup | while read -r process; do
        cat "${process%cgroup}"{cmdline,environ} | tr '\0' '\n'
    done
    # An age or a processor time has decimals, too, also with systemd, which says: Consumed 9.512s CPU time.
    grep --invert-match '^[a-z_]*_seconds' /var/lib/prometheus/node-exporter/placemarkd.prom
} 2>/dev/null

# betrays_nothing   That does not tell where the machine was, with four decimals or, where the tests drive, with three; nor
# is there a core file.
began=$(mktemp)
betrays_nothing() {
    local position='[0-9]\.[0-9]{4}|(^|[^0-9.])(47\.1|9\.[45])[0-9]{2}' found
    # The least number that there is stands in the command line of placemark-geolocation.service, while that runs: no altitude.
    outputs | grep --text --invert-match --extended-regexp '^ +CPU: |: Consumed .* CPU time' |
        sed 's/-1\.7976931348623157e308//g' >/tmp/outputs || true
    grep --quiet --text '^_SYSTEMD_UNIT=placemarkd.service$' /tmp/outputs || fails "the journal says nothing of placemarkd"
    found=$(grep --text --extended-regexp "$position" /tmp/outputs | head -n 5) || true
    [ -z "$found" ] || fails "where the machine was can be read: $found"
    found=$(find / /run/placemarkd /var/lib/placemarkd /var/lib/systemd/coredump -maxdepth 1 -type f -name 'core*' \
        -newer "$began" 2>/dev/null) || true
    [ -z "$found" ] || fails "there are cores: $found"
    proves "nothing tells where the machine was"
}

# Each test that has passed until here ends with it.
trap '[ $? = 0 ] || exit; betrays_nothing' EXIT
