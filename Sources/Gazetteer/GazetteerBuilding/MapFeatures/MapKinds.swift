import Gazetteer
import PlacemarkModel

/// Which of OpenStreetMap's areas and lines a map draws that look-ups do not need, and as what.
enum MapKinds {
    /// What the import reads at all.
    static let wayKeys = areaRelationKeys + MapFeatureKind.lines.map(\.key) + ["highway"]
    static let areaRelationKeys = MapFeatureKind.areas.map(\.key) + ["building"]

    private static func first(of kinds: MapFeatureKind.Tags, in tags: ExtractFile.Tags) -> MapFeatureKind? {
        kinds.lazy.compactMap { key, values in tags[key].flatMap { values[$0] } }.first
    }

    /// What a closed way or the area of a relation is; nil for what no map of ours fills.
    static func area(_ tags: ExtractFile.Tags) -> MapFeatureKind? {
        if let building = tags["building"], building != "no" {
            return tags["location"] == "underground" ? nil : .building
        }
        return first(of: MapFeatureKind.areas, in: tags)
    }

    /// What a line is, open or closed: a road without a name, a road with a number, a river, a railway, a coast. A road may be two,
    /// and a breakwater coast as well.
    static func lines(_ tags: ExtractFile.Tags) -> [(kind: MapFeatureKind, text: String)] {
        let coast: [(kind: MapFeatureKind, text: String)] = tags["natural"] == "coastline" ? [(.coastline, "")] : []
        if tags["highway"] != nil { return coast + roads(tags) }
        // What runs below ground is not seen.
        guard !["yes", "culvert", "building_passage"].contains(tags["tunnel"] ?? ""),
            let kind = first(of: MapFeatureKind.lines, in: tags)
        else { return coast }
        return coast + [(kind, kind == .river ? LocalName.of(tags) ?? "" : "")]
    }

    private static func roads(_ tags: ExtractFile.Tags) -> [(kind: MapFeatureKind, text: String)] {
        guard tags["area"] != "yes", let kind = HighwayKinds.kind(tags) else { return [] }
        var found: [(kind: MapFeatureKind, text: String)] = []
        // Pavements and crossings lie beside the street that has them.
        let isPavement = ["sidewalk", "crossing"].contains(tags["footway"] ?? "")
        if !isPavement, HighwayKinds.street(tags, .none) == nil, let unnamed = kind.withoutName {
            found.append((unnamed, ""))
        }
        if let numbered = kind.withNumber, let number = roadNumber(tags) { found.append((numbered, number)) }
        return found
    }

    /// The letters that a shield has room for.
    private static let longestNumber = 8

    /// The first of a road's numbers, as its shield shows it.
    static func roadNumber(_ tags: ExtractFile.Tags) -> String? {
        guard let first = tags["ref"]?.split(separator: ";").first.map({ String($0).trimmed }), !first.isEmpty,
            first.count <= longestNumber
        else { return nil }
        return first
    }
}

extension StreetKind {
    fileprivate var withoutName: MapFeatureKind? {
        switch self {
        case .motorway: .motorway
        case .trunk: .trunk
        case .primary: .primary
        case .secondary: .secondary
        case .tertiary: .tertiary
        case .residential: .residential
        case .service: .service
        case .track, .pedestrian, .footway: .path
        case .place: nil
        }
    }

    fileprivate var withNumber: MapFeatureKind? {
        switch self {
        case .motorway: .numberedMotorway
        case .trunk: .numberedTrunk
        case .primary: .numberedPrimary
        case .secondary: .numberedSecondary
        case .tertiary: .numberedTertiary
        case .residential, .service, .track, .pedestrian, .footway, .place: nil
        }
    }
}
