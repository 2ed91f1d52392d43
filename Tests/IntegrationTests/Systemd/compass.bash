# shellcheck shell=bash
# What the installed gpsd passes on of a compass, which depends on its release, and what the installed placemarkd makes of it. Sourced
# beside steps.bash, where gpsd reads udp://127.0.0.1:5948, and carol is a precise reader.

# says SENTENCE…   An instrument says this ten times a second, beside the receiver, until it says something else.
instrument=
says() {
    silences
    while sleep 0.1; do printf '%s\r\n' "$@" >/dev/udp/127.0.0.1/5948 || true; done 2>/dev/null &
    instrument=$!
}
silences() {
    [ -z "$instrument" ] || kill "$instrument" 2>/dev/null || true
    instrument=
}

# tells EXPRESSION   It is true of the status, in jq's words.
tells() { as carol placemarkctl status --json | jq --exit-status "$1" >/dev/null; }
points() { tells ".heading | .origin == \"compass\" and .$1 == $2"; }

# hears_compasses   Each step has directions of its own, so that none takes what an earlier one has left.
hears_compasses() {
    local version
    version=$(dpkg-query --show --showformat='${Version}' gpsd)
    reports_magnetic() { dpkg --compare-versions "$version" ge 3.25; }
    # So slow that there is no course in the place of a heading.
    drives 47.141,9.521 47.142,9.521 --speed 0.1

    local unreported=('$HCHDG,98.3,1.5,E,12.6,W*53')
    reports_magnetic || unreported+=('$HCHDM,77.7,M*1E' '$HEHDT,20.2,T*1F')
    says "${unreported[@]}" '$HCHDT,10.1,T*19'
    within 30 "gpsd $version reports a true heading (HDT)" points trueHeading 10.1
    tells '[.compasses[].north] == ["true"]' || fails "gpsd $version reports one of ${unreported[*]}"
    proves "gpsd $version reports nothing of ${unreported[*]}"
    says '$PTNTHTM,123.4,N,-12.2,N,34.1,N,10.9,11.2*0B'
    within 30 "it reports that of a True North compass (PTNTHTM)" points trueHeading 123.4

    if reports_magnetic; then
        says '$HEHDT,20.2,T*1F'
        within 30 "it reports that of a gyrocompass (HEHDT)" points trueHeading 20.2
        says '$HCHDM,77.7,M*1E'
        within 30 "it reports a magnetic heading (HDM)" points magneticHeading 77.7
        tells '.heading | .declination > 1 and ((.trueHeading - .magneticHeading - .declination) | fabs) < 0.2' ||
            fails "the true heading is not the magnetic one and the declination"
        says '$HCHDT,85.7,T*13' '$HCHDM,98.3,M*1B'
        within 30 "of both, the true one counts" points trueHeading 85.7
        both() { tells '[.compasses[] | select(.trueHeading == 85.7 or .magneticHeading == 98.3) | .state] == ["working", "working"]'; }
        within 30 "and both are heard" both
        # Without a receiver's epochs, gpsd says again what it has heard once.
        kill "$receiver"
        within 30 "there is no receiver" tells '.location.age > 1'
        says '$HCHDM,130.0,M*2B'
        within 30 "a true heading that gpsd only repeats does not count (fault 98)" points magneticHeading 130
        drives 47.141,9.521 47.142,9.521 --speed 0.1
    fi

    printf '[GPSD]\nCompassSentences=yes\n' >/etc/placemarkd.conf.d/compass.conf
    systemctl reload placemarkd
    says '$HCHDG,98.3,1.5,E,12.6,W*53'
    within 30 "a heading with its deviation is heard by its sentence (HDG)" points magneticHeading 99.8
    says '$HCHDM,77.7,M*1E'
    within 30 "a magnetic heading is heard, by its sentence or by gpsd's report (HDM)" points magneticHeading 77.7
    rm /etc/placemarkd.conf.d/compass.conf
    systemctl reload placemarkd
    silences
}
