import PlacemarkModel

/// What OpenStreetMap's values of `highway` mean for a street (wiki, "Key:highway").
enum HighwayKinds {
    private static let kinds: [String: StreetKind] = [
        "motorway": .motorway, "motorway_link": .motorway,
        "trunk": .trunk, "trunk_link": .trunk,
        "primary": .primary, "primary_link": .primary,
        "secondary": .secondary, "secondary_link": .secondary,
        "tertiary": .tertiary, "tertiary_link": .tertiary,
        "unclassified": .residential, "residential": .residential, "living_street": .residential, "road": .residential,
        "service": .service,
        "track": .track,
        "pedestrian": .pedestrian,
        "footway": .footway, "path": .footway, "cycleway": .footway, "steps": .footway, "bridleway": .footway,
    ]

    /// Roads whose number stands on signs. On others a `ref` is for those who keep the road or sign a route.
    private static let kindsWithNumber: Set<StreetKind> = [.motorway, .trunk, .primary, .secondary, .tertiary]

    /// The kind of a way or area, named or not; nil for what is no street.
    static func kind(_ tags: ExtractFile.Tags) -> StreetKind? { tags["highway"].flatMap { kinds[$0] } }

    /// The kind and the name of a way or area; nil for one without a name, and for what is no street: proposed ones,
    /// platforms, lifts.
    ///
    /// - Parameter languages: Those whose names are wanted besides.
    static func street(
        _ tags: ExtractFile.Tags, _ languages: PackLanguages
    ) -> (kind: StreetKind, name: StreetNames.Name)? {
        guard let kind = kind(tags) else { return nil }
        if let name = StreetNames.Name(tags, languages) { return (kind, name) }
        guard kindsWithNumber.contains(kind), let ref = tags["ref"] else { return nil }
        return StreetNames.Name(["name": ref]).map { (kind, $0) }
    }
}

extension StreetKind {
    /// Pieces of one name are one street when they are of one class, and two otherwise.
    enum Class: UInt8, CaseIterable { case road, pedestrian, service, footway }

    var streetClass: Class {
        switch self {
        case .motorway, .trunk, .primary, .secondary, .tertiary, .residential: .road
        case .pedestrian, .place: .pedestrian
        case .service, .track: .service
        case .footway: .footway
        }
    }
}

extension StreetKind.Class {
    /// How much farther away than a piece of this class a road of the same name may be, and still have the house: a
    /// cycleway or a lane for deliveries beside the road often bears its name.
    var handicapInMeters: Double {
        switch self {
        case .road, .pedestrian: 0
        case .service: 25
        case .footway: 50
        }
    }
}
