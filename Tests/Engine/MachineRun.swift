import LocationEngine
import PlacemarkModel

/// The machine in a box that moves as a test tells it to, and all that it publishes, plans and logs.
struct MachineRun {
    var machine: LocationMachine
    /// Seconds since boot.
    var now: Double
    /// How far north of Cupertino `move` has brought the box.
    var meters = 0.0
    var events: [Event] = []
    var timers: [BootInstant] = []
    var log: [LogEntry] = []
    /// What was worth saving.
    var memories: [MonitoringMemory] = []
    var snapshot: StatusSnapshot?

    /// - Parameters:
    ///   - memory: of an earlier run.
    ///   - made: when the machine is made.
    ///   - now: when its source connects.
    init(
        _ settings: LocationMachine.Settings = LocationMachine.Settings(), remembering memory: MonitoringMemory? = nil,
        made: Double = 0, now: Double = 1
    ) {
        machine = LocationMachine(settings: settings, seed: 1, at: at(made))
        self.now = now
        if let memory { take(.remembered(memory)) }
        take(.source(.connected))
    }

    var memory: MonitoringMemory? { memories.last }

    mutating func take(_ input: LocationMachine.Input) {
        for action in machine.handle(input, at: at(now)) {
            switch action {
            case .publish(let publication):
                events += publication.events
                if let memory = publication.memory { memories.append(memory) }
                snapshot = publication.snapshot
            case .setTimer(let deadline): timers.append(deadline)
            case .log(let entry): log.append(entry)
            case .geocode: break
            }
        }
    }

    /// A fix each second, in turn where it is and a metre north of that.
    mutating func stay(_ seconds: Int, north meters: Double = 0) {
        for second in 0..<seconds {
            now += 1
            take(.source(.fix(fix(north(meters + Double(second % 2), of: cupertino), at: now))))
        }
    }

    /// Northwards, at so many metres a second.
    mutating func move(_ speed: Double, seconds: Int) {
        for _ in 0..<seconds {
            now += 1
            meters += speed
            take(.source(.fix(fix(north(meters, of: cupertino), at: now))))
        }
    }
}
