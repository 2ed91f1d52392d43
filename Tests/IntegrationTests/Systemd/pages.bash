# shellcheck shell=bash
# The commands of the pages that "pages" lists, followed alike by pages-test and deb-test. Needs steps.bash, but for "unlisted".

# shellcheck disable=SC2154 # steps.bash has $documents
pages_folder=$(cd "${BASH_SOURCE[0]%/*}" && pwd)

# blocks FILE   A page's blocks of commands and of settings that name their file, each as HEADING, 0x1F, the block, 0x1E.
blocks() {
    awk '
        function ends() {
            if (block ~ /^(# \/etc\/|sudo |curl |placemark[a-z-]* [^─]|printf |echo |cat |jq |for |gpspipe |make |systemctl |journalctl |ssh )/ || shell)
                printf "%s\037%s\036", heading, block
            block = ""; shell = 0
        }
        /^```/ {fenced = !fenced; ends(); shell = fenced && $0 == "```sh"; next}
        fenced {if (shell) block = block $0 "\n"; next}
        /^    / {block = block substr($0, 5) "\n"; next}
        {ends()}
        /^## / {heading = substr($0, 4)}
        END {ends()}' "$1"
}

# unlisted DOCUMENTS   The sections with commands that are not listed, and what is listed and has none.
unlisted() {
    local page heading block found=
    local -A listed=()
    while read -r page; do listed[$page]=; done < <(sed -n 's/^- \([^:]*\):.*/\1/; /^[^#]/p' "$pages_folder/pages")
    while read -r page; do
        while IFS=$'\x1f' read -r -d $'\x1e' heading block; do
            [[ $block != '# /etc/'* ]] || continue
            found=
            for entry in "$page" "$page#$heading"; do [[ ! -v listed[$entry] ]] || { listed[$entry]=1; found=1; }; done
            [ "$found" ] || echo "not listed: $page#$heading"
        done < <(blocks "$1/$page.md")
    done < <(cd "$1" && find guide admin explain reference -name '*.md' | sed 's/\.md$//' | sort)
    for page in "${!listed[@]}"; do [ "${listed[$page]}" ] || echo "has no commands: $page"; done
}

# gives PAGE HEADING   What a section takes for granted. The box stands in Vaduz.
gives() {
    case $1#$2 in
    "guide/regions#At run time")
        printf '%s\n' '{"type": "Feature", "properties": {"identifier": "meadow", "radius": 300},' \
            '"geometry": {"type": "Point", "coordinates": [9.52, 47.14]}}' >meadow.geojson ;;
    guide/replay#)
        printf '[Geocoding]\nPolicy=distance-or-time\n' >trial.conf
        placemarkctl simulate Vaduz "Chur, Switzerland" --output trip.nmea
        for trip in drive-tokyo-fuji drive-fukushima hike-istria still-indoor-sg; do cp trip.nmea $trip.nmea; done
        { echo '<gpx version="1.1" creator="a test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>'
            for second in {10..59}; do
                echo "<trkpt lat=\"47.14$second\" lon=\"9.521\"><time>2026-11-20T08:00:${second}Z</time></trkpt>"
            done
            echo '</trkseg></trk></gpx>'; } >trip.gpx ;;
    guide/own-places#)
        cp "$world" world.gazetteer
        printf '%s\n' '{"type": "Feature", "properties": {"name": "Campus", "radius": 300},' \
            '"geometry": {"type": "Point", "coordinates": [9.52, 47.14]}}' >sites.geojson ;;
    "guide/guard#The first alarm in ten minutes")
        # The trip with which the pages have begun may be over.
        drives 47.141,9.521 47.1411,9.521 --speed 0.1
        within 30 "there is a position" has_position ;;
    "guide/guard#Arming it") within 30 "there is a position still" has_position ;;
    admin/map#*) does_without_user_namespaces placemark-map.service ;;
    admin/server#) does_without_user_namespaces placemark-server.service ;;
    "admin/reports#Setting it up")
        # A receiver that answers nothing, which is all that UDP needs.
        printf '[Sink]\nType=signalk\nURL=udp://127.0.0.1:8375\nFormat=signalk\n' >/etc/placemarkd/reports.d/map.conf
        nc -u -l -k 127.0.0.1 8375 >/dev/null &
        pages_receiver=$! ;;
    "admin/network-geocoder#Setting it up")
        does_without_user_namespaces placemark-nominatim.service
        printf '[Provider]\nServer=http://127.0.0.1:8088\n' >/etc/placemarkd/nominatim.conf
        has_geocoder /run/placemark-nominatim.sock ;;
    esac
}

# types BLOCK   As somebody would who has pasted it: by alice, who is in both groups, or by root where sudo or systemctl is. What
# goes on for ever has a second. What it said is in /tmp/command.log.
types() {
    local user=alice
    [[ ! $1 =~ (^|[^a-z])(sudo|systemctl)\  ]] || user=root
    { echo 'set -e; sudo() { "$@"; }'
        # It comes with a few hundred megabytes of others. This is what gpspipe -w does.
        # shellcheck disable=SC2028
        echo 'gpspipe() { printf "?WATCH={\"enable\":true,\"json\":true};\n" | timeout 2 nc 127.0.0.1 2947 || [ $? = 124 ]; }'
        sed -E 's/^(placemarkctl watch .*|curl .*\/v1\/events.*)$/{ timeout 1 \1\n} || [ $? = 124 ]/' <<<"$1"; } >/tmp/typed
    chown --recursive alice .
    setpriv --reuid=$user --regid=$user --init-groups env HOME="$PWD" USER=alice TERM=dumb timeout 240 \
        bash -o pipefail /tmp/typed >/tmp/command.log 2>&1 </dev/null
}

# follows_page PAGE[#HEADING]   Its settings are written into the files that they name, and its commands succeed.
follows_page() {
    local page=${1%%#*} here heading block last=none count=0
    while IFS=$'\x1f' read -r -d $'\x1e' heading block; do
        [[ $1 == "$page" || $1 == "$page#$heading" ]] || continue
        [ "$heading" = "$last" ] || gives "$page" "$heading"
        last=$heading
        if [[ $block == '# /etc/'* ]]; then
            here=${block%%$'\n'*}
            printf '%s' "$block" >"${here#\# }"
            continue
        fi
        types "$block" || fails "status $? at docs/$page.md, \"$heading\": $block$(tail -n 20 /tmp/command.log)"
        count=$((count + 1))
    done < <(blocks "$documents/docs/$page.md")
    [ $count -gt 0 ] || fails "docs/$1 has no commands"
    proves "docs/$1: $count blocks of commands"
}

# follows_pages WORLD_FILE   All that is listed. Needs a gpsd, a box in Vaduz, alice and bob.
follows_pages() {
    local page world=$1 pages_receiver=
    [ -s "$pages_folder/pages" ] || fails "there is no list of pages in $pages_folder"
    within 30 "the state files are there" test -s /run/placemarkd/city
    mkdir /tmp/pages
    pushd /tmp/pages >/dev/null || return
    while read -r page <&3; do follows_page "$page"; done 3< <(grep '^[^#-]' "$pages_folder/pages")
    popd >/dev/null || return
    kill "$pages_receiver"
}
