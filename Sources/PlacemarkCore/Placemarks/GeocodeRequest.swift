/// What a geocoder is asked: the location, and what the location manager knows of it besides.
public struct GeocodeRequest: Hashable, Sendable {
    public var location: Location
    /// The street that the box is in by `StreetMatcher`, as the embedded gazetteer numbers it; nil where none is known. The
    /// position alone may suggest another one.
    public var street: UInt32?

    public var coordinate: Coordinate { location.coordinate }

    public init(location: Location, street: UInt32? = nil) {
        (self.location, self.street) = (location, street)
    }
}
