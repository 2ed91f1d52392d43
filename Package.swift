// swift-tools-version: 6.2
import PackageDescription

var targets: [Target] = []

/// Adds targets whose files lie in `path`, each in a folder of its own name.
@MainActor func folder(_ path: String, _ members: Target...) {
    for target in members { target.path = "\(path)/\(target.name)" }
    targets += members
}

/// The products of other packages that ours are made with.
extension Target.Dependency {
    static let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
    static let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
    static let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
    static let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
    static let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
    static let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
    static let nioExtras = Target.Dependency.product(name: "NIOExtras", package: "swift-nio-extras")
    static let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
    static let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
    static let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
    static let serviceLifecycle = Target.Dependency.product(
        name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
}

// What Linux and C libraries bring, and what all programs share.
folder(
    "Sources/Platform",
    .target(name: "Files"),
    .target(name: "Varints"),
    .target(name: "Threads", dependencies: ["CLinux"]),
    .target(name: "Processes", dependencies: ["CLinux", "Files"]),
    .target(name: "Sockets"),
    .target(name: "PrometheusMetrics", dependencies: ["Files", "PlacemarkModel", "SystemClocks", .logging, .nioPosix]),
    .target(name: "SystemClocks", dependencies: ["Files", "PlacemarkModel"]),
    .target(name: "Settings", dependencies: ["Files", "PlacemarkModel", "CInih", "CLinux"]),
    .target(name: "Systemd", dependencies: ["PlacemarkModel", "Sockets", .logging]),
    .target(name: "Web", dependencies: ["PlacemarkModel"]),
    .target(name: "HTTPAsking", dependencies: [.nioCore, .nioHTTP1, .nioPosix]),
    .target(
        name: "HTTPServing",
        dependencies: [
            "Sockets", "Systemd", "Web", .httpTypes, .hummingbirdCore, .logging, .nioCore, .nioExtras, .nioHTTP1,
            .nioHTTPTypes, .nioPosix, .serviceLifecycle,
        ]),
    .target(name: "GzipCompression", dependencies: ["CZlib"]),
    .target(name: "Database", dependencies: ["CSQLite"]),
    .target(name: "CurlClient", dependencies: ["CCurl", "PlacemarkModel", "Threads"]),
    // Checksums of what is downloaded.
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CGPS", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
    .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
    .systemLibrary(name: "CLinux"),
    // OpenSSL comes with it: libmosquitto speaks TLS by a context that is made here.
    .systemLibrary(
        name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev", "libssl-dev"])]),
    // Cairo comes with it: pictures as PNG and SVG, with text in all scripts.
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev", "libcairo2-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSystemBus", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])])
)
folder(
    "Tests/Platform",
    .testTarget(name: "DatabaseTests", dependencies: ["Database", "TestSupport"]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "TestConditions", "TestSupport"]),
    .testTarget(name: "PrometheusMetricsTests", dependencies: ["PrometheusMetrics", "PlacemarkModel"]),
    .testTarget(
        name: "ProcessesTests",
        dependencies: ["Processes", "PrometheusMetrics", "TestConditions", "TestSupport", "Threads"]),
    .testTarget(name: "VarintsTests", dependencies: ["Varints"]),
    .testTarget(name: "SettingsTests", dependencies: ["Settings", "TestSupport"]),
    .testTarget(name: "SocketsTests", dependencies: ["Sockets", "TestSupport"]),
    .testTarget(name: "SystemClocksTests", dependencies: ["PlacemarkModel", "SystemClocks"]),
    .testTarget(name: "SystemdTests", dependencies: ["Systemd", "TestSupport", "TestConditions", .logging]),
    .testTarget(
        name: "HTTPServingTests",
        dependencies: [
            "HTTPServing", "TestConditions", "TestSupport", .httpTypes, .hummingbirdCore, .logging, .nioCore,
            .serviceLifecycle,
        ]),
    .testTarget(name: "WebTests", dependencies: ["PlacemarkModel", "Web"]),
    .testTarget(name: "GzipCompressionTests", dependencies: ["GzipCompression"])
)

// Values and what goes over a wire, and every decision.
targets += [
    .target(name: "PlacemarkModel", path: "Sources/Model"),
    .target(name: "LocationEngine", dependencies: ["PlacemarkModel"], path: "Sources/Engine"),
    .testTarget(
        name: "PlacemarkModelTests", dependencies: ["PlacemarkModel", "TestConditions", "TestSupport"],
        path: "Tests/Model", exclude: ["GridReferences/name-with-peers"]),
    .testTarget(
        name: "LocationEngineTests",
        dependencies: ["LocationEngine", "PlacemarkModel", "TestConditions", "TestSupport"], path: "Tests/Engine"),
]

// The world file and detail packs: read, built and served to others.
folder(
    "Sources/Gazetteer",
    .target(name: "Gazetteer", dependencies: ["CXXHash", "Files", "PlacemarkModel", "Varints"]),
    // libosmium is C++ in headers alone; it uses zlib and threads.
    .target(name: "OSMExtract", linkerSettings: [.linkedLibrary("z"), .linkedLibrary("pthread")]),
    .target(
        name: "GazetteerBuilding",
        dependencies: [
            "CCrypto", "CurlClient", "Files", "Gazetteer", "GzipCompression", "OSMExtract", "PMTiles", "PlacemarkModel",
            "Processes", "Sockets", "VectorTiles",
        ]),
    .executableTarget(
        name: "placemark-gazetteer",
        dependencies: ["Files", "Gazetteer", "GazetteerBuilding", "PMTiles", "PlacemarkModel", .argumentParser]),
    .executableTarget(
        name: "placemark-server",
        dependencies: [
            "Files", "Gazetteer", "HTTPServing", "PlacemarkModel", "Systemd", "Web", .argumentParser, .httpTypes,
            .hummingbirdCore, .logging, .nioCore, .serviceLifecycle, .unixSignals,
        ])
)
folder(
    "Tests/Gazetteer",
    .testTarget(
        name: "GazetteerTests",
        dependencies: [
            "Gazetteer", "GazetteerBuilding", "PMTiles", "PlacemarkModel", "TestConditions", "TestSupport", "Varints",
            "VectorTiles", "gazetteer-bench", "placemark-gazetteer",
        ]),
    // What look-ups, searches and packs cost, and how often they are right, for the benchmarks.
    .executableTarget(
        name: "gazetteer-bench",
        dependencies: ["Files", "Gazetteer", "GazetteerBuilding", "PlacemarkModel", .argumentParser]),
    .testTarget(
        name: "PlacemarkServerTests",
        dependencies: [
            "Gazetteer", "HTTPServing", "PlacemarkModel", "TestSupport", "placemark-server", .httpTypes,
            .hummingbirdCore, .nioCore,
        ])
)

// placemarkd: from gpsd to the socket and the state file.
folder(
    "Sources/Daemon",
    .target(name: "GPSD", dependencies: ["PlacemarkModel", "CGPS", "CLinux", "Threads"]),
    .target(
        name: "DaemonSettings", dependencies: ["Files", "LocationEngine", "PlacemarkModel", "Processes", "Settings"]),
    .target(name: "Geocoding", dependencies: ["LocationEngine", "PlacemarkModel", "Gazetteer"]),
    .target(name: "LocationService", dependencies: ["LocationEngine", "PlacemarkModel", "Geocoding"]),
    .target(
        name: "Publishing",
        dependencies: [
            "CLinux", "CZlib", "Files", "LocationEngine", "PlacemarkModel", "PrometheusMetrics", "Sockets",
            "SystemClocks", "Web", .logging, .nioCore, .nioHTTP1, .nioPosix,
        ],
        // Becomes a constant of the program, so that the daemon needs no file and no Foundation to have it.
        resources: [.embedInCode("HTTP/openapi.json")]),
    .executableTarget(
        name: "placemarkd",
        dependencies: [
            "CLinux", "DaemonSettings", "Settings", "GPSD", "Gazetteer", "Geocoding", "LocationService",
            "NetworkGeocoding", "Files", "LocationEngine", "PrometheusMetrics", "PlacemarkModel", "Publishing",
            "SystemClocks", "Systemd", .argumentParser, .logging, .nioCore, .nioPosix, .serviceLifecycle, .unixSignals,
        ])
)
folder(
    "Tests/Daemon",
    .testTarget(
        name: "ConfigurationTests",
        dependencies: ["DaemonSettings", "Settings", "LocationEngine", "PlacemarkModel", "TestSupport"]),
    .testTarget(
        name: "GPSDTests",
        dependencies: ["GPSD", "PlacemarkModel", "Simulation", "SystemClocks", "TestSupport", "TestConditions"]),
    .testTarget(
        name: "LocationServiceTests",
        dependencies: [
            "Geocoding", "LocationService", "LocationEngine", "PlacemarkModel", "SystemClocks", "Systemd",
            "TestConditions", "TestSupport",
        ]),
    .testTarget(
        name: "PublishingTests",
        dependencies: [
            "Files", "PlacemarkClient", "LocationEngine", "PrometheusMetrics", "PlacemarkModel", "Publishing",
            "SystemClocks", "TestSupport", "TestConditions", "Web", .logging, .nioCore, .nioEmbedded, .nioHTTP1,
            .nioPosix,
        ],
        exclude: ["Golden", "HTTP/check-openapi"]),
    .testTarget(
        name: "PlacemarkdTests",
        dependencies: [
            "DaemonSettings", "Settings", "Gazetteer", "LocationEngine", "PlacemarkModel", "Publishing", "Systemd",
            "TestConditions", "TestSupport", "placemarkd", .argumentParser,
        ]),
    // Thousands of clients, for the benchmarks and the tests of the socket.
    .systemLibrary(name: "CEpoll"),
    .executableTarget(
        name: "socket-load", dependencies: ["CEpoll", "PlacemarkModel", "Simulation", "TestSupport", .argumentParser]),
    // A writer of state files that is killed thousands of times, under the eyes of a reader.
    .executableTarget(
        name: "file-torture",
        dependencies: ["LocationEngine", "PlacemarkModel", "Publishing", "TestSupport", .argumentParser, .logging])
)

// placemark-nominatim: geocoders of the network, and what the daemon asks it with.
folder(
    "Sources/NetworkGeocoder",
    .target(
        name: "NetworkGeocoding",
        dependencies: [
            "Geocoding", "HTTPAsking", "LocationEngine", "PlacemarkModel", "Web", .nioCore, .nioHTTP1, .nioPosix,
        ]),
    .executableTarget(
        name: "placemark-nominatim",
        dependencies: [
            "CurlClient", "Database", "Files", "Settings", "HTTPServing", "PrometheusMetrics", "PlacemarkModel",
            "SystemClocks",
            "Systemd", "Web", .argumentParser, .httpTypes, .hummingbirdCore, .logging, .nioCore, .serviceLifecycle,
            .unixSignals,
        ])
)
folder(
    "Tests/NetworkGeocoder",
    .testTarget(
        name: "NetworkGeocodingTests",
        dependencies: [
            "HTTPAsking", "NetworkGeocoding", "PlacemarkModel", "TestConditions", "TestSupport", .nioPosix,
        ]),
    .testTarget(
        name: "PlacemarkNominatimTests",
        dependencies: [
            "CurlClient", "Settings", "PlacemarkModel", "TestConditions", "TestSupport", "placemark-nominatim",
            .httpTypes,
        ],
        exclude: ["bad-server"])
)

// What asks the daemon, and what plays recordings and simulated drives.
folder(
    "Sources/Client",
    .target(name: "PlacemarkClient", dependencies: ["PlacemarkModel", .nioCore, .nioPosix]),
    .target(name: "Recordings", dependencies: ["PlacemarkModel", "GPSD", "CExpat", "CZlib"]),
    .target(name: "Replay", dependencies: ["LocationEngine", "PlacemarkModel"]),
    .target(name: "Simulation", dependencies: ["PlacemarkModel"]),
    .executableTarget(
        name: "placemarkctl",
        dependencies: [
            "CGPS", "DaemonSettings", "Files", "Settings", "GPSD", "Gazetteer", "NetworkGeocoding",
            "PlacemarkClient", "OwnTracks", "LocationEngine", "PlacemarkModel", "Processes", "Recordings", "Replay",
            "Simulation", "Sockets", "SystemClocks", "Systemd", .argumentParser, .logging, .nioPosix, .unixSignals,
        ])
)
folder(
    "Tests/Client",
    .testTarget(
        name: "PlacemarkClientTests",
        dependencies: ["PlacemarkClient", "PlacemarkModel", "TestSupport", "TestConditions"]),
    .testTarget(
        name: "RecordingsTests",
        dependencies: [
            "CZlib", "GPSD", "LocationEngine", "PlacemarkModel", "Recordings", "Simulation", "SystemClocks",
            "TestSupport",
            "TestConditions",
        ]),
    .testTarget(
        name: "ReplayTests",
        dependencies: [
            "Gazetteer", "GazetteerBuilding", "LocationEngine", "PlacemarkModel", "Recordings", "Replay",
            "TestConditions", "TestSupport",
        ]),
    .testTarget(
        name: "SimulationTests",
        dependencies: [
            "GPSD", "LocationEngine", "PlacemarkModel", "Simulation", "SimulationSupport", "SystemClocks",
            "TestSupport", "TestConditions",
        ]),
    // What the machine must never do, and runs through simulated worlds that watch for it; a year of that.
    .target(name: "SimulationSupport", dependencies: ["LocationEngine", "PlacemarkModel", "Replay", "Simulation"]),
    .testTarget(
        name: "PlacemarkCtlTests",
        dependencies: [
            "DaemonSettings", "Settings", "GPSD", "Gazetteer", "PlacemarkClient", "LocationEngine", "PlacemarkModel",
            "TestSupport", "TestConditions", "placemarkctl", .argumentParser,
        ]),
    // What regions take, for the benchmarks.
    .executableTarget(
        name: "regions-bench", dependencies: ["DaemonSettings", "LocationEngine", "PlacemarkModel", .argumentParser]),
    .executableTarget(
        name: "long-simulation",
        dependencies: ["Gazetteer", "PlacemarkModel", "SimulationSupport", "TestSupport", .argumentParser])
)

// placemark-report: what is sent to brokers, servers and homes.
folder(
    "Sources/Reports",
    .target(name: "Reporting", dependencies: ["CZlib", "Database", "OwnTracks", "PlacemarkModel", "Settings"]),
    .target(name: "OwnTracks", dependencies: ["PlacemarkModel"]),
    .target(name: "MQTT", dependencies: ["CLinux", "CMosquitto", "PlacemarkModel", "Threads"]),
    .executableTarget(
        name: "placemark-report",
        dependencies: [
            "CurlClient", "GzipCompression", "MQTT", "PrometheusMetrics", "PlacemarkClient", "PlacemarkModel",
            "Processes", "Reporting", "Settings", "Sockets", "SystemClocks", "Systemd", .argumentParser, .logging,
            .nioCore, .nioPosix, .serviceLifecycle, .unixSignals,
        ])
)
folder(
    "Tests/Reports",
    .testTarget(
        name: "ReportingTests",
        dependencies: ["PlacemarkModel", "Reporting", "TestConditions", "TestSupport", "outbox-torture"]),
    .testTarget(name: "MQTTTests", dependencies: ["MQTT", "PlacemarkModel", "TestConditions", "TestSupport"]),
    .testTarget(
        name: "PlacemarkReportTests",
        dependencies: [
            "GzipCompression", "PlacemarkClient", "PlacemarkModel", "Reporting", "Settings", "TestConditions",
            "TestSupport", "placemark-report", .logging, .nioCore, .nioPosix,
        ],
        exclude: ["bad-link", "home-assistant", "receiver"]),
    // A writer of the outbox that is killed again and again, and one on a disk without room.
    .executableTarget(
        name: "outbox-torture", dependencies: ["PlacemarkModel", "Reporting", "TestSupport", .argumentParser])
)

// placemark-beacons: what hears beacons for the daemon.
folder(
    "Sources/Beacons",
    .executableTarget(
        name: "placemark-beacons",
        dependencies: ["CSystemBus", "PlacemarkModel", "Sockets", "Systemd", .argumentParser, .logging])
)
folder(
    "Tests/Beacons",
    .testTarget(
        name: "PlacemarkBeaconsTests",
        dependencies: [
            "PlacemarkClient", "PlacemarkModel", "TestConditions", "TestSupport", "placemark-beacons",
        ],
        exclude: ["mock-bluez"])
)

// The map: its server, its pictures, its tiles.
folder(
    "Sources/Map",
    .executableTarget(
        name: "placemark-map",
        dependencies: [
            "Files", "GzipCompression", "HTTPAsking", "HTTPServing", "PMTiles", "PlacemarkModel", "Processes",
            "Settings", "Systemd", "Web",
            .argumentParser, .httpTypes, .hummingbirdCore, .logging, .nioCore, .nioHTTP1, .nioPosix, .serviceLifecycle,
            .unixSignals,
        ]),
    .executableTarget(
        name: "placemark-picture",
        dependencies: ["Files", "MapPicture", "PMTiles", "PlacemarkClient", "PlacemarkModel", .argumentParser]),
    .target(name: "MapPicture", dependencies: ["CPango", "PMTiles", "PlacemarkModel", "VectorTiles"]),
    .target(name: "PMTiles", dependencies: ["Files", "GzipCompression", "PlacemarkModel", "Varints"]),
    .target(name: "VectorTiles", dependencies: ["Varints"])
)
folder(
    "Tests/Map",
    .testTarget(
        name: "PlacemarkMapTests",
        dependencies: [
            "GzipCompression", "HTTPServing", "Settings", "TestSupport", "Web", "placemark-map", .httpTypes,
            .hummingbirdCore, .nioCore, .nioHTTP1, .nioPosix,
        ]),
    .testTarget(
        name: "MapPictureTests",
        dependencies: [
            "CPango", "GzipCompression", "MapPicture", "PMTiles", "PlacemarkModel", "TestSupport", "VectorTiles",
        ]),
    .testTarget(name: "PMTilesTests", dependencies: ["GzipCompression", "PMTiles", "TestSupport"]),
    .testTarget(name: "VectorTilesTests", dependencies: ["VectorTiles"])
)

// What tests share.
folder(
    "Tests/Support",
    // A real gpsd, child processes, sockets and a clock for the tests.
    .target(name: "TestSupport", dependencies: ["PlacemarkModel"]),
    // What a suite asks of the machine, and what cancels a test. Apart from TestSupport, which programs use as well.
    .target(name: "TestConditions", dependencies: ["TestSupport", .logging])
)

// The built programs as child processes, and an example of the client: what joins them all.
targets += [
    // The example of docs/reference/swift.md, as a user of the library writes it.
    .executableTarget(name: "where-am-i", dependencies: ["PlacemarkClient", "PlacemarkModel"], path: "examples/swift"),
    // The built programs as child processes, with a real gpsd and a real systemd.
    .testTarget(
        name: "IntegrationTests",
        dependencies: [
            "Gazetteer", "PMTiles", "PlacemarkClient", "Reporting", "Simulation", "TestSupport", "TestConditions",
            "where-am-i",
        ],
        exclude: ["Basemap", "Map", "Server", "Shells", "Systemd"]),
]

let package = Package(
    name: "placemarkd",
    products: [
        .executable(name: "placemarkd", targets: ["placemarkd"]),
        .executable(name: "placemarkctl", targets: ["placemarkctl"]),
        .executable(name: "placemark-beacons", targets: ["placemark-beacons"]),
        .executable(name: "placemark-gazetteer", targets: ["placemark-gazetteer"]),
        .executable(name: "placemark-map", targets: ["placemark-map"]),
        .executable(name: "placemark-nominatim", targets: ["placemark-nominatim"]),
        .executable(name: "placemark-picture", targets: ["placemark-picture"]),
        .executable(name: "placemark-report", targets: ["placemark-report"]),
        .executable(name: "placemark-server", targets: ["placemark-server"]),
        // Each with the values that it answers, which are the model's.
        .library(name: "PlacemarkClient", targets: ["PlacemarkClient", "PlacemarkModel"]),
        .library(name: "Gazetteer", targets: ["Gazetteer", "PlacemarkModel"]),
    ],
    dependencies: [
        // Exact versions here, because Package.resolved is not kept; ARCHITECTURE.md says why each is used.
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
        // Without its traits, which bring full Foundation and a package of configuration. That one is fetched nevertheless,
        // and no target of ours may have the name of its target, Configuration.
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
    ],
    targets: targets,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// The same rules for all targets.
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
