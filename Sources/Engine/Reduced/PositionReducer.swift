public import PlacemarkModel

/// Makes the reduced position of the true one, so that no number of samples gives the place away.
///
/// - The cell follows from the position and a secret alone, not from the moment: asking again tells nothing new.
/// - The position is taken at fixed times, which do not depend on where the box is: when it crossed a border of cells is
///   not to be seen.
/// - A place in which the box stays keeps its cell for good: near a border, the noise of the receiver would otherwise
///   show the cells on both sides, and so that the place is between them.
public struct PositionReducer: Sendable {
    /// A position is taken when the boot-time clock has passed a multiple of this.
    static let interval = Duration.seconds(960)
    /// At most four new positions an hour, also when a fix comes late in its interval.
    static let shortestStay = Duration.seconds(900)
    /// The size of a place: twice what a receiver that stands still strays by.
    static let placeRadiusInMeters = 200.0
    /// The places that are remembered. Beyond that, the one that was left the longest time ago goes.
    static let mostPlaces = 200

    /// Somewhere the box has been, and the cell that it was given.
    struct Place: Codable, Hashable, Sendable {
        var coordinate: Coordinate
        var cell: ReducedCell

        func contains(_ other: Coordinate, radiusInMeters: Double = placeRadiusInMeters) -> Bool {
            coordinate.distance(to: other) <= radiusInMeters
        }
    }

    /// What has to outlive the process, so that a restart gives no other cell.
    public struct Memory: Codable, Hashable, Sendable {
        /// Those in which the box has stayed, the last one at the end.
        var places: [Place] = []
        /// Where it was last.
        var here: Place?
        /// nil when it was taken before the machine was started.
        var position: ReducedPosition?

        public init() {}

        /// The same memory after a reboot: nothing tells when the position was taken.
        var ofEarlierBoot: Memory {
            var memory = self
            memory.position = nil
            return memory
        }
    }

    public private(set) var memory = Memory()
    /// Goes up when the memory changes.
    public private(set) var revision: UInt64 = 0

    private let offset: SecretOffset?

    /// - Parameter offset: without one there are no positions.
    public init(offset: SecretOffset?) { self.offset = offset }

    /// Continues with what an earlier process knew.
    public mutating func restore(_ memory: Memory) { self.memory = memory }

    /// The reduced position after a fix; nil when there is none.
    public mutating func accepted(_ fix: Location) -> ReducedPosition? {
        guard let offset else { return nil }
        guard isDue(at: fix.receivedAt) else { return memory.position }
        let here = place(of: fix.coordinate, offset)
        let position = ReducedPosition(here.cell, of: fix)
        memory.here = here
        memory.position = position
        revision += 1
        return position
    }

    private func isDue(at now: BootInstant) -> Bool {
        // A moment in the future cannot be of this boot.
        guard let takenAt = memory.position?.takenAt, takenAt <= now else { return true }
        return now.interval > takenAt.interval && takenAt.duration(to: now) >= Self.shortestStay
    }

    private mutating func place(of coordinate: Coordinate, _ offset: SecretOffset) -> Place {
        if let here = memory.here, here.contains(coordinate), here.cell.mayHold(coordinate) {
            rememberStay(at: here)
            return here
        }
        let known = memory.places.enumerated()
            .map { (index: $0, place: $1, distance: $1.coordinate.distance(to: coordinate)) }
            .filter { $0.distance <= Self.placeRadiusInMeters && $0.place.cell.mayHold(coordinate) }
            .min { $0.distance < $1.distance }
        guard let known else {
            return Place(
                coordinate: coordinate, cell: ReducedCell(of: coordinate, movedBy: offset.offset(at: coordinate)))
        }
        memory.places.append(memory.places.remove(at: known.index))
        return Place(coordinate: coordinate, cell: known.place.cell)
    }

    /// The box is where it was an interval ago. What it passes through on its way is not remembered.
    private mutating func rememberStay(at here: Place) {
        let radius = Self.placeRadiusInMeters / 2
        guard !memory.places.contains(where: { $0.contains(here.coordinate, radiusInMeters: radius) }) else { return }
        memory.places.append(here)
        if memory.places.count > Self.mostPlaces { memory.places.removeFirst() }
    }
}

extension ReducedCell {
    /// Whether the radius of the cell holds a position: cells are not handed on from place to place beyond that.
    fileprivate func mayHold(_ coordinate: Coordinate) -> Bool {
        center.distance(to: coordinate) <= Self.radiusInMeters(around: center)
    }
}

extension BootInstant {
    /// The number of the interval in which it is.
    fileprivate var interval: Double { (sinceBoot.inSeconds / PositionReducer.interval.inSeconds).rounded(.down) }

    /// The beginning of that interval.
    var intervalStart: BootInstant { BootInstant(sinceBoot: PositionReducer.interval * interval) }
}
