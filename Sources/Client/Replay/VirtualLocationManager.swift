public import LocationEngine
public import PlacemarkModel

/// Carries out what `LocationMachine` decides in virtual time: `LocationManager` without a clock, an actor or a wait.
///
/// Time is what the inputs say. Timers that are due before an input fire first, at their own moment, and the geocoder
/// answers in the moment in which it is asked.
public struct VirtualLocationManager {
    private var machine: LocationMachine
    private var timer: BootInstant?
    private let geocode: (GeocodeRequest) -> Placemark?
    private let hint: (Coordinate) -> NameHint?
    private let streets: (Coordinate) -> [StreetCandidate]

    /// - Parameters:
    ///   - geocode: the geocoder; nil is a failure.
    ///   - hint: the embedded gazetteer's names of a position; nil without a gazetteer.
    ///   - streets: its streets near a position.
    public init(
        settings: LocationMachine.Settings, seed: UInt64 = 1, at start: BootInstant,
        geocode: @escaping (GeocodeRequest) -> Placemark?, hint: @escaping (Coordinate) -> NameHint? = { _ in nil },
        streets: @escaping (Coordinate) -> [StreetCandidate] = { _ in [] }
    ) {
        machine = LocationMachine(settings: settings, seed: seed, at: start)
        self.geocode = geocode
        self.hint = hint
        self.streets = streets
    }

    /// The street that the box is in, as the gazetteer numbers it; nil where none is known.
    var street: UInt32? { machine.street }

    /// Lets time pass until `now`, then feeds the input. `publish` gets each publication, in order.
    public mutating func handle(
        _ input: LocationMachine.Input, at now: BootInstant, publish: (Publication) -> Void
    ) {
        wait(until: now, publish: publish)
        carryOut(input, at: now, publish: publish)
    }

    /// Lets time pass: fires the timers that are due until `now`.
    public mutating func wait(until now: BootInstant, publish: (Publication) -> Void) {
        while let due = timer, due <= now {
            timer = nil
            carryOut(.timer, at: due, publish: publish)
        }
    }

    private mutating func carryOut(
        _ input: LocationMachine.Input, at now: BootInstant, publish: (Publication) -> Void
    ) {
        var next: LocationMachine.Input? = input
        while let input = next {
            next = nil
            for action in machine.handle(input, hint: hint, streets: streets, at: now) {
                switch action {
                case .geocode(let request):
                    next =
                        geocode(request).map { .geocoded($0) }
                        ?? .geocodingFailed("no place is known", hasNoResult: true)
                case .setTimer(let deadline): timer = deadline
                case .publish(let publication): publish(publication)
                case .log: break
                }
            }
        }
    }
}
