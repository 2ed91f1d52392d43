import Glibc

/// The units that a scale is in.
public enum ScaleUnits: String, CaseIterable, Sendable { case metric, nautical, imperial }

/// The bar of a scale: the greatest of 1, 2, 5, 10, … units that is no longer than there is room. As `scaleBar` of the page
/// (`map/model/units.js`).
struct ScaleBar: Equatable {
    let pixels: Double
    let label: String

    private static let (metersInNauticalMile, metersInMile, metersInFoot) = (1852.0, 1609.344, 0.3048)

    /// - Parameters:
    ///   - metersPerPixel: above 0.
    ///   - room: in pixels, above 0.
    init(metersPerPixel: Double, room: Double, units: ScaleUnits) {
        let span = metersPerPixel * room
        let isFeet = units == .imperial && span < Self.metersInMile
        let metersInUnit =
            switch units {
            case .metric: 1.0
            case .nautical: Self.metersInNauticalMile
            case .imperial: isFeet ? Self.metersInFoot : Self.metersInMile
            }
        let most = span / metersInUnit
        let ten = pow(10, log10(most).rounded(.down))
        let value = ten * (most >= 5 * ten ? 5 : most >= 2 * ten ? 2 : 1)
        pixels = value * metersInUnit / metersPerPixel
        label =
            switch units {
            case .metric: value >= 1000 ? "\(Self.number(value / 1000)) km" : "\(Self.number(value)) m"
            case .nautical: "\(Self.number(value)) NM"
            case .imperial: "\(Self.number(value)) \(isFeet ? "ft" : "mi")"
            }
    }

    /// One digit and zeros, which is all that there is: 0.2, 5, 200.
    private static func number(_ value: Double) -> String {
        if value >= 0.95 { return "\(Int(value.rounded()))" }
        let digits = Int((-log10(value)).rounded(.up))
        let scale = pow(10, Double(digits))
        return "0." + String(repeating: "0", count: digits - 1) + "\(Int((value * scale).rounded()))"
    }
}
