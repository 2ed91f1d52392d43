package import PlacemarkModel

/// A position in units of 10⁻⁷ degrees, as OpenStreetMap has them.
package struct StreetPoint: Hashable, Sendable {
    package var longitude, latitude: Int32

    package init(longitude: Int32, latitude: Int32) { (self.longitude, self.latitude) = (longitude, latitude) }
}

/// A street of one settlement, with its house numbers, as an import hands it to `GazetteerWriter`.
package struct Street: Hashable, Sendable {
    package var name: String
    /// What it is called besides, as people type it: in the letters of its country, in other languages.
    package var otherNames: Set<String>
    /// By language, as POSIX writes it.
    package var translations: [String: String]
    package var kind: StreetKind
    /// The middle of the road: pieces that may touch or not, each with two points or more. None for a place.
    package var lines: [[StreetPoint]]
    package var numbers: [HouseNumber]

    package init(
        name: String, otherNames: Set<String> = [], translations: [String: String] = [:], kind: StreetKind,
        lines: [[StreetPoint]], numbers: [HouseNumber]
    ) {
        (self.name, self.otherNames, self.translations) = (name, otherNames, translations)
        (self.kind, self.lines, self.numbers) = (kind, lines, numbers)
    }
}

/// A house with its number.
package struct HouseNumber: Hashable, Sendable {
    /// `12`, `12a`, `12-14`, `12 bis`
    package var text: String
    package var point: StreetPoint
    /// The radius of a circle as large as the building, 0 for a point.
    package var radiusInMeters: Double
    package var postalCode: String?
    /// Whether the number was calculated from its neighbours', as `addr:interpolation` asks.
    package var isInterpolated: Bool

    package init(
        text: String, point: StreetPoint, radiusInMeters: Double = 0, postalCode: String? = nil,
        isInterpolated: Bool = false
    ) {
        (self.text, self.point, self.radiusInMeters) = (text, point, radiusInMeters)
        (self.postalCode, self.isInterpolated) = (postalCode, isInterpolated)
    }
}
