import CurlClient
import PlacemarkModel
import Reporting
import Settings
import Synchronization
import SystemClocks
import Threads

/// Keeps the home of a Home Assistant where the box is. It connects when there is something to ask or to tell, and at each heartbeat,
/// which also finds a home that has gone back.
actor HomeAssistantTransport: ReportTransport {
    private let settings: CurlHandle.Settings
    private let address: SinkAddress
    private let token: SecretText
    private let clocks: Clocks
    private let rhythm: Duration
    private var wheels: HomeOnWheels
    /// Whether a report has been taken whose time to be told comes later.
    private var isDeferred = false
    /// Where the home was last moved to.
    private var told: Coordinate?
    private var warning: String?
    private var refusedWarning: String?

    /// Of a whole conversation.
    private static let timeout: Duration = .seconds(30)
    /// Each wrong token is a notification on its screen, and enough of them a ban.
    private static let pauseAfterWrongToken: Duration = .seconds(900)
    /// It has what it was told, however it rounds.
    private static let sameInMeters = 10.0

    /// Throws what is wrong with the file of the sink.
    ///
    /// - Parameter rhythm: how often it looks whether the time of what was deferred has come.
    init(_ sink: Sink, clocks: Clocks = .system, rhythm: Duration = .seconds(15)) throws(ConfigurationProblem.Reason) {
        guard let url = sink.settings.url, !url.contains("?") else {
            throw .contradiction("[Sink] URL=: expected an address such as http://homeassistant.local:8123")
        }
        guard sink.secret != nil || sink.settings.credential != nil, sink.settings.user == nil else {
            throw .contradiction(
                "[Credentials]: expected, with Type=homeassistant, a long-lived access token as Credential=, PasswordFile= or"
                    + " Password=, and no User=")
        }
        let filter = sink.settings.filter
        guard filter.kinds.contains(.heartbeat), filter.heartbeat > .zero else {
            throw .contradiction(
                "[Events]: expected, with Type=homeassistant, heartbeat among Events=, and a Heartbeat= of more than 0s"
            )
        }
        var settings = CurlHandle.Settings(
            userAgent: "placemark-report/\(Installation.version)", timeout: Self.timeout)
        settings.authorityFile = sink.settings.authorityFile
        settings.certificateFile = sink.settings.certificateFile
        settings.keyFile = sink.settings.keyFile
        self.settings = settings
        address = SinkAddress("/api/websocket", below: url)
        token = sink.secret ?? SecretText("")
        wheels = try sink.wheels()
        (self.clocks, self.rhythm) = (clocks, rhythm)
    }

    /// Throws what is wrong with the file of the sink.
    static func plan(_ sink: Sink) throws(ConfigurationProblem.Reason) -> TransportPlan {
        let transport = try HomeAssistantTransport(sink)
        return { _ in transport }
    }

    var warnings: [String] { [warning, refusedWarning].compactMap(\.self) }

    /// Moves the home when its time comes and no report does.
    func run() async {
        while (try? await Task.sleep(for: rhythm)) != nil {
            guard isDeferred, case .ask = wheels.step(at: clocks.boot()) else { continue }
            // What fails is tried again with the next report, and said then.
            isDeferred = false
            _ = await ask()
        }
    }

    func send(_ reports: [Report]) async -> DeliveryResult {
        let (now, wallClock) = (clocks.boot(), clocks.wall())
        var isAsked = false
        for report in reports where wheels.take(report, at: now, wallClock: wallClock) && report.kind == .heartbeat {
            isAsked = true
        }
        noteDeferral(at: now)
        return .all(isAsked || wheels.step(at: now) == .ask ? await ask() : .acknowledged)
    }

    /// Keeps in mind whether there is something to tell later.
    private func noteDeferral(at now: BootInstant) {
        isDeferred = if case .wait = wheels.step(at: now) { true } else { false }
    }

    private func ask() async -> DeliveryOutcome {
        let (now, wheels) = (clocks.boot(), wheels)
        let result = await converse(HomeAssistantDialogue(token: token) { wheels.wish(for: $0, at: now) })
        switch result {
        case .success(let news):
            learn(news, at: now)
            return .acknowledged
        case .failure(let failure): return failure.outcome(pauseAfterWrongToken: Self.pauseAfterWrongToken)
        }
    }

    private func learn(_ news: HomeAssistantDialogue.News, at now: BootInstant) {
        wheels.learn(news.home, hasMoved: news.hasMoved, refused: news.refused, at: now)
        noteDeferral(at: now)
        if news.isFromYAML, let told {
            warning =
                news.before.coordinate.distance(to: told) < Self.sameInMeters
                ? nil
                : "Home Assistant has gone back to the home of its configuration.yaml: remove latitude, longitude, elevation,"
                    + " time_zone and country there"
        }
        if news.hasMoved { told = news.home.coordinate }
        if !news.refused.isEmpty {
            refusedWarning =
                "Home Assistant \(news.version ?? "") does not know \(news.refused.joined(separator: " and ")):"
                + " its home follows without \(news.refused.count == 1 ? "it" : "them")"
        }
    }

    /// Talks to Home Assistant on a thread of its own, because libcurl blocks.
    private func converse(
        _ dialogue: HomeAssistantDialogue
    ) async -> Result<HomeAssistantDialogue.News, HomeAssistantFailure> {
        let isAbandoned = Flag()
        let (address, settings) = (address, settings)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasThread = DetachedThread.start(named: "homeassistant", stackBytes: 512 << 10) {
                    continuation.resume(
                        returning: dialogue.held(at: address, settings, isAbandoned: { isAbandoned.isRaised }))
                }
                precondition(hasThread, "no thread can be started")
            }
        } onCancel: {
            isAbandoned.raise()
        }
    }
}

/// Raised once, and seen by another thread.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }
    func raise() { value.store(true, ordering: .relaxed) }
}
