import Glibc
public import PlacemarkModel

/// The declination where the box is, kept until the box or the date is elsewhere: a fix costs two comparisons, and no
/// spherical harmonics.
public struct LocalMagneticField: Sendable {
    /// Degrees of a meridian that the box may move before the field is computed anew, 2.2 km. The declination changes by a
    /// tenth of a degree on that way within 1,300 km of a magnetic pole, and by some hundredths elsewhere.
    static let reachInDegrees = 0.02
    /// Years after which it is computed anew, a month: a hundredth of a degree in most places.
    static let yearsOfReach = 1.0 / 12
    /// Where less of the field is horizontal, no compass can be relied upon: the "blackout zone" of the World Magnetic
    /// Model, within some 600 km of the magnetic poles.
    static let weakestInNanotesla = 2000.0
    /// So many years before and after its own the model is still asked, and marked as a guess. Errors grow by about a tenth
    /// of a degree a year.
    static let yearsBeyond = 5.0

    private struct Known: Sendable {
        let latitude, longitude, cosine, year: Double
        /// Whether the year is one that a receiver told.
        let isDated: Bool
        let declination: Double?
        let isSuspect: Bool
    }

    private let model: MagneticModel
    private var known: Known?
    /// How often the model was asked.
    private(set) var computations = 0

    public init(model: MagneticModel = .wmm2025) { self.model = model }

    /// Degrees by which magnetic north lies east of true north at the last place; nil where no place is known, or where no
    /// compass can be relied upon.
    public var declination: Double? { known?.declination }

    /// Whether it is known where the box is, or was.
    var hasPlace: Bool { known != nil }

    /// Whether the date of the last place is not one of the model's, or not known.
    public var isSuspect: Bool { known?.isSuspect ?? false }

    /// Degrees by which magnetic north lies east of true north, as a box knows them that is there at that time; nil where no
    /// compass can be relied upon.
    public static func declination(at coordinate: Coordinate, on time: Timestamp) -> Double? {
        var field = LocalMagneticField()
        field.moved(
            to: Location(coordinate: coordinate, timestamp: time, receivedAt: BootInstant(sinceBoot: .zero)))
        return field.declination
    }

    /// The box is here. Its own clock says nothing: the date is the receiver's, as long as that can be believed.
    public mutating func moved(to location: Location) {
        let time = location.plausibleTimestamp
        let place = location.coordinate
        if let known, abs(place.latitude - known.latitude) <= Self.reachInDegrees,
            abs((place.longitude - known.longitude).remainder(dividingBy: 360)) * known.cosine <= Self.reachInDegrees
        {
            // A fix without a date does not make the date unknown that was known before.
            guard let year = time?.year, abs(year - known.year) > Self.yearsOfReach || !known.isDated else { return }
        }
        compute(at: location, time?.year)
    }

    private mutating func compute(at location: Location, _ dated: Double?) {
        let years = model.years
        let middle = (years.lowerBound + years.upperBound) / 2
        let year = dated ?? known?.year ?? middle
        let isDated = dated != nil || known?.isDated ?? false
        let nearest = min(max(year, years.lowerBound - Self.yearsBeyond), years.upperBound + Self.yearsBeyond)
        let altitude = location.ellipsoidalAltitude ?? location.altitude ?? 0
        let field = model.field(
            at: location.coordinate, altitudeInMeters: min(max(altitude, -1000), 100_000), year: nearest)
        computations += 1
        known = Known(
            latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
            cosine: cos(location.coordinate.latitude * .pi / 180), year: year, isDated: isDated,
            declination: field.horizontalInNanotesla < Self.weakestInNanotesla ? nil : field.declination,
            isSuspect: !isDated || !years.contains(year))
    }
}

extension Timestamp {
    /// The year with a fraction, in years of 365.25 days from the beginning of 2025 on: a day is not worth a calendar here.
    fileprivate var year: Double { 2025 + (Double(nanosecondsSinceEpoch) / 1e9 - 1_735_689_600) / (365.25 * 86_400) }
}
