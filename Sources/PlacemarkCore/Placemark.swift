/// A place in words: CoreLocation's `CLPlacemark`. What the geocoder does not know is nil.
public struct Placemark: Hashable, Codable, Sendable {
    /// The most specific name that the geocoder has for the place.
    public var name: String?
    /// The street.
    public var thoroughfare: String?
    /// The house number.
    public var subThoroughfare: String?
    /// The city or village that a person there would name.
    public var locality: String?
    /// A part of the locality.
    public var subLocality: String?
    /// The county or district.
    public var subAdministrativeArea: String?
    /// The state, province or region.
    public var administrativeArea: String?
    public var postalCode: String?
    /// ISO 3166-1 alpha-2.
    public var isoCountryCode: String?
    public var country: String?
    /// An identifier of the IANA time zone database.
    public var timeZone: String?
    public var inlandWater: String?
    public var ocean: String?
    public var areasOfInterest: [String]?
    /// Metres from the location to the place that the placemark was named after.
    public var distance: Double?
    /// Degrees clockwise from true north in which that place lies, 0..<360.
    public var bearing: Double?
    /// Who answered, for example `gazetteer`.
    public var geocoder: String

    public init(geocoder: String) { self.geocoder = geocoder }

    /// The one line for a status bar: the locality, or the next coarser name that there is.
    public var city: String? {
        locality ?? subAdministrativeArea ?? administrativeArea ?? country ?? inlandWater ?? ocean ?? name
    }
}
