import PlacemarkModel

/// An accepted fix, as the rules for regions see it.
struct RegionFix: Sendable {
    /// Fixes farther apart than this have no way between them: in a minute a car on a motorway comes through two
    /// kilometres and any bend in them.
    static let longestPath = Duration.seconds(60)

    /// The straight way to a fix from the one before, where there was one shortly before.
    struct Path: Sendable {
        let origin: Coordinate
        /// Of the fix at its beginning.
        let accuracy: Double
        /// The fix before that, where there was one shortly before.
        let before: Coordinate?
    }

    let coordinate: Coordinate
    /// Radius in metres in which the box is with 95 % probability.
    let accuracy: Double
    let at: BootInstant
    let path: Path?

    init(coordinate: Coordinate, accuracy: Double, at now: BootInstant, path: Path? = nil) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        at = now
        self.path = path
    }

    /// - Parameter accuracy: in metres, the receiver's own or what has been learnt about it.
    init(_ location: Location, accuracy: Double, after last: RegionFix?) {
        var path: Path?
        if let last, last.at.duration(to: location.receivedAt) <= Self.longestPath {
            path = Path(origin: last.coordinate, accuracy: last.accuracy, before: last.path?.origin)
        }
        self.init(coordinate: location.coordinate, accuracy: accuracy, at: location.receivedAt, path: path)
    }

    var withoutPath: RegionFix { RegionFix(coordinate: coordinate, accuracy: accuracy, at: at) }

    /// A box round the fix and the way to it.
    var box: GeoBox {
        let box = GeoBox(from: path?.origin ?? coordinate, to: coordinate)
        // A great circle bulges towards the pole, far less than this.
        return path.map { box.extended(byMeters: $0.origin.distance(to: coordinate) / 16) } ?? box
    }
}
