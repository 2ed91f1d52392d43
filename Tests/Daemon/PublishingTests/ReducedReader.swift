import Foundation
import NIOCore
import NIOEmbedded
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestConditions
import TestSupport

/// Everything that a member of the group `placemark` is told in the course of a trip: the answers to all requests in both
/// dialects, the events, the metrics, and the files.
final class ReducedReader {
    static let run: UInt32 = 0xC0FFEE
    /// What is asked again and again. `ReducedReaderTests` says which words and routes are missing, and why.
    static let lines = [
        "city", "placemark", "status", "location", "location wait 1s", "visits", "regions", "regions state club",
        "track", "trips", "log", "beacons", "observe beacons", "grants", "grant 1000 10m why", "revoke 1000",
        "guard", "version", "help",
    ]
    static let requests = [
        "GET /", "GET /v1", "GET /v1/city", "GET /v1/placemark", "GET /v1/status", "GET /v1/location", "GET /v1/visits",
        "GET /v1/regions", "GET /v1/regions/club", "DELETE /v1/regions/club", "GET /v1/shapes", "GET /v1/track",
        "DELETE /v1/track", "GET /v1/trips", "GET /v1/trips/5d0c", "GET /v1/log", "GET /v1/guard",
        "DELETE /v1/guard", "POST /v1/guard/acknowledgement", "GET /v1/beacons", "GET /v1/grants",
        "DELETE /v1/grants/1000", "GET /v1/version",
    ]
    /// What is asked once, and told of as long as the connection lasts.
    static let watchingLines = ["watch", "watch significant"]
    static let watchingRequests = ["GET /v1/events", "GET /v1/events?only=placemark,significant"]

    private final class Clock: @unchecked Sendable { var now = at(0) }

    /// Who names the places.
    enum Geocoder: CaseIterable {
        case gazetteer
        /// A detail pack, which knows streets in the north of the cell.
        case pack
        /// A network geocoder with names of its own, which knows some places, not others, and fails in between.
        case network
    }

    private let drives: Bool
    private let geocoder: Geocoder
    private var answers = 0
    private let start = ReducedReader.middleOfACell()
    private let clock = Clock()
    private let loop = EmbeddedEventLoop()
    private let feed: StatusFeed
    private let router: Router
    private let peer = PeerCredentials(userID: 1000, groupIDs: [50])
    private let directory: TemporaryDirectory
    private let files: WritingThread<StateFileWriter>
    private var machine: LocationMachine
    private var timer: BootInstant?
    private(set) var snapshot: StatusSnapshot
    private(set) var regionEvents = 0
    /// Who has named the placemarks that precise readers were told.
    private(set) var geocodersTold: Set<String> = []
    /// What it was told, in order.
    private(set) var told: [String] = []

    /// - Parameter drives: whether the box drives in a circle of 700 m radius, again and again, or stays where it is.
    init(ofBoxThatDrives drives: Bool, namedBy geocoder: Geocoder = .gazetteer) throws {
        self.drives = drives
        self.geocoder = geocoder
        let clock = clock
        snapshot = StatusSnapshot(at: at(0), geocoding: GeocodePolicy.Settings())
        var machineSettings = LocationMachine.Settings()
        if geocoder == .network { machineSettings.geocoder = .socket("/run/geocoder.sock") }
        machine = LocationMachine(settings: machineSettings, seed: 1, offset: Self.offset, at: at(0))
        feed = StatusFeed(snapshot, track: nil, run: Self.run, now: { clock.now })
        let access = Access(preciseGroup: 60, reducedGroup: 50, ownUserID: 70)
        router = Router(feed: feed, access: access, requests: nil)
        directory = try TemporaryDirectory()
        let settings = StateFileSettings(
            directory: directory.path, persistentDirectory: directory.path, precision: .reduced)
        files = WritingThread(
            "", StateFileWriter(settings, access: access), settings, now: { clock.now }, log: LogRecorder().logger)
    }

    /// Lets so many seconds pass, with a fix in each.
    func live(seconds: Int) throws {
        let watchers =
            try Self.watchingLines.map { try lineConnection($0) } + Self.watchingRequests.map { try httpConnection($0) }
        let asking = try httpConnection()
        let club = Region(
            identifier: "club", shape: .circle(center: start.moved(north: 700, east: 0), radiusInMeters: 100))
        feed(.regions(RegionTable([club])))
        feed(.source(.connected))
        for second in 1...seconds {
            clock.now = at(Double(second))
            loop.advanceTime(by: .seconds(1))
            if let timer, timer <= clock.now { feed(.timer) }
            feed(.source(.fix(fix(second))))
            files.writeDue()
            told.append(try watchers.map { try read($0) }.joined())
            told.append("\(files.counters.written[.state] ?? 0) writes")
            guard second % 50 == 0 else { continue }
            for line in Self.lines { told.append("\(line): " + (try read(lineConnection(line)))) }
            for request in Self.requests {
                try asking.writeInbound(Self.message(request))
                told.append("\(request): " + (try read(asking)))
            }
            told.append(feed.metrics(.reduced).text(nil))
            for name in ["state.json", "city"] { told.append("\(name): \(directory.contents(name) ?? "none")") }
        }
    }

    /// What a stream of events begins with for who has seen this one last.
    func stream(after id: String) throws -> String {
        try read(httpConnection("GET /v1/events", "Last-Event-ID: \(id)\r\n"))
    }

    // MARK: The box

    private static let offset = SecretOffset(key: (1, 2))

    /// Whose cell is the same 750 m further in all directions.
    static func middleOfACell() -> Coordinate {
        func cell(_ place: Coordinate) -> Coordinate? {
            var reducer = PositionReducer(offset: offset)
            return reducer.accepted(Location(coordinate: place, receivedAt: at(0)))?.coordinate
        }
        let ends: [(north: Double, east: Double)] = [(750, 0), (-750, 0), (0, 750), (0, -750)]
        let places = (0..<20).flatMap { north in
            (0..<20).map { Snapshots.fix.coordinate.moved(north: Double(north) * 100, east: Double($0) * 100) }
        }
        return places.first { place in
            ends.allSatisfy { cell(place.moved(north: $0.north, east: $0.east)) == cell(place) }
        } ?? Snapshots.fix.coordinate
    }

    /// The fix of this second.
    private func fix(_ second: Int) -> Location {
        let phase = Double(second) / 25
        var fix = Snapshots.fix
        // The noise of a receiver at rest goes round and round, too, some metres wide.
        let radius = drives ? 700.0 : 1
        fix.coordinate = start.moved(north: radius * cos(phase), east: radius * sin(phase))
        fix.speed = radius / 25
        fix.course = (phase * 180 / .pi + 90).truncatingRemainder(dividingBy: 360)
        fix.timestamp = nil
        fix.receivedAt = clock.now
        return fix
    }

    /// The same city everywhere, and in it the number of a house.
    private static func placemark(at coordinate: Coordinate) -> Placemark {
        var placemark = Snapshots.placemark
        placemark.subThoroughfare = "\(Int((coordinate.latitude * 1e4).rounded()))"
        placemark.distance = (coordinate.latitude * 1e5).rounded()
        return placemark
    }

    private func answer(to request: GeocodeRequest) -> GeocodeAnswer {
        let known = Self.placemark(at: request.coordinate)
        switch geocoder {
        case .gazetteer: return GeocodeAnswer(known)
        case .pack:
            guard request.coordinate.latitude > start.latitude else { return GeocodeAnswer(known) }
            var street = known
            (street.thoroughfare, street.geocoder) = ("De Anza Boulevard", "gazetteer+openstreetmap")
            return GeocodeAnswer(street)
        case .network:
            guard request.geocoder != .gazetteer else {
                return GeocodeAnswer(known, gazetteer: known, outcome: .notAsked)
            }
            answers += 1
            switch answers % 4 {
            case 0: return GeocodeAnswer(known, gazetteer: known, outcome: .noResult)
            case 1: return GeocodeAnswer(known, gazetteer: known, outcome: .failed("it hangs"))
            case 2: return GeocodeAnswer(known, gazetteer: known, outcome: .refused(.tooFar))
            default: break
            }
            var found = Placemark(geocoder: "nominatim")
            (found.thoroughfare, found.locality, found.subAdministrativeArea) = (
                "De Anza Boulevard", "City of C.", "County"
            )
            (found.timeZone, found.attribution) = (known.timeZone, "© somebody, \(answers)")
            return GeocodeAnswer(found, gazetteer: known)
        }
    }

    private func feed(_ input: LocationMachine.Input) {
        for action in machine.handle(input, at: clock.now) {
            switch action {
            case .geocode(let request): feed(.answered(answer(to: request)))
            case .setTimer(let instant): timer = instant
            case .publish(let publication): publish(publication)
            case .log: break
            }
        }
    }

    private func publish(_ publication: Publication) {
        snapshot = publication.snapshot
        if let geocoder = snapshot.placemark?.placemark.geocoder { geocodersTold.insert(geocoder) }
        regionEvents += publication.events.count {
            switch $0.kind {
            case .regionEntered, .regionExited: true
            default: false
            }
        }
        feed.take(Publications(snapshot: publication.snapshot, events: publication.events))
        files.take(publication)
    }

    // MARK: The socket

    private func connection() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: loop)
        // Active, as a connection that was accepted is.
        channel.connect(to: try SocketAddress(unixDomainSocketPath: "/test"), promise: nil)
        try router.accessControl.enter(channel, from: peer)
        return channel
    }

    private func lineConnection(_ line: String) throws -> EmbeddedChannel {
        let channel = try connection()
        try channel.pipeline.syncOperations.addHandler(LineConnection(Array(line.utf8), from: peer, router))
        return channel
    }

    private func httpConnection(_ request: String? = nil, _ headers: String = "") throws -> EmbeddedChannel {
        let channel = try connection()
        try HTTPConnection(from: peer, router, firstHeadBy: loop.now + .seconds(3600)).add(to: channel.pipeline)
        if let request { try channel.writeInbound(Self.message(request, headers)) }
        return channel
    }

    private static func message(_ request: String, _ headers: String = "") -> ByteBuffer {
        ByteBuffer(string: "\(request) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
    }

    private func read(_ channel: EmbeddedChannel) throws -> String {
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text
    }
}

extension Coordinate {
    /// The point so many metres away, roughly.
    func moved(north: Double, east: Double) -> Coordinate {
        Coordinate(
            clampingLatitude: latitude + north / 111_000,
            wrappingLongitude: longitude + east / (111_000 * cos(latitude * .pi / 180)))
    }
}
