import Foundation
@testable import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestConditions
import Synchronization
import TestSupport

/// What the parts upstream answer in the tests: three regions, of which one was added, and a world with one place.
enum StubRooms {
    static func requests() -> LiveQueries {
        let monitor = Mutex(RegionMonitor())
        monitor.withLock { monitor in
            monitor.replace(files: RegionTable([region("home"), region("work & play")]))
            try? monitor.add(region("cabin"))
        }
        let box = Box(monitor)
        return LiveQueries(
            regions: .init(
                page: { box.withMonitor(\.self).page(after: $0) },
                features: { box.withMonitor(\.self).features(after: $0) },
                report: { box.withMonitor(\.self).report(of: $0) },
                change: { change async throws(RegionChangeError) in try box.change(change) }),
            places: .init(
                reverse: { request async throws(LiveQueries.PlacesError) in
                    guard request.geocoder != .network else { throw .noGeocoder("there is no network geocoder") }
                    guard request.coordinate.latitude < 80 else { throw .noPlace("no place is known there") }
                    return Snapshots.placemark
                },
                search: { request async throws(LiveQueries.PlacesError) in
                    switch request.text {
                    case "Cupertino":
                        [
                            SearchResult(
                                placemark: Snapshots.placemark, coordinate: Snapshots.fix.coordinate,
                                population: 60_170, match: .name)
                        ]
                    case "Nowhere": throw .failed("the gazetteer cannot be read")
                    default: throw .noPlace("no place of this name is known")
                    }
                }),
            guards: .init(
                report: { guardAlarm.report },
                command: { command async throws(GuardMistake) in
                    switch command {
                    case .arm(let order):
                        var report = GuardReport(.armed)
                        report.plan = try order.plan(at: Snapshots.fix.coordinate)
                        report.since = 0
                        return report
                    case .acknowledge:
                        var report = guardAlarm.report
                        report.state = .acknowledged
                        return report
                    case .disarm: return GuardReport(.off)
                    }
                }),
            beacons: .init(
                report: { beacons }, wanted: { AsyncStream { $0.finish() } }, listen: { for await _ in $0 {} }))
    }

    /// A beacon of a garage, two metres away, whose radio tells how it does.
    static let beacons: BeaconsReport = {
        var monitor = BeaconMonitor()
        let uuid = BeaconBytes((0..<16).map { UInt8($0) })
        let garage = Region(identifier: "garage", shape: .unlocated, beacon: .uuid(uuid, major: 1))
        monitor.watch(garage, named: garage.identifier)
        let observation = BeaconObservation(
            .uuid(uuid, major: 1, minor: 2), measuredPower: -59, strengths: [-65],
            telemetry: BeaconTelemetry(battery: 2.9, temperature: 21.5), link: "https://example.org/")
        _ = monitor.heard(BeaconHearing(observations: [observation], malformed: 3), at: at(2))
        return monitor.report(at: at(3))
    }()

    /// A boat that was found outside its ring, after an hour without anybody looking.
    static let guardAlarm: GuardChange = {
        var report = GuardReport(.alarm)
        report.since = 12
        report.plan = try? GuardPlan(
            .anchor, coordinate: Snapshots.fix.coordinate, radius: 60, sector: GuardSector(from: 120, to: 200))
        (report.distance, report.bearing, report.seen) = (84.5, 270, 0.5)
        (report.scatter, report.margin) = (7.5, 0)
        report.swing = .init(coordinate: Snapshots.fix.coordinate, radius: 31.5)
        (report.unseenSince, report.unseenFor) = (Snapshots.fix.timestamp, 3600)
        var told = GuardNews()
        (told.guardAlarm, told.guardCleared) = ("3kq2w9hs-mq1x", "3kp0aaab-mq1w")
        report.told = told
        return GuardChange(kind: .alarm, report: report)
    }()

    static func region(_ identifier: String) -> Region {
        Region(identifier: identifier, shape: .circle(center: Snapshots.fix.coordinate, radiusInMeters: 100))
    }

    /// One that has told its direction at 2 s.
    /// What is published beside a beacon whose region is on the map, without a fix.
    static let besideBeacon: StatusSnapshot = {
        var settings = LocationMachine.Settings()
        settings.locatesByBeacons = true
        var machine = LocationMachine(settings: settings, seed: 1, at: at(-10))
        var garage = region("garage")
        let uuid = BeaconBytes((0..<16).map { UInt8($0) })
        garage.beacon = .uuid(uuid)
        let heard = BeaconHearing(
            observations: [BeaconObservation(.uuid(uuid, major: 1, minor: 2), measuredPower: -59, strengths: [-60])])
        for input in [LocationMachine.Input.regions(RegionTable([garage])), .heard(heard)] {
            for action in machine.handle(input, names: { _ in Snapshots.placemark }, at: at(2)) {
                if case .publish(let publication) = action, publication.snapshot.beaconPlace != nil {
                    return publication.snapshot
                }
            }
        }
        preconditionFailure("the beacon does not tell a place")
    }()

    static let compass: KnownCompass = {
        var machine = LocationMachine(seed: 1, at: at(0))
        let reading = CompassReading(81, from: .true, receivedAt: at(2), device: "/dev/ttyUSB1")
        for action in machine.handle(.source(.compass(reading)), at: at(2)) {
            if case .publish(let publication) = action { return publication.snapshot.compasses[0] }
        }
        preconditionFailure("the machine has published no compass")
    }()

    private final class Box: Sendable {
        private let monitor: Mutex<RegionMonitor>

        init(_ monitor: consuming sending Mutex<RegionMonitor>) { self.monitor = monitor }

        func withMonitor<Result: Sendable>(_ body: (RegionMonitor) -> Result) -> Result {
            monitor.withLock { body($0) }
        }

        func change(_ change: RegionChange) throws(RegionChangeError) {
            try monitor.withLock { monitor throws(RegionChangeError) in
                switch change {
                case .add(let region): try monitor.add(region)
                case .remove(let identifier): try monitor.remove(identifier: identifier)
                }
            }
        }
    }
}

/// A socket that is served while a test asks it.
struct ServedSocket {
    let server: SocketServer
    let path: String
    let directory: TemporaryDirectory

    /// - Parameters:
    ///   - points: how many points the track has; nil when none is kept.
    static func serving(
        _ snapshot: StatusSnapshot = Snapshots.cupertino, access: Access = .ownUser, points: Int? = nil,
        _ body: (ServedSocket) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let retention = TrackRetention(
            storage: points == nil ? .none : .memory, maximumAge: .seconds(1e8), maximumSizeInBytes: 64 << 20)
        let track = TrackStore(retention, directory: directory.path, now: { at(0) }, log: LogRecorder().logger)
        for number in 0..<(points ?? 0) {
            track.offer(TrackTrips.publication(TrackTrips.fix(number, at: Double(number)), at: Double(number)))
            if number.isMultiple(of: 2000) { track.write() }
        }
        try await serve(
            snapshot, access: access, answering: StubRooms.requests(), track: track, in: directory
        ) { try await body(ServedSocket(server: $0, path: $1, directory: directory)) }
    }

    /// Runs a script with the socket's path in `$SOCKET`. Returns what it wrote, with its exit status when that is not 0.
    func shell(_ script: String, within limit: Duration = .seconds(30)) async throws -> String {
        let child = try ChildProcess(
            "/bin/bash", ["-c", "set -o pipefail; cd '\(directory.path)'; \(script)"], environment: ["SOCKET": path])
        let status = await child.exitStatus(within: limit)
        let output = child.standardOutput
        return status == 0
            ? output : "\(output)[\(status.map { "exit status \($0)" } ?? "no end")] \(child.standardError)"
    }
}
