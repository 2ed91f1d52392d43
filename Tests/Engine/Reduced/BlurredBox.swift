import Foundation
@testable import LocationEngine
@testable import PlacemarkModel

/// A box as the attacker sees it: what a reader with reduced precision gets, from the real reducer or from one that is
/// wrong on purpose, so that the attacks can be seen to work.
struct BlurredBox {
    /// How the positions are made.
    enum Making: CaseIterable {
        case asBuilt
        /// Another secret for each position.
        case secretOfEachRequest
        /// Another secret, and no memory, after each restart.
        case secretOfEachRestart
        /// The offset wanders through a whole cell to and fro in the course of days. Only where it began is secret.
        case driftInTime
        /// No place keeps its cell.
        case withoutPlaces
        /// Cells that everybody knows.
        case withoutOffset
    }

    private let making: Making
    private var random: SeededRandom
    private var reducer: PositionReducer
    private(set) var offset: SecretOffset
    /// Of an offset that wanders, 0..<2.
    private let beginning: (rows: Double, columns: Double)

    init(_ making: Making, seed: UInt64) {
        self.making = making
        random = SeededRandom(seed: seed)
        offset = SecretOffset(key: (random.next(), random.next()))
        beginning = (.random(in: 0..<2, using: &random), .random(in: 0..<2, using: &random))
        reducer = PositionReducer(offset: offset)
    }

    /// What is shown after a fix in the interval of this number.
    mutating func show(_ place: Coordinate, interval: Int) -> Coordinate {
        switch making {
        case .secretOfEachRequest: return cell(of: place, SecretOffset(key: (random.next(), random.next())))
        case .driftInTime:
            return ReducedCell(of: place, movedBy: Self.drift(since: beginning, interval)).center
        case .withoutOffset: return ReducedCell(of: place, movedBy: (0, 0)).center
        case .withoutPlaces: return cell(of: place, offset)
        case .asBuilt, .secretOfEachRestart:
            let location = Location(
                coordinate: place, horizontalAccuracy: 10, receivedAt: at(Double(interval) * 960 + 20))
            return reducer.accepted(location)?.coordinate ?? place
        }
    }

    /// The offset that wanders, after so many intervals: half its way takes 40 hours to the north, and 65 to the east.
    static func drift(
        since beginning: (rows: Double, columns: Double), _ interval: Int
    ) -> (rows: Double, columns: Double) {
        func wave(_ phase: Double) -> Double { abs(phase.truncatingRemainder(dividingBy: 2) - 1) - 0.5 }
        let phase = Double(interval) / 150
        return (wave(beginning.rows + phase), wave(beginning.columns + phase * 0.618))
    }

    /// The daemon is started again, with what it has saved.
    mutating func restart() {
        guard making == .secretOfEachRestart else {
            let saved = reducer.memory
            reducer = PositionReducer(offset: offset)
            return reducer.restore(saved)
        }
        offset = SecretOffset(key: (random.next(), random.next()))
        reducer = PositionReducer(offset: offset)
    }

    private func cell(of place: Coordinate, _ offset: SecretOffset) -> Coordinate {
        ReducedCell(of: place, movedBy: offset.offset(at: place)).center
    }
}

/// A receiver's error: it wanders by some metres from one fix to the next, and around the true place.
struct ReceiverNoise {
    private let sigmaInMeters: Double
    private var error = SIMD2<Double>()

    init(sigmaInMeters: Double) { self.sigmaInMeters = sigmaInMeters }

    mutating func next(at place: Coordinate, _ random: inout SeededRandom) -> Coordinate {
        // Half of the last error is still there; the variance stays sigma squared.
        let fresh = SIMD2(Self.normal(&random), Self.normal(&random))
        error = error * 0.5 + fresh * (sigmaInMeters * 0.75.squareRoot())
        return place.moved(north: error.x, east: error.y)
    }

    /// Irwin and Hall's sum of twelve: normal enough, and never farther out than 6.
    private static func normal(_ random: inout SeededRandom) -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }
}
