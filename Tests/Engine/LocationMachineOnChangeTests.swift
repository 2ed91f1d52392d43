@testable import LocationEngine
@testable import PlacemarkModel
import Testing

/// What the location manager does under the policy `on-change`, in the world of `Squares`.
@Suite("LocationMachine: on-change")
struct LocationMachineOnChangeTests {
    /// A machine that is told of a fix so far to the east; returns whether it asks.
    private static func asks(_ machine: inout LocationMachine, east: Double, at seconds: Double) -> Bool {
        let place = RegionShapes.offset(cupertino, north: 500, east: east)
        return asks(&machine, .source(.fix(fix(place, at: seconds))), at: seconds)
    }

    private static func asks(_ machine: inout LocationMachine, _ input: LocationMachine.Input, at seconds: Double)
        -> Bool
    {
        machine.handle(input, hint: Squares.hint(at:), at: at(seconds)).contains {
            if case .geocode = $0 { true } else { false }
        }
    }

    private static let answer = LocationMachine.Input.geocoded(Placemark(geocoder: "test"))

    private static let settings = {
        var settings = LocationMachine.Settings()
        settings.geocoding.mode = .onChange
        return settings
    }()

    @Test("a machine looks up the names of each fix, and those of its location when the geocoder is replaced")
    func lookups() {
        var looked: [Coordinate] = []
        func lookUp(_ place: Coordinate) -> NameHint? {
            looked.append(place)
            return Squares.hint(at: place)
        }
        let input = LocationMachine.Input.source(.fix(fix(cupertino, at: 0)))
        var other = LocationMachine(seed: 1, at: at(0))
        _ = other.handle(input, hint: lookUp, at: at(0))
        _ = other.handle(.geocoderReplaced, hint: lookUp, at: at(0))
        #expect(looked == [])
        var machine = LocationMachine(settings: Self.settings, seed: 1, at: at(0))
        _ = machine.handle(.geocoderReplaced, hint: lookUp, at: at(0))
        #expect(looked == [])
        _ = machine.handle(input, hint: lookUp, at: at(0))
        _ = machine.handle(Self.answer, hint: lookUp, at: at(0))
        _ = machine.handle(.timer, hint: lookUp, at: at(1))
        #expect(looked == [cupertino])
        _ = machine.handle(.geocoderReplaced, hint: lookUp, at: at(100))
        #expect(looked == [cupertino, cupertino])
    }

    @Test("a machine compares names by a new world file alone, though its numbers are others")
    func newWorldFileInMachine() {
        func later(_ place: Coordinate) -> NameHint? {
            var hint = Squares.hint(at: place)
            hint?.locality += 7
            return hint
        }
        var machine = LocationMachine(settings: Self.settings, seed: 1, at: at(0))
        #expect(Self.asks(&machine, east: 500, at: 0))
        #expect(!Self.asks(&machine, Self.answer, at: 0))
        _ = machine.handle(.geocoderReplaced, hint: later, at: at(100))
        _ = machine.handle(Self.answer, hint: later, at: at(100))
        let near = LocationMachine.Input.source(
            .fix(fix(RegionShapes.offset(cupertino, north: 500, east: 900), at: 200)))
        _ = machine.handle(near, hint: later, at: at(200))
        #expect(machine.snapshot.next == .hold(.sameNames))
        // 200 m away in the square beside: without the hint of the request, `distance-and-time` would decide.
        let beside = LocationMachine.Input.source(
            .fix(fix(RegionShapes.offset(cupertino, north: 500, east: 1100), at: 201)))
        let actions = machine.handle(beside, hint: later, at: at(201))
        #expect(actions.contains { if case .geocode = $0 { true } else { false } })
    }

    @Test("a reload that switches to it has the names watched at once", arguments: [false, true])
    func switchedOn(isInFlight: Bool) {
        var machine = LocationMachine(seed: 1, at: at(0))
        #expect(Self.asks(&machine, east: 900, at: 0))
        if !isInFlight { #expect(!Self.asks(&machine, Self.answer, at: 0)) }
        #expect(!Self.asks(&machine, east: 1020, at: 100))
        #expect(Self.asks(&machine, .configured(Self.settings), at: 101) != isInFlight)
        if isInFlight { #expect(Self.asks(&machine, Self.answer, at: 102)) }
        // Configured again, it keeps what it has.
        #expect(!Self.asks(&machine, Self.answer, at: 103))
        #expect(!Self.asks(&machine, .configured(Self.settings), at: 104))
        #expect(!Self.asks(&machine, east: 1100, at: 200))
    }

    @Test("a box at rest that is taken away gets its new names, also from a receiver with minutes between two fixes")
    func slowReceiver() {
        var machine = LocationMachine(settings: Self.settings, seed: 1, at: at(0))
        #expect(Self.asks(&machine, east: 500, at: 0))
        #expect(!Self.asks(&machine, Self.answer, at: 0))
        for second in 1...300 { #expect(!Self.asks(&machine, east: 500, at: Double(second))) }
        let asked = (1...5).map { number in Self.asks(&machine, east: 5500, at: 300 + 90 * Double(number)) }
        #expect(asked.contains(true), "\(asked)")
    }

    @Test("a machine that is parked on a border for a day asks three times at most", arguments: [3.0, 10])
    func parked(sigma: Double) {
        var random = SeededRandom(seed: 5)
        func noise() -> Double { (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } }
        var machine = LocationMachine(settings: Self.settings, seed: 1, at: at(0))
        var requests = 0
        for second in (0..<86_400).map(Double.init) {
            let (east, north) = (1000 + sigma * noise(), 500 + sigma * noise())
            let place = RegionShapes.offset(cupertino, north: north, east: east)
            let actions = machine.handle(
                .source(.fix(fix(place, at: second, accuracy: 2.448 * sigma))), hint: Squares.hint(at:), at: at(second))
            for case .geocode in actions {
                requests += 1
                _ = machine.handle(.geocoded(Placemark(geocoder: "test")), at: at(second))
            }
        }
        #expect(requests <= 3)
    }
}
