// swift-tools-version: 6.2
import PackageDescription

// Which target uses which, in the folder where its files lie. ARCHITECTURE.md says what each target holds, and why we use
// the packages of others.

typealias Dependency = Target.Dependency

/// The products of other packages that ours are made with.
extension Dependency {
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
    static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird")
    static let logging = product(name: "Logging", package: "swift-log")
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio")
    static let nioExtras = product(name: "NIOExtras", package: "swift-nio-extras")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let nioHTTPTypes = product(name: "NIOHTTPTypes", package: "swift-nio-extras")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let serviceLifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
}

/// What many targets need alike, beside what is their own.
extension [Dependency] {
    /// A program: each has options, and uses the model.
    static let program: Self = ["PlacemarkModel", .argumentParser]
    /// A program that runs under systemd until it is told to stop.
    static let service = program + ["Systemd", .logging, .nioCore, .serviceLifecycle, .unixSignals]
    /// A service that others ask by HTTP.
    static let httpService = service + ["HTTPServing", "Web", .httpTypes, .hummingbirdCore]
    /// Tests, but for those that say `with:` what they need of it.
    static let tests: Self = ["PlacemarkModel", "TestConditions", "TestSupport"]
}

func library(_ name: String, uses own: Dependency..., resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: own, resources: resources)
}

func program(_ name: String, is kind: [Dependency] = .program, uses own: Dependency...) -> Target {
    .executableTarget(name: name, dependencies: kind + own)
}

func tests(_ name: String, of own: Dependency..., with base: [Dependency] = .tests, exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: own + base, exclude: exclude)
}

/// A module for C libraries of the system, and the packages of Debian that bring them.
func cLibrary(_ name: String, pkgConfig: String? = nil, debian packages: String...) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: packages.isEmpty ? nil : [.apt(packages)])
}

@resultBuilder enum Members {
    static func buildBlock(_ members: Target...) -> [Target] { members }
}

var targets: [Target] = []

/// Adds targets whose files lie in `path`, each in a folder of its own name.
@MainActor func folder(_ path: String, @Members _ members: () -> [Target]) {
    for target in members() { folder("\(path)/\(target.name)", is: target) }
}

/// Adds the target that has a folder to itself.
@MainActor func folder(_ path: String, is target: Target) {
    target.path = path
    targets.append(target)
}

// What Linux and C libraries bring, and what all programs share.
folder("Sources/Platform") {
    library("CurlClient", uses: "CCurl", "PlacemarkModel", "Threads")
    library("Database", uses: "CSQLite")
    library("Files")
    library("GzipCompression", uses: "CZlib")
    library("HTTPAsking", uses: .nioCore, .nioHTTP1, .nioPosix)
    library(
        "HTTPServing", uses: "Sockets", "Systemd", "Web", .httpTypes, .hummingbirdCore, .logging, .nioCore, .nioExtras,
        .nioHTTP1, .nioHTTPTypes, .nioPosix, .serviceLifecycle)
    library("Processes", uses: "CLinux", "Files")
    library("PrometheusMetrics", uses: "Files", "PlacemarkModel", "SystemClocks", .logging, .nioPosix)
    library("Settings", uses: "CInih", "CLinux", "Files", "PlacemarkModel")
    library("Sockets")
    library("SystemClocks", uses: "Files", "PlacemarkModel")
    library("Systemd", uses: "PlacemarkModel", "Sockets", .logging)
    library("Threads", uses: "CLinux")
    library("Varints")
    library("Web", uses: "PlacemarkModel")
    // Checksums of what is downloaded.
    cLibrary("CCrypto", debian: "libssl-dev")
    cLibrary("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev")
    cLibrary("CExpat", pkgConfig: "expat", debian: "libexpat1-dev")
    cLibrary("CGPS", pkgConfig: "libgps", debian: "libgps-dev")
    cLibrary("CInih", pkgConfig: "inih", debian: "libinih-dev")
    cLibrary("CLinux")
    // OpenSSL comes with it: libmosquitto speaks TLS by a context that is made here.
    cLibrary("CMosquitto", pkgConfig: "libmosquitto", debian: "libmosquitto-dev", "libssl-dev")
    // Cairo comes with it: pictures as PNG and SVG, with text in all scripts.
    cLibrary("CPango", pkgConfig: "pangocairo", debian: "libpango1.0-dev", "libcairo2-dev")
    cLibrary("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev")
    cLibrary("CSystemBus", pkgConfig: "libsystemd", debian: "libsystemd-dev")
    cLibrary("CXXHash", pkgConfig: "libxxhash", debian: "libxxhash-dev")
    cLibrary("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev")
}
folder("Tests/Platform") {
    tests("DatabaseTests", of: "Database", with: ["TestSupport"])
    tests("FilesTests", of: "Files", with: ["TestConditions", "TestSupport"])
    tests("GzipCompressionTests", of: "GzipCompression", with: [])
    tests(
        "HTTPServingTests", of: "HTTPServing", .httpTypes, .hummingbirdCore, .logging, .nioCore, .serviceLifecycle,
        with: ["TestConditions", "TestSupport"])
    tests("ProcessesTests", of: "Processes", "PrometheusMetrics", "Threads", with: ["TestConditions", "TestSupport"])
    tests("PrometheusMetricsTests", of: "PrometheusMetrics", with: ["PlacemarkModel"])
    tests("SettingsTests", of: "Settings", with: ["TestSupport"])
    tests("SocketsTests", of: "Sockets", with: ["TestSupport"])
    tests("SystemClocksTests", of: "SystemClocks", with: ["PlacemarkModel"])
    tests("SystemdTests", of: "Systemd", .logging, with: ["TestConditions", "TestSupport"])
    tests("VarintsTests", of: "Varints", with: [])
    tests("WebTests", of: "Web", with: ["PlacemarkModel"])
}

// Values and what goes over a wire, and every decision.
folder("Sources/Model", is: library("PlacemarkModel"))
folder("Sources/Engine", is: library("LocationEngine", uses: "PlacemarkModel"))
folder("Tests/Model", is: tests("PlacemarkModelTests", exclude: ["GridReferences/name-with-peers"]))
folder("Tests/Engine", is: tests("LocationEngineTests", of: "LocationEngine", exclude: ["magnetic-coefficients"]))

// The world file and detail packs: read, built and served to others.
folder("Sources/Gazetteer") {
    library("Gazetteer", uses: "CXXHash", "Files", "PlacemarkModel", "Varints")
    // libosmium is C++ in headers alone; it uses zlib and threads.
    Target.target(name: "OSMExtract", linkerSettings: [.linkedLibrary("z"), .linkedLibrary("pthread")])
    library(
        "GazetteerBuilding", uses: "CCrypto", "CurlClient", "Files", "Gazetteer", "GzipCompression", "OSMExtract",
        "PMTiles", "PlacemarkModel", "Processes", "Sockets", "VectorTiles")
    program("placemark-gazetteer", uses: "Files", "Gazetteer", "GazetteerBuilding", "PMTiles")
    program("placemark-server", is: .httpService, uses: "Files", "Gazetteer")
}
folder("Tests/Gazetteer") {
    tests(
        "GazetteerTests", of: "Gazetteer", "GazetteerBuilding", "PMTiles", "Varints", "VectorTiles", "gazetteer-bench",
        "placemark-gazetteer")
    tests(
        "PlacemarkServerTests", of: "Gazetteer", "HTTPServing", "placemark-server", .httpTypes, .hummingbirdCore,
        .nioCore, with: ["PlacemarkModel", "TestSupport"])
    // What look-ups, searches and packs cost, and how often they are right, for the benchmarks.
    program("gazetteer-bench", uses: "Files", "Gazetteer", "GazetteerBuilding")
}

// placemarkd: from gpsd to the socket and the state file.
folder("Sources/Daemon") {
    library("DaemonSettings", uses: "Files", "LocationEngine", "PlacemarkModel", "Processes", "Settings")
    library("GPSD", uses: "CGPS", "CLinux", "PlacemarkModel", "Threads")
    library("Geocoding", uses: "Gazetteer", "LocationEngine", "PlacemarkModel")
    library("LocationService", uses: "Geocoding", "LocationEngine", "PlacemarkModel")
    library(
        "Publishing", uses: "CLinux", "CZlib", "Files", "LocationEngine", "PlacemarkModel", "PrometheusMetrics",
        "Sockets", "SystemClocks", "Web", .logging, .nioCore, .nioHTTP1, .nioPosix,
        // Becomes a constant of the program, so that the daemon needs no file and no Foundation to have it.
        resources: [.embedInCode("HTTP/openapi.json")])
    program(
        "placemarkd", is: .service, uses: "CLinux", "DaemonSettings", "Files", "GPSD", "Gazetteer", "Geocoding",
        "LocationEngine", "LocationService", "NetworkGeocoding", "PrometheusMetrics", "Publishing", "Settings",
        "SystemClocks", .nioPosix)
}
folder("Tests/Daemon") {
    tests(
        "ConfigurationTests", of: "DaemonSettings", "LocationEngine", "Settings",
        with: ["PlacemarkModel", "TestSupport"])
    tests("GPSDTests", of: "GPSD", "Simulation", "SystemClocks")
    tests("LocationServiceTests", of: "Geocoding", "LocationEngine", "LocationService", "SystemClocks", "Systemd")
    tests(
        "PlacemarkdTests", of: "DaemonSettings", "Gazetteer", "LocationEngine", "Publishing", "Settings", "Systemd",
        "placemarkd", .argumentParser)
    tests(
        "PublishingTests", of: "Files", "LocationEngine", "PlacemarkClient", "PrometheusMetrics", "Publishing",
        "SystemClocks", "Web", .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioPosix,
        exclude: ["Golden", "HTTP/check-openapi"])
    // Thousands of clients, for the benchmarks and the tests of the socket.
    cLibrary("CEpoll")
    program("socket-load", uses: "CEpoll", "Simulation", "TestSupport")
    // A writer of state files that is killed thousands of times, under the eyes of a reader.
    program("file-torture", uses: "LocationEngine", "Publishing", "TestSupport", .logging)
}

// placemark-nominatim: geocoders of the network, and what the daemon asks it with.
folder("Sources/NetworkGeocoder") {
    library(
        "NetworkGeocoding", uses: "Geocoding", "HTTPAsking", "LocationEngine", "PlacemarkModel", "Web", .nioCore,
        .nioHTTP1, .nioPosix)
    program(
        "placemark-nominatim", is: .httpService, uses: "CurlClient", "Database", "Files", "PrometheusMetrics",
        "Settings", "SystemClocks")
}
folder("Tests/NetworkGeocoder") {
    tests("NetworkGeocodingTests", of: "HTTPAsking", "NetworkGeocoding", .nioPosix)
    tests(
        "PlacemarkNominatimTests", of: "CurlClient", "Settings", "placemark-nominatim", .httpTypes,
        exclude: ["bad-server"])
}

// What asks the daemon, and what plays recordings and simulated drives.
folder("Sources/Client") {
    library("PlacemarkClient", uses: "PlacemarkModel", .nioCore, .nioPosix)
    library("Recordings", uses: "CExpat", "CZlib", "GPSD", "PlacemarkModel")
    library("Replay", uses: "LocationEngine", "PlacemarkModel")
    library("Simulation", uses: "PlacemarkModel")
    program(
        "placemarkctl", uses: "CGPS", "DaemonSettings", "Files", "GPSD", "Gazetteer", "LocationEngine",
        "NetworkGeocoding", "OwnTracks", "PlacemarkClient", "Processes", "Recordings", "Replay", "Settings",
        "Simulation", "Sockets", "SystemClocks", "Systemd", .logging, .nioPosix, .unixSignals)
}
folder("Tests/Client") {
    tests("PlacemarkClientTests", of: "PlacemarkClient")
    tests(
        "PlacemarkCtlTests", of: "DaemonSettings", "GPSD", "Gazetteer", "LocationEngine", "PlacemarkClient", "Settings",
        "placemarkctl", .argumentParser)
    tests("RecordingsTests", of: "CZlib", "GPSD", "LocationEngine", "Recordings", "Simulation", "SystemClocks")
    tests("ReplayTests", of: "Gazetteer", "GazetteerBuilding", "LocationEngine", "Recordings", "Replay")
    tests("SimulationTests", of: "GPSD", "LocationEngine", "Simulation", "SimulationSupport", "SystemClocks")
    // What the machine must never do, and runs through simulated worlds that watch for it; a year of that.
    library("SimulationSupport", uses: "LocationEngine", "PlacemarkModel", "Replay", "Simulation")
    program("long-simulation", uses: "Gazetteer", "SimulationSupport", "TestSupport")
    // What regions take, for the benchmarks.
    program("regions-bench", uses: "DaemonSettings", "LocationEngine")
}

// placemark-report: what is sent to brokers, servers and homes.
folder("Sources/Reports") {
    library("MQTT", uses: "CLinux", "CMosquitto", "PlacemarkModel", "Threads")
    library("OwnTracks", uses: "PlacemarkModel")
    library("Reporting", uses: "CZlib", "Database", "OwnTracks", "PlacemarkModel", "Settings")
    program(
        "placemark-report", is: .service, uses: "CurlClient", "GzipCompression", "MQTT", "PlacemarkClient", "Processes",
        "PrometheusMetrics", "Reporting", "Settings", "Sockets", "SystemClocks", .nioPosix)
}
folder("Tests/Reports") {
    tests("MQTTTests", of: "MQTT")
    tests(
        "PlacemarkReportTests", of: "GzipCompression", "PlacemarkClient", "Reporting", "Settings", "placemark-report",
        .logging, .nioCore, .nioPosix, exclude: ["bad-link", "home-assistant", "receiver"])
    tests("ReportingTests", of: "Reporting", "outbox-torture")
    // A writer of the outbox that is killed again and again, and one on a disk without room.
    program("outbox-torture", uses: "Reporting", "TestSupport")
}

// placemark-beacons: what hears beacons for the daemon.
folder("Sources/Beacons") { program("placemark-beacons", uses: "CSystemBus", "Sockets", "Systemd", .logging) }
folder("Tests/Beacons") {
    tests("PlacemarkBeaconsTests", of: "PlacemarkClient", "placemark-beacons", exclude: ["mock-bluez"])
}

// The map: its server, its pictures, its tiles.
folder("Sources/Map") {
    library("MapPicture", uses: "CPango", "PMTiles", "PlacemarkModel", "VectorTiles")
    library("PMTiles", uses: "Files", "GzipCompression", "PlacemarkModel", "Varints")
    library("VectorTiles", uses: "Varints")
    program(
        "placemark-map", is: .httpService, uses: "Files", "GzipCompression", "HTTPAsking", "PMTiles", "Processes",
        "Settings", .nioHTTP1, .nioPosix)
    program("placemark-picture", uses: "Files", "MapPicture", "PMTiles", "PlacemarkClient")
}
folder("Tests/Map") {
    tests(
        "MapPictureTests", of: "CPango", "GzipCompression", "MapPicture", "PMTiles", "VectorTiles",
        with: ["PlacemarkModel", "TestSupport"])
    tests("PMTilesTests", of: "GzipCompression", "PMTiles", with: ["TestSupport"])
    tests(
        "PlacemarkMapTests", of: "GzipCompression", "HTTPServing", "Settings", "Web", "placemark-map", .httpTypes,
        .hummingbirdCore, .nioCore, .nioHTTP1, .nioPosix, with: ["TestSupport"])
    tests("VectorTilesTests", of: "VectorTiles", with: [])
}

// What tests share.
folder("Tests/Support") {
    // A real gpsd, child processes, sockets and a clock for the tests.
    library("TestSupport", uses: "PlacemarkModel")
    // What a suite asks of the machine, and what cancels a test. Apart from TestSupport, which programs use as well.
    library("TestConditions", uses: "TestSupport", .logging)
}

// The example of docs/reference/swift.md, as a user of the library writes it.
folder("examples/swift", is: program("where-am-i", is: [], uses: "PlacemarkClient", "PlacemarkModel"))
// The built programs as child processes, with a real gpsd and a real systemd.
folder("Tests") {
    tests(
        "IntegrationTests", of: "Gazetteer", "PMTiles", "PlacemarkClient", "Reporting", "Simulation", "where-am-i",
        with: ["TestConditions", "TestSupport"], exclude: ["Basemap", "Map", "Server", "Shells", "Systemd"])
}

/// What is installed. The programs below `Tests` and the example are not.
let programs = targets.filter { $0.type == .executable && $0.path?.hasPrefix("Sources/") == true }.map(\.name)

let package = Package(
    name: "placemarkd",
    products: programs.map { .executable(name: $0, targets: [$0]) } + [
        // Each with the values that it answers, which are the model's.
        .library(name: "PlacemarkClient", targets: ["PlacemarkClient", "PlacemarkModel"]),
        .library(name: "Gazetteer", targets: ["Gazetteer", "PlacemarkModel"]),
    ],
    dependencies: [
        // Exact versions here, because Package.resolved is not kept.
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
let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
for target in package.targets where target.type != .system {
    target.swiftSettings = features.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]
}
