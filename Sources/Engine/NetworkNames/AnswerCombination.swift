public import PlacemarkModel

/// What the answer of a network geocoder comes to beside the gazetteer's names of the same position.
///
/// Country, time zone and waters are the gazetteer's, because its polygons cannot lie, and because clocks and rules hang on
/// them. All that is finer is the network's, as far as it has it. docs/reference/geocoder.md tells the rules to users.
public struct AnswerCombination: Sendable {
    /// On a water, what is found within this distance may name the position: a pier, a bridge. It is the radius of a
    /// street's name (`PlacemarkLevel.street`).
    static let farthestOnWaterInMeters = PlacemarkLevel.street.radiusInMeters
    /// How far from the real border the gazetteer's may be: the tolerance with which its zones are simplified
    /// (docs/contribute/formats/world-file.md has 95 m).
    public static let borderMarginInMeters = 100.0

    /// The position that was asked for.
    public var coordinate: Coordinate
    /// What the gazetteer names there; nil when it knows nothing.
    public var gazetteer: Placemark?

    public init(at coordinate: Coordinate, gazetteer: Placemark?) {
        (self.coordinate, self.gazetteer) = (coordinate, gazetteer)
    }

    /// The placemark that both come to. Throws why the answer cannot be.
    ///
    /// - Parameter neighbours: the gazetteer's names of positions round about, within its margin at borders and the
    ///   accuracy of the position. They are asked for only when the countries differ.
    public func placemark(
        of answer: NetworkPlacemark, neighbours: () -> [Placemark] = { [] }
    ) throws(AnswerRefusal) -> Placemark {
        let distance = answer.coordinate.map { $0.distance(to: coordinate) } ?? answer.placemark.distance
        if let distance, distance > AnswerRefusal.farthestInMeters { throw .tooFar }
        var placemark = answer.placemark
        // It says how the gazetteer knows the city, and not what somebody elsewhere thinks of his.
        placemark.localitySource = nil
        if answer.placemark.thoroughfare != nil, answer.placemark.subThoroughfare == nil {
            // A street's point is the middle of it, and may be far from where one stands in it.
            (placemark.distance, placemark.bearing) = (nil, nil)
        } else if let there = answer.coordinate, let distance {
            placemark.setWay(distanceInMeters: distance, bearing: coordinate.bearing(to: there))
        }
        guard let gazetteer else { return placemark.named() }
        let isAbroad: Bool
        if let claimed = answer.placemark.isoCountryCode, let known = gazetteer.isoCountryCode, claimed != known {
            // Beside a border the geocoder, whose lines are finer, may know better on which side the position is.
            guard let across = neighbours().first(where: { $0.isoCountryCode == claimed }) else { throw .otherCountry }
            (placemark.isoCountryCode, placemark.country) = (across.isoCountryCode, across.country)
            isAbroad = true
        } else {
            (placemark.isoCountryCode, placemark.country) = (gazetteer.isoCountryCode, gazetteer.country)
            isAbroad = false
        }
        placemark.timeZone = gazetteer.timeZone
        placemark.inlandWater = gazetteer.inlandWater
        placemark.ocean = gazetteer.ocean
        if !isAbroad { placemark.complete(with: gazetteer) }
        let isOnWater = gazetteer.locality == nil && (gazetteer.inlandWater ?? gazetteer.ocean) != nil
        if isOnWater, distance.map({ $0 > Self.farthestOnWaterInMeters }) ?? true { placemark.leaveLand(gazetteer) }
        return placemark.named(byUser: gazetteer.ownName, of: gazetteer)
    }
}

extension Placemark {
    /// Takes the areas of another placemark of the same country for what this one does not have.
    fileprivate mutating func complete(with other: Placemark) {
        if administrativeArea == nil || administrativeArea == other.administrativeArea {
            (administrativeArea, isoSubdivisionCode) = (other.administrativeArea, other.isoSubdivisionCode)
        }
        subAdministrativeArea = subAdministrativeArea ?? other.subAdministrativeArea
        if locality == nil, other.locality != nil {
            (locality, subLocality) = (other.locality, subLocality ?? other.subLocality)
            localitySource = other.localitySource
        }
        // A code of another place's would be wrong in an address, so it goes with the locality.
        if locality == other.locality { postalCode = postalCode ?? other.postalCode }
    }

    /// Leaves out what is on the shore: all that is finer than the areas that reach over the water.
    fileprivate mutating func leaveLand(_ gazetteer: Placemark) {
        self = having { $0.level.map { $0 <= .subAdministrativeArea } ?? false }
        (inlandWater, areasOfInterest) = (gazetteer.inlandWater, gazetteer.areasOfInterest)
        (name, distance, bearing, distant) = (gazetteer.name, gazetteer.distance, gazetteer.bearing, gazetteer.distant)
    }

    /// The name that the user's own places have given it: one that is nowhere else in the gazetteer's placemark but among
    /// the areas; nil when it is named after the world's places.
    var ownName: String? {
        guard let name, areasOfInterest?.first == name else { return nil }
        return name
    }

    /// The placemark with a name: the user's own, the geocoder's, or the finest that there is.
    fileprivate func named(byUser ownName: String? = nil, of gazetteer: Placemark? = nil) -> Placemark {
        var placemark = self
        let areas = (gazetteer?.areasOfInterest ?? []) + (areasOfInterest ?? [])
        var seen: Set<String> = []
        let distinct = areas.filter { seen.insert($0).inserted }
        placemark.areasOfInterest = distinct.isEmpty ? nil : distinct
        placemark.name =
            ownName ?? name ?? streetAddress ?? locality ?? inlandWater ?? ocean ?? administrativeArea ?? country
        return placemark
    }
}
