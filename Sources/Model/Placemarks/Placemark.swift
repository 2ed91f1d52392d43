/// A place in words: CoreLocation's `CLPlacemark`. What the geocoder does not know is nil.
public struct Placemark: Hashable, Codable, Sendable {
    /// What the placemark was named after: a feature of the user's own, the street and its number (`streetAddress`), the
    /// locality, or the water that one is on.
    public var name: String?
    /// The street.
    public var thoroughfare: String?
    /// The house number.
    public var subThoroughfare: String?
    /// Whether the house number was calculated from known ones on both sides of it; nil when it was not.
    public var subThoroughfareInterpolated: Bool?
    /// The city or village that a person there would name.
    public var locality: String?
    /// How the locality is known; nil without one, and when a geocoder elsewhere has named it.
    public var localitySource: LocalitySource?
    /// A part of the locality.
    public var subLocality: String?
    /// The county or district.
    public var subAdministrativeArea: String?
    /// The state, province or region.
    public var administrativeArea: String?
    /// ISO 3166-2 of the state, province or region: `US-CA`.
    public var isoSubdivisionCode: String?
    public var postalCode: String?
    /// ISO 3166-1 alpha-2.
    public var isoCountryCode: String?
    public var country: String?
    /// An identifier of the IANA time zone database.
    public var timeZone: String?
    public var inlandWater: String?
    public var ocean: String?
    public var areasOfInterest: [String]?
    /// Metres from the location to the centre of the locality, or to the distant place that the placemark was named after;
    /// of a network geocoder's names to what it has found, or to where they were found, when that is elsewhere.
    public var distance: Double?
    /// Degrees clockwise from true north in which that place lies, 0..<360.
    public var bearing: Double?
    /// Whether the named place is so far away that it names a region rather than a locality: then `name` is the nearest
    /// place, `distance` and `bearing` lead to it, and `locality` is nil.
    public var distant: Bool?
    /// Who answered, for example `gazetteer`.
    public var geocoder: String
    /// Who must be named beside the answer, in the words of a geocoder elsewhere; nil where the gazetteer's own attribution
    /// says it.
    public var attribution: String?

    public init(geocoder: String) { self.geocoder = geocoder }

    /// The one line for a status bar: the locality, or the next coarser name that there is.
    public var city: String? {
        locality ?? inlandWater ?? ocean ?? subAdministrativeArea ?? administrativeArea ?? country ?? name
    }

    /// Sets distance and bearing to what names the placemark, in whole metres and in whole degrees below 360.
    public mutating func setWay(distanceInMeters: Double, bearing: Double) {
        distance = distanceInMeters.rounded()
        self.bearing = bearing.rounded() == 360 ? 0 : bearing.rounded()
    }
}
