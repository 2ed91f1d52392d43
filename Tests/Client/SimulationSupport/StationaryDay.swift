import LocationEngine
import PlacemarkModel
import Replay
import Simulation

/// A box that stands still for a day, under jitter of 5 to 30 m.
public struct StationaryDay: Sendable {
    /// How the receiver errs, and what it says of it.
    public struct Jitter: Sendable, CustomStringConvertible {
        public let sigmaInMeters: Double
        public let claim: ReceiverModel.Claim
        public let seed: UInt64
        public let period: Duration

        public var description: String { "σ \(sigmaInMeters) m, \(claim), every \(period), seed \(seed)" }

        public static let all: [Jitter] = [5.0, 15, 30].flatMap { sigma in
            [ReceiverModel.Claim.honest, .tooGood].flatMap { claim in
                [Jitter(sigmaInMeters: sigma, claim: claim, seed: 1, period: .seconds(1))]
                    + (2...4).map { Jitter(sigmaInMeters: sigma, claim: claim, seed: $0, period: .seconds(5)) }
            }
        }
    }

    /// Vaduz, well inside a square of the simulated geocoder, 250 m or more from its border.
    private static let place = Coordinate(clampingLatitude: 47.145, wrappingLongitude: 9.525)

    /// Borders at many distances on both sides of the place, and right through it.
    private static let regions: [Region] = [-500, -150, -80, -40, -20, -10, -5, 0, 5, 10, 20, 40, 80, 150, 500].map {
        beyond in
        Region(
            identifier: "border at \(beyond) m",
            shape: .circle(
                center: place.shifted(towards: 90, byMeters: 1000 + beyond), radiusInMeters: 1000))
    }

    public let jitter: Jitter
    private let events: EventCounts

    /// Lets the day pass.
    public init(_ jitter: Jitter) {
        self.jitter = jitter
        let start = BootInstant(sinceBoot: .seconds(100))
        var events = EventCounts()
        var manager = VirtualLocationManager(settings: .init(), seed: jitter.seed, at: start) {
            SimulatedGeocoder.placemark(of: $0.coordinate)
        }
        for input in SimulatedRegions.inputs(Self.regions) + [.source(.connected)] {
            manager.handle(input, at: start) { events.add($0) }
        }
        let receiver = ReceiverModel(
            period: jitter.period, sigmaInMeters: jitter.sigmaInMeters, claim: jitter.claim, givesVelocity: false)
        for (now, reports) in RestingBox(
            at: Self.place, receiver, from: start, for: .seconds(86_400), seed: jitter.seed)
        {
            for report in reports { manager.handle(.source(report), at: now) { events.add($0) } }
        }
        self.events = events
    }

    /// What has happened that should not: nothing but one geocode, one place and one visit, and at most one pause.
    public var failures: [String] {
        var failures: [String] = []
        func expect(_ condition: Bool, _ text: String) { if !condition { failures.append(text) } }
        expect(events.geocodes == 1, "\(events.geocodes) geocodes")
        expect(events.localities == ["Square 4714,952"], "named \(events.localities.sorted())")
        expect(events.crossings.isEmpty, "\(events.crossings)")
        expect(events.arrivals == 1 && events.departures == 0, "\(events.arrivals) visits, \(events.departures) ended")
        expect(events.pauses <= 1 && events.resumptions == 0, "\(events.pauses) pauses, \(events.resumptions) ended")
        expect(events.rejections.isEmpty, "\(events.rejections)")
        return failures
    }
}

/// What a publication's events come to.
private struct EventCounts {
    var geocodes = 0
    var localities: Set<String> = []
    var crossings: [String] = []
    var arrivals = 0
    var departures = 0
    var pauses = 0
    var resumptions = 0
    var rejections: [Rejection: Int] = [:]

    mutating func add(_ publication: Publication) {
        for event in publication.events {
            switch event.kind {
            case .geocode: geocodes += 1
            case .placemark(let known): localities.insert(known.placemark.locality ?? "nowhere")
            case .regionEntered(let region, _): crossings.append("entered \(region.identifier)")
            case .regionExited(let region, _): crossings.append("exited \(region.identifier)")
            case .visitArrived: arrivals += 1
            case .visitDeparted: departures += 1
            case .paused: pauses += 1
            case .resumed: resumptions += 1
            case .rejected(let rejection): rejections[rejection, default: 0] += 1
            case .location, .reducedPosition, .heading, .compass, .timeZone, .significantLocation, .source,
                .guardChanged, .alarmForAll, .tripStarted, .tripEnded, .beacons, .beaconPlace:
                break
            }
        }
    }
}
