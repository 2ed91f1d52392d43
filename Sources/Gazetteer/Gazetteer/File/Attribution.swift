/// What the licences of a world file and of its detail packs ask for: each notice once, with all the layers that it is
/// about.
public struct Attribution: Encodable, Sendable {
    /// One sentence that has to be shown.
    public struct Notice: Encodable, Equatable, Sendable {
        public let attribution: String
        public let licence: String
        public internal(set) var layers: [String] = []
        public internal(set) var sources: [String] = []
        public internal(set) var versions: [String] = []
    }

    /// This project's own licence.
    public let program = "placemarkd: Apache License 2.0, https://www.apache.org/licenses/LICENSE-2.0"
    public private(set) var notices: [Notice] = []

    /// In the order of the layers. One without an attribution (the user's own) asks for nothing.
    public init(layers: [LayerDescription]) {
        for layer in layers where !layer.attribution.isEmpty {
            let isSame = { (notice: Notice) in
                notice.attribution == layer.attribution && notice.licence == layer.licence
            }
            let index = notices.firstIndex(where: isSame) ?? notices.count
            if index == notices.count {
                notices.append(Notice(attribution: layer.attribution, licence: layer.licence))
            }
            notices[index].layers.append(layer.name)
            if !notices[index].sources.contains(layer.source) { notices[index].sources.append(layer.source) }
            if !notices[index].versions.contains(layer.version) { notices[index].versions.append(layer.version) }
        }
    }

    /// All that the answers of a gazetteer may be made from.
    public init(_ gazetteer: Gazetteer) {
        self.init(layers: gazetteer.layers + gazetteer.detailPacks.flatMap(\.layers))
    }

    /// The publishers on one line, for beside an answer: `© OpenStreetMap contributors, …; GeoNames (geonames.org), …`.
    public var line: String {
        var parts: [String] = []
        for notice in notices {
            // A licence's address stands in brackets behind it.
            let licence = notice.licence.prefix { $0 != "(" && $0 != "," }.split(separator: " ").joined(separator: " ")
            for source in notice.sources {
                let isOpenStreetMap = source.hasPrefix("OpenStreetMap")
                // What it is follows behind a colon.
                let publisher = source.split(separator: ": ").first?.prefix { $0 != "," } ?? ""
                let part =
                    isOpenStreetMap
                    ? "© OpenStreetMap contributors, \(licence), https://www.openstreetmap.org/copyright"
                    : "\(publisher), \(licence)"
                if publisher.contains("("), !parts.contains(part) {
                    parts.insert(part, at: isOpenStreetMap ? 0 : parts.count)
                }
            }
        }
        return parts.joined(separator: "; ")
    }
}
