import Foundation
import Glibc
import PlacemarkClient
import PlacemarkModel
import TestSupport
import Testing

/// A daemon with regions, placemark-beacons, and a BlueZ that does as it is told.
final class BeaconLab: Sendable {
    let bluez: MockBluez
    let client: PlacemarkClient
    let daemon: ChildProcess
    let program: ChildProcess
    private let watcher: ChildProcess

    static let uuid = "f7826da6-4fa2-4e98-8024-bc5b71e0893e"
    /// A garage with one beacon, which counts as left after five seconds.
    static let garage = feature("garage", #""uuid":"\#(uuid)","major":1,"minor":2,"exitAfter":5"#)

    static func feature(_ identifier: String, _ properties: String) -> String {
        #"{"type":"Feature","geometry":null,"properties":{"identifier":"\#(identifier)",\#(properties)}}"#
    }

    /// - Parameters:
    ///   - regions: GeoJSON features.
    ///   - user: whom the daemon believes.
    ///   - settings: more lines of [Beacons].
    init(_ regions: [String] = [garage], user: String? = nil, settings: String = "") async throws {
        bluez = try await MockBluez()
        let directory = bluez.directory
        mkdir(directory.file("regions.d"), 0o700)
        for (number, region) in regions.enumerated() { try directory.write("regions.d/\(number).geojson", region) }
        let me = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
        try directory.write(
            "placemarkd.conf",
            "[Regions]\nDirectory=\(directory.file("regions.d"))\n[Beacons]\nUser=\(user ?? me)\n\(settings)\n[Log]\nLevel=debug\n"
        )
        let socket = directory.file("placemarkd.sock")
        daemon = try ChildProcess(
            Checkout.file(".build/debug/placemarkd"),
            [
                "--config", directory.file("placemarkd.conf"), "--gpsd", "127.0.0.1:\(try Loopback.freePort())",
                "--socket",
                socket, "--state-directory", directory.file("state"), "--gazetteer", Checkout.world,
            ])
        client = PlacemarkClient(socketPath: socket)
        guard await poll(atMost: .seconds(20), until: { [client] in (try? await client.status()) != nil }) else {
            throw MockBluez.NotReady(output: daemon.standardError)
        }
        watcher = try ChildProcess(
            Checkout.file(".build/debug/placemarkctl"), ["watch", "regions", "--json", "--socket", socket])
        _ = await poll(atMost: .seconds(10)) { [watcher] in !watcher.standardOutputLines.isEmpty }
        program = try ChildProcess(
            Checkout.file(".build/debug/placemark-beacons"), ["--socket", socket], environment: bluez.environment)
    }

    deinit {
        for process in [program, watcher, daemon] { process.terminate() }
        bluez.stop()
    }

    /// BlueZ runs, has a controller, and listens.
    func hears(watcher: MockBluez.PatternWatcher = .nobody) async -> Bool {
        bluez.perform("own")
        bluez.perform("adapter", "\"monitors\": \(watcher.rawValue)")
        return await isListening()
    }

    func isListening(_ wanted: Bool = true, within limit: Duration = .seconds(10)) async -> Bool {
        await poll(every: .milliseconds(50), atMost: limit) { [client] in
            (try? await client.beacons().isListening) == wanted
        }
    }

    func state(_ region: String = "garage") async throws -> RegionState {
        try await client.requestState(of: region).state
    }

    func comes(_ state: RegionState, _ region: String = "garage", within limit: Duration = .seconds(15)) async -> Bool {
        await poll(every: .milliseconds(50), atMost: limit) { [client] in
            (try? await client.requestState(of: region).state) == state
        }
    }

    /// `regionEntered garage` and so on, as `placemarkctl watch` tells them.
    var crossings: [String] {
        watcher.standardOutputLines.compactMap { line in
            let event = try? JSONDecoder().decode(EventReport.self, from: Data(line.utf8))
            return event.flatMap { event in event.region.map { "\(event.event.rawValue) \($0)" } }
        }
    }
}
