import HTTPServing
import PlacemarkModel
import Settings

/// What the operator may set in `/etc/placemarkd/map.conf`, for the map that is always on.
struct MapSettings: Equatable, Sendable {
    /// `[Map]`.
    var listen = ListenAddress.tcp(host: "127.0.0.1", port: 8949)
    var tokenFile = "/etc/placemarkd/map.token"
    /// Further names, as browsers send them in `Host`.
    var hosts: [String] = []
    /// None for the basemap that is installed.
    var tiles: [String] = []
    var recordingLimitInBytes = 2 << 30

    init() {}
}

extension MapSettings: ConfigurationFileSettings {
    static let defaultPath = "/etc/placemarkd/map.conf"

    static let introduction = """
        # The configuration of placemark-map.service, which serves the map for a display that is always on.
        # "placemarkctl map", which serves it for the user who starts it, does not read this file.
        #
        # Each key is shown with its default. To change one, put it, under its [Section], into a file
        # /etc/placemarkd/map.conf.d/NAME.conf, or remove the # here. The last value of a key wins, the files in
        # map.conf.d come last, and an empty value puts the default back.
        #
        # "placemark-map --check-config" says what is wrong; "systemctl restart placemark-map" applies a change. A comment
        # has a line of its own.

        """

    static let keys: [ConfigurationKey<MapSettings>] = [
        ConfigurationKey(
            "Map", "Listen", \.listen, .address,
            "Where the map is served. It has no TLS: for other machines, put a reverse proxy in front of it, or use"
                + " ssh -L."),
        ConfigurationKey(
            "Map", "TokenFile", \.tokenFile, .path(),
            "The file whose first line is the token of the map's address. Only its owner may read it. The service has it as"
                + " a credential of systemd, which takes this file's place."),
        ConfigurationKey(
            "Map", "Hosts", \.hosts, .hosts,
            "Further names by which browsers reach the map, such as that of a reverse proxy. Other names are refused, so that"
                + " no web page reaches the map by a name of its own."),
        ConfigurationKey(
            "Map", "Tiles", \.tiles, .paths,
            "PMTiles files to show instead of the basemap that is installed; the first one is shown at the beginning."),
        ConfigurationKey(
            "Map", "RecordingLimit", \.recordingLimitInBytes, .size(in: (1 << 20)...(1 << 40)),
            "How large a recorded trip that is dropped onto the map may be. While it is being played, it is stored in"
                + " /var/tmp."
        ),
    ]
}

extension ValueGrammar where Value == ListenAddress {
    fileprivate static let address = ValueGrammar(
        allowed: "an address such as 127.0.0.1:8949 or [::1]:8949, or the absolute path of a socket",
        parse: { ListenAddress(parsing: $0) }, format: { $0.description })
}

extension ValueGrammar where Value == [String] {
    fileprivate static let hosts = ValueGrammar(
        allowed: "names such as boat.example.org or 192.168.1.5:8949, with blanks in between",
        parse: { text in
            let names = text.split(separator: " ").map(String.init)
            return names.allSatisfy { name in
                name.utf8.count <= 253
                    && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_:[]".contains($0)) }
            } ? names : nil
        },
        format: { $0.joined(separator: " ") })

    fileprivate static let paths = ValueGrammar(
        allowed: "absolute paths with blanks in between",
        parse: { text in
            let paths = text.split(separator: " ").map(String.init)
            return paths.allSatisfy { $0.hasPrefix("/") } ? paths : nil
        },
        format: { $0.joined(separator: " ") })
}
