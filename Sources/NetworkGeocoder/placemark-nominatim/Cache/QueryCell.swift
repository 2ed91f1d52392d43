import Glibc
import PlacemarkModel

/// Squares of the earth: a position leaves the machine as the middle of its square, and all positions in it share one
/// answer in the cache.
enum QueryCell {
    /// The height of a square in degrees: 11 m for a street, about as much as a receiver errs; 1.1 km for a city.
    static func height(_ granularity: Granularity) -> Double {
        switch granularity {
        case .street: 0.0001
        case .city: 0.01
        }
    }

    /// The middle of the square that holds the position.
    ///
    /// Towards the poles a square spans 2, 4, 8, … times as many degrees of longitude, so that its width is never less than
    /// its height, and less than double that.
    static func middle(of position: Coordinate, _ granularity: Granularity) -> Coordinate {
        let height = height(granularity)
        let row = (position.latitude / height).rounded(.down)
        let latitude = (row + 0.5) * height
        var width = height
        let shrinking = cos(latitude * .pi / 180)
        while width * shrinking < height, width < 45 { width *= 2 }
        let column = (position.longitude / width).rounded(.down)
        return Coordinate(clampingLatitude: latitude, wrappingLongitude: (column + 0.5) * width)
    }
}
