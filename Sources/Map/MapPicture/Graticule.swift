import Glibc

/// The grid of a nautical chart: meridians and parallels of whole degrees, minutes or decimals of a minute. As that of
/// the page (`map/model/graticule.js`); a test holds the two together.
struct Graticule: Equatable {
    struct Line: Equatable {
        /// North or east. A longitude may be beyond ±180, where the picture goes on over the antimeridian.
        var degrees: Double
        var label: String
    }

    /// From west to east.
    let meridians: [Line]
    /// From south to north.
    let parallels: [Line]

    /// The steps that charts have: a hundredth of a minute, which is 18.5 m, to 90°.
    static let stepsInMinutes: [Double] = [
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 5400,
    ]
    /// Lines are no nearer to each other than this: a label is 80 wide.
    static let leastDistanceInPixels = 110.0
    /// Beyond this, Mercator's map has ended.
    static let lastLatitude = 85.0

    /// That of a picture; nil in units that no chart has.
    init?(_ viewport: Viewport, units: ScaleUnits) {
        guard units == .nautical else { return nil }
        self.init(bounds: viewport.bounds, zoom: viewport.zoom, latitude: viewport.centerLatitude)
    }

    /// - Parameter latitude: of the middle.
    init(bounds: Viewport.Bounds, zoom: Double, latitude: Double) {
        let steps = Self.steps(zoom: zoom, latitude: latitude)
        let (south, north) = (max(bounds.south, -Self.lastLatitude), min(bounds.north, Self.lastLatitude))
        let longitudes = Self.multiples(ofMinutes: steps.meridians, from: bounds.west, to: bounds.east)
        // Where there is no map, no line can be seen.
        meridians = (south < north ? longitudes : []).map {
            Line(degrees: $0, label: Self.label($0, stepInMinutes: steps.meridians, isLongitude: true))
        }
        parallels = Self.multiples(ofMinutes: steps.parallels, from: south, to: north).map {
            Line(degrees: $0, label: Self.label($0, stepInMinutes: steps.parallels, isLongitude: false))
        }
    }

    /// The finest steps whose lines are far enough from each other at this latitude, in minutes.
    static func steps(zoom: Double, latitude: Double) -> (meridians: Double, parallels: Double) {
        func finest(_ pixelsInMinute: Double) -> Double {
            stepsInMinutes.first { $0 * pixelsInMinute >= leastDistanceInPixels }
                ?? stepsInMinutes[stepsInMinutes.count - 1]
        }
        let pixelsInMinute = Viewport.worldSide(zoom: zoom) / 360 / 60
        // Mercator stretches both ways alike, but meridians stay as far from each other as at the equator.
        let stretch = 1 / cos(min(abs(latitude), lastLatitude) * .pi / 180)
        return (finest(pixelsInMinute), finest(pixelsInMinute * stretch))
    }

    /// The multiples of a step between two angles, in degrees.
    private static func multiples(ofMinutes step: Double, from: Double, to: Double) -> [Double] {
        let first = Int((from * 60 / step - 1e-9).rounded(.up))
        let last = Int((to * 60 / step + 1e-9).rounded(.down))
        return first <= last ? (first...last).map { Double($0) * step / 60 } : []
    }

    /// `47° 08.50′ N`, `170° E`, `180°`: as many decimals as the step has, and minutes only where it has some.
    static func label(_ degrees: Double, stepInMinutes step: Double, isLongitude: Bool) -> String {
        let angle = isLongitude ? degrees.remainder(dividingBy: 360) : degrees
        let decimals = step >= 1 ? 0 : step >= 0.1 ? 1 : 2
        let unitsInMinute = [1, 10, 100][decimals]
        let total = Int((abs(angle) * 60 * Double(unitsInMinute)).rounded())
        let (whole, rest) = total.quotientAndRemainder(dividingBy: 60 * unitsInMinute)
        let (minutes, fraction) = rest.quotientAndRemainder(dividingBy: unitsInMinute)
        var text = "\(whole)°"
        if step < 60 {
            text += " " + padded(minutes, to: 2) + (decimals > 0 ? "." + padded(fraction, to: decimals) : "") + "′"
        }
        if total == 0 || (isLongitude && total == 180 * 60 * unitsInMinute) { return text }
        let letter = isLongitude ? (angle > 0 ? "E" : "W") : (angle > 0 ? "N" : "S")
        return "\(text) \(letter)"
    }

    /// A number with zeros before it.
    private static func padded(_ number: Int, to digits: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
