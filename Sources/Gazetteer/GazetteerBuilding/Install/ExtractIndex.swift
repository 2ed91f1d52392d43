import FoundationEssentials
package import PlacemarkModel

/// An index of extracts, as Geofabrik has one (https://download.geofabrik.de/technical.html): GeoJSON whose features are extracts.
package struct ExtractIndex {
    /// An extract that can be downloaded.
    package struct Extract: Hashable {
        /// Within the index, such as `liechtenstein` or `us/california`.
        let id: String
        /// The same with what it lies in, as in the address: `europe/liechtenstein`.
        package let path: String
        package let name: String
        /// ISO 3166-1 and ISO 3166-2.
        package let countries, subdivisions: [String]
        package let address: String
        /// Outer rings and holes, longitude first; empty in an index without geometry.
        let rings: [[[Double]]]

        /// What the pack is called.
        package var packName: String { String(id.map { $0 == "/" ? "-" : $0 }) }
    }

    /// Those that have data in PBF.
    let extracts: [Extract]

    /// - Parameters:
    ///   - address: Where the index comes from, for errors and for addresses that are relative to it.
    ///   - ownHostOnly: Whether all addresses are taken to be on the server of the index, by their path: a mirror's copy of an
    ///     index names the original.
    init(_ json: [UInt8], from address: String, ownHostOnly: Bool) throws(InstallFault) {
        guard json.first(where: { $0 > 0x20 }) != UInt8(ascii: "<") else { throw .webPage(address: address) }
        let collection: Collection
        do {
            collection = try JSONDecoder().decode(Collection.self, from: Data(json))
        } catch let error as DecodingError {
            throw .malformedIndex(address: address, reason: Self.words(error))
        } catch {
            throw .malformedIndex(address: address, reason: "it cannot be read")
        }
        let base = URL(string: address)
        extracts = collection.features.compactMap { feature in
            let properties = feature.properties
            guard let text = properties.urls?.pbf, let url = URL(string: text, relativeTo: base)?.absoluteURL else {
                return nil
            }
            let directory = base?.deletingLastPathComponent().path ?? "/"
            let names = url.path.hasPrefix(directory) ? String(url.path.dropFirst(directory.count)) : url.path
            let onHost = ownHostOnly ? URL(string: String(url.path), relativeTo: base)?.absoluteURL ?? url : url
            return Extract(
                id: properties.id, path: Self.path(names), name: properties.name, countries: properties.countries ?? [],
                subdivisions: properties.subdivisions ?? [], address: onHost.absoluteString,
                rings: feature.geometry?.rings ?? [])
        }
    }

    /// `europe/liechtenstein` of `/europe/liechtenstein-latest.osm.pbf`
    private static func path(_ path: String) -> String {
        var path = path.drop { $0 == "/" }
        for ending in [".osm.pbf", "-latest"] where path.hasSuffix(ending) { path = path.dropLast(ending.count) }
        return String(path)
    }

    /// The extract of a name: its identifier, its path, a code of ISO 3166, the end of its path, or its English name, in this order.
    package func extract(named name: String) throws(InstallFault) -> Extract {
        let wanted = name.lowercased().trimmed
        let code = wanted.uppercased()
        func last(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
        let rules: [(Extract) -> Bool] = [
            { $0.id.lowercased() == wanted }, { $0.path.lowercased() == wanted }, { $0.countries == [code] },
            { $0.countries.contains(code) || $0.subdivisions.contains(code) },
            { last($0.id) == wanted || last($0.path) == wanted }, { $0.name.lowercased() == wanted },
        ]
        for rule in rules {
            let found = extracts.filter(rule)
            if found.count == 1 { return found[0] }
            if found.count > 1 { throw .ambiguous(name: name, paths: found.map(\.path)) }
        }
        let containing = matching(wanted)
        let alike =
            containing.isEmpty ? extracts.filter { last($0.id).editDistance(to: wanted) <= 2 } : containing
        throw .unknownExtract(name: name, suggestions: alike.prefix(8).map(\.path))
    }

    /// Those in whose path, name or codes the text is; all of them for an empty one.
    package func matching(_ text: String) -> [Extract] {
        let wanted = text.lowercased().trimmed
        return extracts.filter { extract in
            wanted.isEmpty || extract.path.contains(wanted) || extract.name.lowercased().contains(wanted)
                || (extract.countries + extract.subdivisions).contains(wanted.uppercased())
        }.sorted { $0.path < $1.path }
    }

    /// The smallest extract that holds a position.
    package func extract(at coordinate: Coordinate) throws(InstallFault) -> Extract {
        let found = extracts.filter { $0.holds(coordinate) }.min { $0.extent < $1.extent }
        guard let found else { throw .noExtractHere }
        return found
    }

    private static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")) is something else"
        default: "it is not valid JSON"
        }
    }
}

extension ExtractIndex.Extract {
    /// Whether a position lies in an odd number of the rings.
    fileprivate func holds(_ coordinate: Coordinate) -> Bool {
        var isInside = false
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where a.count >= 2 && b.count >= 2 {
                guard (a[1] > coordinate.latitude) != (b[1] > coordinate.latitude) else { continue }
                let share = (coordinate.latitude - a[1]) / (b[1] - a[1])
                if coordinate.longitude < a[0] + share * (b[0] - a[0]) { isInside.toggle() }
            }
        }
        return isInside
    }

    /// What the rings enclose, in square degrees: enough to tell the smaller of two that overlap. The box round them would be as
    /// wide as the globe for those on both sides of 180°.
    fileprivate var extent: Double {
        var extent = 0.0
        for ring in rings {
            var doubled = 0.0
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where a.count >= 2 && b.count >= 2 {
                doubled += a[0] * b[1] - b[0] * a[1]
            }
            extent += abs(doubled) / 2
        }
        return extent
    }
}

/// What is read of the JSON.
private struct Collection: Decodable {
    let features: [Feature]

    struct Feature: Decodable {
        let properties: Properties
        let geometry: Geometry?
    }

    struct Properties: Decodable {
        let id, name: String
        let countries, subdivisions: [String]?
        let urls: Addresses?

        private enum CodingKeys: String, CodingKey {
            case id, name, urls
            case countries = "iso3166-1:alpha2"
            case subdivisions = "iso3166-2"
        }
    }

    struct Addresses: Decodable { let pbf: String? }

    /// A polygon or several; any other geometry has no rings.
    struct Geometry: Decodable {
        let rings: [[[Double]]]

        private enum CodingKeys: String, CodingKey { case type, coordinates }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            switch try container.decode(String.self, forKey: .type) {
            case "Polygon": rings = try container.decode([[[Double]]].self, forKey: .coordinates)
            case "MultiPolygon": rings = try container.decode([[[[Double]]]].self, forKey: .coordinates).flatMap { $0 }
            default: rings = []
            }
        }
    }
}
