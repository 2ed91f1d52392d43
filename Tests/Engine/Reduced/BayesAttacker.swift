import Foundation
@testable import LocationEngine
@testable import PlacemarkModel

/// Who weighs everything that may be true by everything that was shown, one sighting after the other: Bayes' rule by a
/// particle filter.
///
/// He knows how the positions are made, the cells, the way between home and work and where on it the box was at each
/// moment. He knows neither the secret nor where home and work are, and before the first sighting all of that is equally
/// likely.
///
/// The guesses are resampled when few of them count, and then moved, so that they do not become a few (Gilks and Berzuini,
/// "Following a moving target", 2001). A move is along the difference of two other guesses, which fits their spread
/// whatever its shape (ter Braak, "A Markov Chain Monte Carlo version of the genetic algorithm Differential Evolution",
/// 2006).
struct BayesAttacker {
    /// What may be true.
    private struct Guess {
        var home: PlanePoint
        var work: PlanePoint
        /// Where the offset is, or where it began to wander, from 0 on.
        var secret: PlanePoint
        /// Sightings that it does not explain.
        var misses = 0
    }

    private static let count = 200
    /// How likely it is that a guess is right which does not explain a sighting: borders are blurred by the receiver's noise,
    /// and by places that keep their cell.
    private static let surprise = 0.02
    /// At rest, one sighting in so many is looked at: they come 16 minutes apart.
    private static let thinning = 8

    private let making: BlurredBox.Making
    private let plane: Plane
    private let workCenter: PlanePoint
    private var random: SeededRandom
    private var guesses: [Guess]
    private var weights: [Double]
    private var history: [CommuterWeek.Sighting] = []

    /// Looks at a whole week.
    init(_ making: BlurredBox.Making, watching week: CommuterWeek, seed: UInt64) {
        self.making = making
        random = SeededRandom(seed: seed)
        let sightings = week.sightings.filter { !$0.isAtRest || $0.interval % Self.thinning == 0 }
        let homeCell = sightings.first { $0.progress == 0 }?.center ?? week.home
        let workCell = sightings.first { $0.progress == 1 }?.center ?? week.work
        plane = Plane(around: homeCell)
        workCenter = plane.point(at: workCell)
        (guesses, weights) = ([], [])
        let range = Self.secretRange(making)
        for _ in 0..<Self.count {
            let secret = PlanePoint(
                north: .random(in: 0..<range, using: &random), east: .random(in: 0..<range, using: &random))
            guesses.append(
                Guess(
                    home: .random(within: Self.reach, using: &random),
                    work: workCenter + .random(within: Self.reach, using: &random), secret: secret))
        }
        weights = guesses.map { _ in 1 }
        for sighting in sightings { look(at: sighting) }
        resample()
        for _ in 0..<10 { move() }
    }

    /// The mean of what may be true: no other estimate has a smaller mean square error.
    var home: Coordinate { plane.coordinate(of: mean { $0.home }) }
    var work: Coordinate { plane.coordinate(of: mean { $0.work }) }
    /// Where the offset puts the home, as it is at the beginning.
    var movedHome: Coordinate {
        plane.coordinate(
            of: mean { guess in
                let offset = offset(guess, 0)
                return guess.home + OneCell.edgeInMeters * PlanePoint(north: offset.rows, east: offset.columns)
            })
    }

    private func mean(_ point: (Guess) -> PlanePoint) -> PlanePoint {
        let sum = guesses.reduce(PlanePoint(north: 0, east: 0)) { $0 + point($1) }
        return 1 / Double(guesses.count) * sum
    }

    // MARK: How positions are made

    /// A place is so far from the middle of its cell at most, in each direction: half a cell, and half a one for the offset.
    private static let reach = OneCell.edgeInMeters * 1.05

    private static func secretRange(_ making: BlurredBox.Making) -> Double { making == .driftInTime ? 2 : 1 }

    private func offset(_ guess: Guess, _ interval: Int) -> (rows: Double, columns: Double) {
        switch making {
        case .driftInTime: BlurredBox.drift(since: (guess.secret.north, guess.secret.east), interval)
        case .withoutOffset: (0, 0)
        default: (guess.secret.north - 0.5, guess.secret.east - 0.5)
        }
    }

    private func explains(_ guess: Guess, _ sighting: CommuterWeek.Sighting) -> Bool {
        let place = plane.coordinate(of: sighting.place(home: guess.home, work: guess.work))
        return ReducedCell(of: place, movedBy: offset(guess, sighting.interval)) == sighting.cell
    }

    private func isPossible(_ guess: Guess) -> Bool {
        let (home, work, range) = (guess.home, guess.work - workCenter, Self.secretRange(making))
        return abs(home.north) <= Self.reach && abs(home.east) <= Self.reach && abs(work.north) <= Self.reach
            && abs(work.east) <= Self.reach && 0 <= guess.secret.north && guess.secret.north < range
            && 0 <= guess.secret.east && guess.secret.east < range
    }

    // MARK: The filter

    private mutating func look(at sighting: CommuterWeek.Sighting) {
        // The same again tells nothing, unless it should have changed.
        let isKnown = history.contains { $0.progress == sighting.progress && $0.cell == sighting.cell }
        guard making == .driftInTime || !sighting.isAtRest || !isKnown else { return }
        history.append(sighting)
        for index in guesses.indices where !explains(guesses[index], sighting) {
            guesses[index].misses += 1
            weights[index] *= Self.surprise
        }
        let sum = weights.reduce(0, +)
        let effectiveCount = sum * sum / weights.reduce(0) { $0 + $1 * $1 }
        guard effectiveCount < Double(Self.count) / 2 else { return }
        resample()
        for _ in 0..<3 { move() }
    }

    /// Each guess as often as its weight says, and then all with the same weight.
    private mutating func resample() {
        let step = weights.reduce(0, +) / Double(Self.count)
        var (next, sum, resampled) = (Double.random(in: 0..<step, using: &random), 0.0, [Guess]())
        for (guess, weight) in zip(guesses, weights) {
            sum += weight
            while next < sum, resampled.count < Self.count {
                resampled.append(guess)
                next += step
            }
        }
        guesses = resampled
        weights = guesses.map { _ in 1 }
    }

    /// Moves each guess to one that is as likely, or as likely as a draw demands (Metropolis and Hastings).
    private mutating func move() {
        for index in guesses.indices {
            let one = guesses[Int.random(in: 0..<guesses.count, using: &random)]
            let other = guesses[Int.random(in: 0..<guesses.count, using: &random)]
            let share = Double.random(in: 0.2..<1, using: &random)
            var guess = guesses[index]
            guess.home = guess.home + share * (one.home - other.home) + .random(within: 20, using: &random)
            guess.work = guess.work + share * (one.work - other.work) + .random(within: 20, using: &random)
            guess.secret = guess.secret + share * (one.secret - other.secret) + .random(within: 0.01, using: &random)
            guard isPossible(guess) else { continue }
            let draw = Double.random(in: 1e-9..<1, using: &random)
            let allowed = guesses[index].misses + Int(log(draw) / log(Self.surprise))
            guess.misses = 0
            for sighting in history where !explains(guess, sighting) {
                guess.misses += 1
                if guess.misses > allowed { break }
            }
            if guess.misses <= allowed { guesses[index] = guess }
        }
    }
}
