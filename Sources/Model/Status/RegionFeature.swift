/// A region with its shape, and where the box is, seen from it: what a map draws.
public struct RegionFeature: Hashable, Sendable {
    public var region: Region
    public var report: RegionReport

    public init(region: Region, report: RegionReport) {
        self.region = region
        self.report = report
    }
}

extension RegionFeature: Decodable {
    private enum Key: CodingKey { case properties }

    /// Reads the region and what stands beside it in its properties. Throws what `Region` throws.
    public init(from decoder: any Decoder) throws {
        let feature = try decoder.container(keyedBy: Key.self)
        self.init(
            region: try Region(from: decoder), report: try feature.decode(RegionReport.self, forKey: .properties))
    }
}

/// Some of the regions with their shapes, in the order of their identifiers.
public struct RegionFeaturePage: Hashable, Sendable {
    public var features: [RegionFeature]
    /// The last identifier of this page when there are more: ask for those after it.
    public var next: String?

    public init(features: [RegionFeature], next: String? = nil) {
        self.features = features
        self.next = next
    }
}

extension JSONWriter {
    /// The region as a GeoJSON feature (RFC 7946), which `regions add` takes again: its other members are skipped there.
    package mutating func write(_ feature: RegionFeature) {
        let (region, report) = (feature.region, feature.report)
        beginObject()
        key("geometry")
        geometry(region.shape)
        key("properties")
        beginObject()
        let members = region.beacon.map(BeaconMembers.init)
        field("address", members?.address)
        field("dwell", region.dwell.inSeconds)
        if members != nil { field("exitAfter", region.exitAfter.inSeconds) }
        field("identifier", region.identifier)
        field("instance", members?.instance)
        if let major = members?.major { field("major", Int(major)) }
        if let minor = members?.minor { field("minor", Int(minor)) }
        field("namespace", members?.namespace)
        field("notifyOnEntry", region.notifyOnEntry)
        field("notifyOnExit", region.notifyOnExit)
        field("origin", report.origin.rawValue)
        if case .circle(_, let radius) = region.shape { field("radius", radius) }
        field("state", report.state.rawValue)
        field("uuid", members?.uuid)
        endObject()
        field("type", "Feature" as StaticString)
        endObject()
    }

    private mutating func geometry(_ shape: Region.Shape) {
        if case .unlocated = shape { return null() }
        beginObject()
        key("coordinates")
        switch shape {
        case .unlocated: break
        case .circle(let center, _):
            position(center)
            field("type", "Point" as StaticString)
        case .polygons(let polygons) where polygons.count == 1:
            rings(of: polygons[0])
            field("type", "Polygon" as StaticString)
        case .polygons(let polygons):
            beginArray()
            for polygon in polygons { rings(of: polygon) }
            endArray()
            field("type", "MultiPolygon" as StaticString)
        }
        endObject()
    }

    /// Closed, as GeoJSON wants them.
    private mutating func rings(of polygon: Region.Polygon) {
        beginArray()
        for ring in [polygon.exterior] + polygon.holes {
            beginArray()
            for corner in ring { position(corner) }
            if let first = ring.first { position(first) }
            endArray()
        }
        endArray()
    }

    /// The longitude first.
    private mutating func position(_ coordinate: Coordinate) {
        beginArray()
        value(coordinate.longitude)
        value(coordinate.latitude)
        endArray()
    }
}
