import Logging
import NIOCore
import PlacemarkModel
import PrometheusMetrics

/// Says how each request is answered, whichever dialect it came in. Lives on one event loop.
final class Router {
    let feed: StatusFeed
    let accessControl: AccessControl
    /// For long requests, from their first bytes to their answers.
    let incoming: MemoryRoom
    private let requests: LiveQueries?
    private let observers: ObserverUser?
    private var observerCount = 0

    /// - Parameters:
    ///   - requests: for what is not in the published state; without them such requests are refused.
    ///   - observers: who may tell what it observes; nil for nobody.
    ///   - log: for the grants of precise access.
    init(
        feed: StatusFeed, access: Access, requests: LiveQueries?,
        connectionsPerUser: Int,
        mostConnections: Int = Connections.mostForThisProcess,
        observers: ObserverUser? = nil,
        log: Logger? = nil
    ) {
        self.feed = feed
        self.requests = requests
        self.observers = observers
        incoming = MemoryRoom(ownUserID: access.ownUserID)
        accessControl = AccessControl(
            access, connectionsPerUser: connectionsPerUser, mostConnections: mostConnections, now: feed.now, log: log)
        feed.beforeTelling = { [accessControl] in accessControl.endGrants() }
    }

    /// What a peer may know at this moment; nil for nothing at all.
    func precision(of peer: PeerCredentials) -> Precision? { accessControl.precision(of: peer) }

    /// How to answer a request of a reader who may know this much.
    ///
    /// - Parameters:
    ///   - form: how placemarks are wanted.
    ///   - isTagged: whether an answer from the published state is to have a tag.
    func reply(
        to request: Request, precision: Precision, from peer: PeerCredentials, as form: Answer.Form = .json,
        isTagged: Bool = false
    ) throws(RequestError) -> Reply {
        if precision != .precise, let name = request.preciseOnlyName { throw .preciseOnly(name) }
        let client = GeocodeClient(userID: peer.userID, isOperator: accessControl.isOperator(peer.userID))
        switch request.asked(by: client, knowing: precision) {
        case .city, .placemark, .status, .visits, .version, .help, .location(nil):
            return .now(try state(for: request, precision, as: form, isTagged: isTagged))
        case .location(.some(let wait)): return .wait(wait)
        case .watch(let filter): return .watch(filter)
        case .metrics:
            let report = feed.metrics(precision)
            // Elsewhere: the kernel takes its time to count ten thousand descriptors.
            return .later(holding: try feed.shareOfLongAnswer(to: peer.userID)) {
                Answer(form: .prometheus, bytes: Array(report.text(.current()).utf8))
            }
        case .track(let query):
            guard let track = feed.track else { throw .noTrack }
            return track.reply(to: query)
        case .trips(let request):
            guard let trips = requests?.trips else { throw .unavailable("trips") }
            return trips.reply(to: request, from: peer.userID)
        case .log(let request):
            guard let trips = requests?.trips else { throw .unavailable("log") }
            return trips.reply(to: request, from: peer.userID)
        case .grants(let request): return .now(try accessControl.answer(to: request, from: peer))
        case .regions(let request):
            guard let regions = requests?.regions else { throw .unavailable("regions") }
            return try request.reply(regions, feed, to: peer.userID)
        case .guarding(let request):
            guard let guards = requests?.guards else { throw .unavailable("guard") }
            return request.reply(guards)
        case .beacons:
            guard let beacons = requests?.beacons else { throw .unavailable("beacons") }
            return .later { () async throws(RequestError) in .json(await beacons.report()) }
        case .observe:
            guard let beacons = requests?.beacons, let observers else { throw .unavailable("observe") }
            guard observers.isObserver(peer.userID, at: feed.now()) else { throw .observersOnly(observers.name) }
            guard observerCount < Self.mostObservers else {
                throw .failed("there are \(observerCount) observers already, and no more are allowed")
            }
            return .observe(beacons)
        case .reverse(let request):
            guard let places = requests?.places else { throw .unavailable("reverse") }
            return .later { () async throws(RequestError) in try await places.answer(request, as: form) }
        case .search(let request):
            guard let places = requests?.places else { throw .unavailable("search") }
            return .later(holding: try feed.shareOfLongAnswer(to: peer.userID)) { () async throws(RequestError) in
                try await places.answer(request, as: form)
            }
        }
    }

    /// How many may observe at a time: one program, and the connections of the one before that are not closed yet.
    static let mostObservers = 4

    /// Counts a connection that observes until it is closed.
    func countObserver(_ channel: any Channel) {
        observerCount += 1
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.observerCount -= 1 }
    }

    /// Lets a connection wait for a location, and calls `answer` once: now, when the last one is good enough, or later.
    func wait(
        _ wait: LocationWait, precision: Precision, for channel: any Channel,
        answer: @escaping (Result<Answer, RequestError>) -> Void
    ) {
        feed.wait(wait, precision: precision, for: channel) { status in
            do throws(RequestError) {
                guard status.location != nil else { throw StateAnswer.nothingCame(within: wait, status) }
                answer(.success(try StateAnswer.location(status)))
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// What the published state of this moment answers. The tag is made of the same moment: a moment later the state may be
    /// stale, and a client that has been told the one with the tag of the other would not ask again.
    private func state(
        for request: Request, _ precision: Precision, as form: Answer.Form, isTagged: Bool
    ) throws(RequestError) -> Answer {
        let now = feed.now()
        let (status, visits) = (feed.status(precision, at: now), feed.visits(at: now))
        var answer = try StateAnswer.answer(to: request, status, visits: visits, as: form)
        if isTagged, request.canBeKept {
            let news = try StateAnswer.answer(to: request, status.news, visits: visits.news, as: form)
            answer.tag = EntityTag(of: news.bytes)
        }
        return answer
    }
}

/// The answers that come from the published state, as functions of the status.
private enum StateAnswer {
    /// - Parameters:
    ///   - visits: for `visits`, which are not in the status.
    ///   - form: how a placemark is wanted, which may be a line of text.
    static func answer(
        to request: Request, _ status: Status, visits: VisitsReport, as form: Answer.Form = .json
    ) throws(RequestError) -> Answer {
        switch request {
        case .city: return .text(try line(status, \.city))
        case .placemark:
            if form == .text { return .text(try line(status, \.line)) }
            guard let placemark = status.placemark else { throw absence(status) }
            return .json(WithSource(report: placemark, source: status.source))
        case .location: return try location(status)
        case .status: return .json(status)
        case .visits: return .json(WithSource(report: visits, source: status.source))
        case .version: return .json(VersionReport(version: Installation.version))
        case .help: return Answer(form: .text, bytes: Array(LineRequest.helpText.utf8))
        case .watch, .track, .trips, .log, .regions, .reverse, .search, .grants, .guarding, .metrics, .beacons,
            .observe:
            throw .unavailable(request.word.rawValue)
        }
    }

    /// The location of the status.
    static func location(_ status: Status) throws(RequestError) -> Answer {
        guard let location = status.location else { throw absence(status) }
        return .json(WithSource(report: location, source: status.source))
    }

    /// What to say when no location has come in time.
    static func nothingCame(within wait: LocationWait, _ status: Status) -> RequestError {
        let reason = status.source.reason.map { ": \($0)" } ?? ""
        return .noFix("no position has come within \(AgeInWords.text(seconds: wait.limit.inSeconds))\(reason)")
    }

    /// The name alone while it is current; with its age when the box may be elsewhere by now.
    private static func line(
        _ status: Status, _ name: (Placemark) -> String?
    ) throws(RequestError) -> String {
        guard let report = status.placemark, let name = name(report.placemark) else { throw absence(status) }
        return status.placemarkStaleness.map { "\(name) (stale, \(AgeInWords.text(seconds: $0)) old)" } ?? name
    }

    private static func absence(_ status: Status) -> RequestError {
        status.location == nil ? .noFix("no position yet: \(status.source.absenceOfLocation)") : .noPlacemark
    }
}

/// A report with the source beside its own keys, so that every answer says where it comes from.
private struct WithSource<Report: Encodable>: Encodable {
    let report: Report
    let source: SourceReport

    private enum CodingKeys: String, CodingKey { case source }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(source, forKey: .source)
    }
}
