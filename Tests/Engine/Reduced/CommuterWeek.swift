import Foundation
@testable import LocationEngine
@testable import PlacemarkModel

/// A week of somebody who goes to work and home again each day, and what readers with reduced precision are shown of it.
struct CommuterWeek {
    /// One moment, as the attacker knows it: everything but the secret, and where home and work are.
    struct Sighting {
        /// Of 16 minutes each.
        let interval: Int
        /// Which share of the way from home to work lies behind the box.
        let progress: Double
        /// How far off the straight way it is, to the left, as a share of it: the way is a bow, which is known.
        let bow: Double
        /// The middle of the cell that is shown.
        let center: Coordinate
        let cell: ReducedCell

        init(interval: Int, progress: Double, center: Coordinate) {
            (self.interval, self.progress, self.center) = (interval, progress, center)
            bow = 0.15 * sin(.pi * progress)
            cell = ReducedCell(of: center, movedBy: (0, 0))
        }

        var isAtRest: Bool { progress == 0 || progress == 1 }

        /// Where the box is then.
        func place(home: PlanePoint, work: PlanePoint) -> PlanePoint {
            let way = work - home
            return home + progress * way + bow * PlanePoint(north: way.east, east: -way.north)
        }
    }

    let home: Coordinate
    let work: Coordinate
    /// Where the offset puts the home: what can be found out without the secret.
    let movedHome: Coordinate
    private(set) var sightings: [Sighting] = []
    /// Whether somebody who has connected again after a restart was ever shown something else.
    private(set) var isSteady = true

    init(_ making: BlurredBox.Making, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let plane = Plane(around: random.place())
        let start = PlanePoint(north: 0, east: 0)
        var end = start
        while end.length < 4000 { end = .random(within: 9000, using: &random) }
        (home, work) = (plane.origin, plane.coordinate(of: end))
        var box = BlurredBox(making, seed: random.next())
        let offset = box.offset.offset(at: home)
        movedHome = plane.coordinate(
            of: OneCell.edgeInMeters * PlanePoint(north: offset.rows, east: offset.columns))
        var noise = ReceiverNoise(sigmaInMeters: .random(in: 3...20, using: &random))
        for day in 0..<7 {
            // A way takes 40 minutes, and begins whenever it does.
            let leaves = Double.random(in: 26...32, using: &random)
            let returns = Double.random(in: 60...68, using: &random)
            for number in 0..<90 {
                let (there, back) = ((Double(number) - leaves) / 2.5, (Double(number) - returns) / 2.5)
                let progress = back <= 0 ? min(1, max(0, there)) : max(0, 1 - back)
                let interval = day * 90 + number
                let unknown = Sighting(interval: interval, progress: progress, center: home)
                let place = plane.coordinate(of: unknown.place(home: start, work: end))
                let shown = box.show(noise.next(at: place, &random), interval: interval)
                sightings.append(Sighting(interval: interval, progress: progress, center: shown))
                guard Int.random(in: 0..<20, using: &random) == 0 else { continue }
                box.restart()
                if box.show(noise.next(at: place, &random), interval: interval) != shown { isSteady = false }
            }
        }
    }
}
