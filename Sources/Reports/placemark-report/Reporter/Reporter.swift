import Logging
import PlacemarkModel
import Reporting
import SystemClocks

/// The clocks of the machine, as the reporter reads them.
struct Clocks: Sendable {
    var boot: @Sendable () -> BootInstant
    var wall: @Sendable () -> Timestamp

    static let system = Clocks(boot: { BootClock.now }, wall: { WallClock.now })
}

/// What the program knows: the outbox, what each sink wants to be told, and how its deliveries go. It decides nothing itself:
/// `ReportFilter`, `Retention` and `DeliverySchedule` do, and it carries them out.
actor Reporter {
    /// What belongs to one sink.
    struct Post {
        let sink: Sink
        var filter: ReportFilter
        var schedule: DeliverySchedule
        /// Whether its program allows it to catch up, and when it has said so.
        var permission: (isGiven: Bool, at: BootInstant)?
        /// What the log has last said of its deliveries.
        var saidFailure: String?
        var saidDropped = 0
        var failedAt: Timestamp?
        /// Deliveries that have ended, in whatever way.
        var deliveries = 0
    }

    /// The machine's state, as far as events and the whole state have told it. What is nil is not known, or was not told.
    struct KnownState: Equatable {
        /// The regions that the machine is in.
        var regions: Set<String>?
        /// Whether it moves, as the whole state has said last.
        var motion: Motion?
        var guarding: GuardState?

        init() {}

        init(_ status: Status) {
            (regions, motion, guarding) = (status.regions.map(Set.init), status.motion, status.guardState)
        }
    }

    let outbox: Outbox
    let clocks: Clocks
    let log: Logger
    var posts: [String: Post] = [:]
    /// What was heard last, by the precision that was asked for.
    var states = Dictionary(uniqueKeysWithValues: Precision.allCases.map { ($0, KnownState()) })
    /// Whether who asks for everything is told only what others may know.
    var isReduced = false
    /// Which trips have been told.
    var tripsTold: TripsTold
    /// Whether the daemon's list may have lacked a trip that it had told.
    var asksForTripsAgain = false
    /// How many events of trips have come in this run.
    var tripEvents = 0
    /// Which events of the guard have been told.
    var guardTold: GuardTold
    /// How many of its events have come in this run.
    var guardEvents = 0
    var saidOutboxFailure: String?
    var heardAt: BootInstant?
    /// As whom the time since the last run is still being made up for.
    var recovering: Set<Precision> = []
    /// The start of the boot from which that time is reckoned, once its first part has come.
    var recoveringFrom: [Precision: Timestamp] = [:]
    /// Rung when there is something to send.
    nonisolated let alarms: [String: Alarm]
    /// Rung when a filter has to be asked at another time.
    nonisolated let pulses: [Precision: Alarm]

    /// How long a program's word on catching up holds.
    static let permissionLifetime: Duration = .seconds(60)

    init(_ sinks: [Sink], outbox: Outbox, clocks: Clocks, log: Logger) {
        (self.outbox, self.clocks, self.log) = (outbox, clocks, log)
        tripsTold = outbox.tripsTold ?? TripsTold()
        guardTold = outbox.guardTold ?? GuardTold()
        let now = clocks.boot()
        for sink in sinks {
            posts[sink.name] = Post(
                sink: sink, filter: ReportFilter(sink.settings.filter, at: now),
                schedule: DeliverySchedule(sink.delivery))
        }
        alarms = Dictionary(uniqueKeysWithValues: sinks.map { ($0.name, Alarm()) })
        if outbox.lastHeard != nil { recovering = Set(sinks.map(\.settings.precision)) }
        pulses = Dictionary(uniqueKeysWithValues: Precision.allCases.map { ($0, Alarm()) })
    }

    var sinkNames: [String] { posts.keys.sorted() }

    func sink(_ name: String) -> Sink? { posts[name]?.sink }

    func close() { outbox.close() }
}
