import FoundationEssentials
import PlacemarkModel

/// What to tell about the guard, or to do to it.
enum GuardRequest: Hashable, Sendable {
    case report
    case command(GuardCommand)

    static let usage = "[anchor|parked [NAME=VALUE…] | acknowledge | off]"

    /// Reads the arguments of `guard`.
    init(parsing arguments: String) throws(RequestError) {
        let words = arguments.split(separator: " ")
        guard let first = words.first else {
            self = .report
            return
        }
        switch (String(first), words.count) {
        case ("off", 1): self = .command(.disarm)
        case ("acknowledge", 1): self = .command(.acknowledge)
        default:
            guard let kind = GuardKind(rawValue: String(first)) else {
                throw .badRequest("'guard' takes \(Self.usage)")
            }
            var order = GuardOrder(kind)
            for word in words.dropFirst() {
                let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard sides.count == 2, order.set(sides[0], sides[1]) else {
                    throw .badRequest(
                        "'\(word.prefix(64))' is not part of a guard: expected at=LAT,LON, bearing=DEG, distance=LENGTH,"
                            + " radius=LENGTH, warning=LENGTH, sector=DEG-DEG or grace=TIME")
                }
            }
            self = .command(.arm(order))
        }
    }

    /// Reads what `PUT /v1/guard` takes: an object such as `{"kind": "anchor", "radius": 50}`.
    init(body: [UInt8]) throws(RequestError) {
        guard let order = try? JSONDecoder().decode(GuardOrder.self, from: Data(body)) else {
            throw .badRequest(
                #"expected an object such as {"kind": "anchor", "radius": 50}, with lengths in metres and angles in degrees"#
            )
        }
        self = .command(.arm(order))
    }

    func reply(_ guards: LiveQueries.Guards) -> Reply {
        .later { () async throws(RequestError) in
            switch self {
            case .report: return .json(await guards.report())
            case .command(let command):
                do throws(GuardMistake) {
                    return .json(try await guards.command(command))
                } catch {
                    switch error {
                    case .noPosition: throw .noFix(error.description)
                    case .isOff, .isQuiet: throw .noGuard(error.description)
                    case .radius, .warning, .grace, .direction, .incomplete: throw .badRequest(error.description)
                    }
                }
            }
        }
    }
}

extension GuardOrder {
    /// Sets what a person has written. Returns false when it is not that.
    fileprivate mutating func set(_ name: String, _ value: String) -> Bool {
        switch name {
        case "at": coordinate = Coordinate(parsing: value)
        case "bearing": bearing = Quantity.degrees(value)
        case "distance": distance = Quantity.meters(value)
        case "radius": radius = Quantity.meters(value)
        case "warning": warning = Quantity.meters(value)
        case "sector": sector = GuardSector(parsing: value)
        case "grace": grace = Quantity.duration(value)?.inSeconds
        default: return false
        }
        switch name {
        case "at": return coordinate != nil
        case "bearing": return bearing != nil
        case "distance": return distance != nil
        case "radius": return radius != nil
        case "warning": return warning != nil
        case "sector": return sector != nil
        default: return grace != nil
        }
    }
}
