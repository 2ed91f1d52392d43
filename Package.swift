// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "placemarkd",
    products: [
        .executable(name: "placemarkd", targets: ["placemarkd"]),
        .executable(name: "placemarkctl", targets: ["placemarkctl"]),
        .executable(name: "placemark-gazetteer", targets: ["placemark-gazetteer"]),
        .executable(name: "placemark-map", targets: ["placemark-map"]),
        .executable(name: "placemark-nominatim", targets: ["placemark-nominatim"]),
        .executable(name: "placemark-picture", targets: ["placemark-picture"]),
        .executable(name: "placemark-report", targets: ["placemark-report"]),
        .executable(name: "placemark-server", targets: ["placemark-server"]),
        // With the values that it answers, which are PlacemarkCore's.
        .library(name: "PlacemarkClient", targets: ["PlacemarkClient", "PlacemarkCore"]),
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
    targets: [
        // Checksums of what is downloaded.
        .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CGPS", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
        // OpenSSL comes with it: libmosquitto speaks TLS by a context that is made here.
        .systemLibrary(
            name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev", "libssl-dev"])]),
        // Cairo comes with it: pictures as PNG and SVG, with text in all scripts.
        .systemLibrary(
            name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev", "libcairo2-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // libosmium is C++ in headers alone; it uses zlib and threads.
        .target(name: "OSMExtract", linkerSettings: [.linkedLibrary("z"), .linkedLibrary("pthread")]),

        .target(name: "PlacemarkCore"),
        .target(name: "Processes"),
        .target(name: "SystemClocks", dependencies: ["PlacemarkCore"]),
        .target(name: "GPSD", dependencies: ["PlacemarkCore", "CGPS", "CLinux"]),
        .target(name: "Gazetteer", dependencies: ["PlacemarkCore", "CXXHash"]),
        .target(name: "Geocoding", dependencies: ["PlacemarkCore", "Gazetteer"]),
        .target(
            name: "NetworkGeocoding",
            dependencies: [
                "Geocoding", "PlacemarkCore",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .target(name: "LocationService", dependencies: ["PlacemarkCore", "Geocoding"]),
        .target(
            name: "Publishing",
            dependencies: [
                "CLinux", "CZlib", "PlacemarkCore", "SystemClocks",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            // Becomes a constant of the program, so that the daemon needs no file and no Foundation to have it.
            resources: [.embedInCode("HTTP/openapi.json")]),
        .target(
            name: "PlacemarkClient",
            dependencies: [
                "PlacemarkCore",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .target(name: "Settings", dependencies: ["PlacemarkCore", "CInih", "CLinux"]),
        .target(name: "Systemd", dependencies: [.product(name: "Logging", package: "swift-log")]),
        .target(
            name: "HTTPServing",
            dependencies: [
                "PlacemarkCore", "Systemd",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .target(name: "Simulation", dependencies: ["PlacemarkCore"]),
        .target(name: "Recordings", dependencies: ["PlacemarkCore", "GPSD", "CExpat", "CZlib"]),
        .target(name: "Replay", dependencies: ["PlacemarkCore"]),
        .target(name: "CurlClient", dependencies: ["CCurl", "PlacemarkCore"]),
        .target(name: "Database", dependencies: ["CSQLite"]),
        .target(name: "Reporting", dependencies: ["CZlib", "Database", "PlacemarkCore", "Settings"]),
        .target(name: "OwnTracks", dependencies: ["PlacemarkCore"]),
        .target(name: "VectorTiles"),
        .target(name: "GzipCompression", dependencies: ["CZlib"]),
        .target(name: "PMTiles", dependencies: ["GzipCompression"]),
        .target(name: "MapPicture", dependencies: ["CPango", "PMTiles", "PlacemarkCore", "VectorTiles"]),
        .target(name: "ReportFormats", dependencies: ["OwnTracks", "PlacemarkCore", "Reporting"]),
        .target(name: "MQTT", dependencies: ["CLinux", "CMosquitto", "PlacemarkCore"]),

        .executableTarget(
            name: "placemarkd",
            dependencies: [
                "CLinux", "Settings", "GPSD", "Gazetteer", "Geocoding", "LocationService", "NetworkGeocoding",
                "PlacemarkCore", "Publishing", "SystemClocks", "Systemd",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "placemarkctl",
            dependencies: [
                "CGPS", "Settings", "GPSD", "Gazetteer", "Geocoding", "NetworkGeocoding", "PlacemarkClient",
                "OwnTracks", "PlacemarkCore", "Processes", "Recordings", "Replay", "Simulation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .executableTarget(
            name: "placemark-gazetteer",
            dependencies: [
                "CCrypto", "CurlClient", "Gazetteer", "GzipCompression", "OSMExtract", "PMTiles", "PlacemarkCore",
                "Processes", "VectorTiles",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "placemark-map",
            dependencies: [
                "CLinux", "GzipCompression", "HTTPServing", "PMTiles", "PlacemarkCore", "Publishing", "Settings",
                "Systemd",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "placemark-nominatim",
            dependencies: [
                "CurlClient", "Database", "Settings", "HTTPServing", "PlacemarkCore", "Publishing", "SystemClocks",
                "Systemd",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "placemark-report",
            dependencies: [
                "CurlClient", "GzipCompression", "MQTT", "PlacemarkClient", "PlacemarkCore", "Publishing",
                "ReportFormats",
                "Reporting", "Settings", "SystemClocks", "Systemd",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "placemark-picture",
            dependencies: [
                "MapPicture", "PMTiles", "PlacemarkClient", "PlacemarkCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "placemark-server",
            dependencies: [
                "Gazetteer", "HTTPServing", "PlacemarkCore", "Systemd",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),

        // What the machine must never do, and runs through simulated worlds that watch for it; a year of that.
        .target(
            name: "SimulationSupport", dependencies: ["PlacemarkCore", "Replay", "Simulation"],
            path: "Tests/SimulationSupport"),
        .executableTarget(
            name: "long-simulation",
            dependencies: [
                "Gazetteer", "PlacemarkCore", "Simulation", "SimulationSupport", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/LongSimulation"),

        // Thousands of clients, for the benchmarks and the tests of the socket.
        .systemLibrary(name: "CEpoll", path: "Tests/CEpoll"),
        .executableTarget(
            name: "socket-load",
            dependencies: [
                "CEpoll", "PlacemarkCore", "Simulation", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/SocketLoad"),

        // A writer of state files that is killed thousands of times, under the eyes of a reader.
        .executableTarget(
            name: "file-torture",
            dependencies: [
                "PlacemarkCore", "Publishing", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/FileTorture"),

        // A writer of the outbox that is killed again and again, and one on a disk without room.
        .executableTarget(
            name: "outbox-torture",
            dependencies: [
                "PlacemarkCore", "Reporting", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/OutboxTorture"),

        // A real gpsd, child processes and sockets for the tests.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        // What a suite asks of the machine, and what cancels a test. Apart from TestSupport, which programs use as well.
        .target(
            name: "TestConditions",
            dependencies: ["TestSupport", .product(name: "Logging", package: "swift-log")],
            path: "Tests/TestConditions"),
        .testTarget(name: "PlacemarkCoreTests", dependencies: ["PlacemarkCore", "TestConditions", "TestSupport"]),
        .testTarget(
            name: "GPSDTests",
            dependencies: ["GPSD", "PlacemarkCore", "Simulation", "SystemClocks", "TestSupport", "TestConditions"]),
        .testTarget(
            name: "GazetteerTests",
            dependencies: [
                "Gazetteer", "PlacemarkCore", "TestConditions", "TestSupport", "VectorTiles", "placemark-gazetteer",
            ]),
        .testTarget(name: "ConfigurationTests", dependencies: ["Settings", "PlacemarkCore", "TestSupport"]),
        .testTarget(name: "VectorTilesTests", dependencies: ["VectorTiles"]),
        .testTarget(name: "GzipCompressionTests", dependencies: ["GzipCompression"]),
        .testTarget(name: "PMTilesTests", dependencies: ["GzipCompression", "PMTiles", "TestSupport"]),
        .testTarget(
            name: "MapPictureTests",
            dependencies: [
                "CPango", "GzipCompression", "MapPicture", "PMTiles", "PlacemarkCore", "TestSupport", "VectorTiles",
            ]),
        .testTarget(
            name: "HTTPServingTests",
            dependencies: [
                "HTTPServing", "TestConditions", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "PlacemarkServerTests",
            dependencies: [
                "Gazetteer", "HTTPServing", "PlacemarkCore", "TestSupport", "placemark-server",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        .testTarget(
            name: "SystemdTests",
            dependencies: [
                "Systemd", "TestSupport", "TestConditions", .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "GPSD", "PlacemarkCore", "Simulation", "SimulationSupport", "SystemClocks", "TestSupport",
                "TestConditions",
            ]),
        .testTarget(
            name: "RecordingsTests",
            dependencies: [
                "CZlib", "GPSD", "PlacemarkCore", "Recordings", "Simulation", "SystemClocks", "TestSupport",
                "TestConditions",
            ]),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                "Gazetteer", "PlacemarkCore", "Recordings", "Replay", "Simulation", "TestConditions", "TestSupport",
                "placemark-gazetteer",
            ]),
        .testTarget(
            name: "ReportingTests",
            dependencies: ["PlacemarkCore", "Reporting", "TestConditions", "TestSupport", "outbox-torture"]),
        .testTarget(
            name: "ReportFormatsTests", dependencies: ["PlacemarkCore", "ReportFormats", "Reporting"]),
        .testTarget(
            name: "MQTTTests", dependencies: ["MQTT", "PlacemarkCore", "TestConditions", "TestSupport"]),
        .testTarget(
            name: "LocationServiceTests",
            dependencies: [
                "Geocoding", "LocationService", "PlacemarkCore", "SystemClocks", "Systemd", "TestConditions",
            ]),
        .testTarget(
            name: "NetworkGeocodingTests",
            dependencies: [
                "NetworkGeocoding", "PlacemarkCore", "TestConditions", "TestSupport",
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .testTarget(
            name: "PublishingTests",
            dependencies: [
                "PlacemarkClient", "PlacemarkCore", "Publishing", "TestSupport", "TestConditions",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            exclude: ["Golden", "HTTP/check-openapi"]),
        // The example of docs/swift.md, as a user of the library writes it.
        .executableTarget(
            name: "where-am-i", dependencies: ["PlacemarkClient", "PlacemarkCore"], path: "examples/swift"),
        .testTarget(
            name: "PlacemarkClientTests",
            dependencies: ["PlacemarkClient", "PlacemarkCore", "TestSupport", "TestConditions"]),
        .testTarget(
            name: "PlacemarkCtlTests",
            dependencies: [
                "Settings", "GPSD", "Gazetteer", "PlacemarkClient", "PlacemarkCore", "Recordings", "TestSupport",
                "TestConditions",
                "placemarkctl",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "PlacemarkMapTests",
            dependencies: [
                "GzipCompression", "HTTPServing", "PMTiles", "Settings", "TestSupport", "placemark-map",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .testTarget(
            name: "PlacemarkNominatimTests",
            dependencies: [
                "CurlClient", "Settings", "PlacemarkCore", "TestConditions", "TestSupport", "placemark-nominatim",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            exclude: ["bad-server"]),
        .testTarget(
            name: "PlacemarkReportTests",
            dependencies: [
                "CurlClient", "GzipCompression", "PlacemarkClient", "PlacemarkCore", "Publishing", "ReportFormats",
                "Reporting", "Settings",
                "TestConditions", "TestSupport", "placemark-report",
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["bad-link", "receiver"]),
        .testTarget(
            name: "PlacemarkdTests",
            dependencies: [
                "Settings", "Gazetteer", "PlacemarkCore", "Publishing", "Systemd", "TestConditions", "TestSupport",
                "placemarkd",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // The built programs as child processes, with a real gpsd and a real systemd.
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "Gazetteer", "PlacemarkClient", "PlacemarkCore", "Reporting", "Simulation", "TestSupport",
                "TestConditions", "where-am-i",
            ],
            exclude: ["Basemap", "Map", "Server", "Shells", "Systemd"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// One house, one set of rules.
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
