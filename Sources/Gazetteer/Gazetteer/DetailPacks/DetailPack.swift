/// A second gazetteer beside the world file, made from OpenStreetMap extracts: city limits and streets.
///
/// Opening reads the header and the indexes alone, whatever the size; the rest is checked piece by piece when it is
/// looked at. A damaged piece knows nothing, and the others answer.
public final class DetailPack: Sendable {
    /// The name of the file, without its directory.
    public let name: String
    /// The same for files with the same content.
    public let identity: UInt64
    public let layers: [LayerDescription]
    let file: MappedFile
    let cityLimits: CityLimitsLayer?
    let streets: StreetsLayer?
    let namedAreas: CityLimitsLayer?
    let streetNames, areaNames, quarterNames: DetailNamesLayer?
    /// What only maps draw. Of an unknown version it is left out, as look-ups do not need it.
    let mapFeatures: MapFeaturesLayer?
    /// What all of it is called in other languages.
    let names: NamesLayer?

    /// Who answered, when a pack had a part in it.
    static let geocoder = "gazetteer+openstreetmap"
    /// The layers that are checked piece by piece.
    private static let piecewise: Set<UInt32> = [
        LayerID.limitSquares, LayerID.streetTiles, LayerID.areaSquares, LayerID.mapFeatures,
    ]

    /// Opens and checks a detail pack.
    ///
    /// - Parameter check: `full` reads the whole file, with `pread`.
    public convenience init(path: String, check: FileCheck = .structure) throws(GazetteerError) {
        try self.init(path: path, systemPath: nil, check: check)
    }

    /// - Parameter systemPath: as the system takes it, where its bytes are no UTF-8.
    init(path: String, systemPath: [CChar]?, check: FileCheck) throws(GazetteerError) {
        let opened = try OpenedFile(path: path, systemPath: systemPath)
        let (file, header) = (opened.file, opened.header)
        name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        identity = opened.identity
        layers = header.layers.map(\.description)
        func layer<Layer>(
            _ index: UInt32, _ pieces: UInt32, _ make: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Layer?
        ) throws(GazetteerError) -> Layer? {
            guard let index = header.layers.first(where: { $0.description.id == index }),
                let pieces = header.layers.first(where: { $0.description.id == pieces })
            else { return nil }
            let bytes = [index, pieces].map { UnsafeRawBufferPointer(rebasing: file.bytes[$0.range]) }
            if let layer = make(bytes[0], bytes[1]) { return layer }
            throw .damaged(
                path: path, what: "its layer \"\(index.description.name)\" is cut off, or of another version")
        }
        cityLimits = try layer(LayerID.cityLimits, LayerID.limitSquares) {
            CityLimitsLayer(bytes: $0, squares: $1)
        }
        streets = try layer(LayerID.streets, LayerID.streetTiles) { StreetsLayer(bytes: $0, tiles: $1) }
        // A pack whose names were folded by another version is as good as ever for all but search.
        func names(_ id: UInt32) -> DetailNamesLayer? {
            header.layers.first { $0.description.id == id }
                .flatMap { DetailNamesLayer(bytes: UnsafeRawBufferPointer(rebasing: file.bytes[$0.range])) }
        }
        (streetNames, areaNames) = (names(LayerID.streetNames), names(LayerID.areaNames))
        quarterNames = names(LayerID.quarterNames)
        self.names = try header.layers.first { $0.description.id == LayerID.detailPackNames }.map {
            layer throws(GazetteerError) in
            if let names = NamesLayer(bytes: UnsafeRawBufferPointer(rebasing: file.bytes[layer.range])) { return names }
            throw .damaged(path: path, what: "its layer \"\(layer.description.name)\" is cut off")
        }
        namedAreas = try layer(LayerID.namedAreas, LayerID.areaSquares) { CityLimitsLayer(bytes: $0, squares: $1) }
        mapFeatures = header.layers.first { $0.description.id == LayerID.mapFeatures }
            .flatMap { MapFeaturesLayer(bytes: UnsafeRawBufferPointer(rebasing: file.bytes[$0.range])) }
        guard cityLimits != nil || streets != nil || namedAreas != nil || mapFeatures != nil else {
            throw .noDetails(path: path)
        }
        self.file = file
        for layer in header.layers where check == .full || !Self.piecewise.contains(layer.description.id) {
            try opened.check(layer)
        }
        try opened.finish()
    }

    /// The size of the whole file.
    public var byteCount: Int { file.bytes.count }

    /// When the data was taken from OpenStreetMap: `2015-07-27`, as the import wrote it.
    public var version: String { layers.first?.version ?? "" }

    /// `version` where it is a date; of undated data the empty text, which comes before every date.
    var date: String { version.first.map { ("0"..."9").contains($0) } == true ? version : "" }

    /// How many cities it has the limits of, and how many parts of cities.
    public var cityCount: Int { cityLimits?.boundaryCounts.cities ?? 0 }
    public var partCount: Int { cityLimits?.boundaryCounts.parts ?? 0 }

    /// How many kilometres of streets it has, and how many houses with a number.
    public var streetLengthInKilometers: Int { streets?.lengthInKilometers ?? 0 }
    public var houseCount: Int { streets?.houseCount ?? 0 }

    /// How many parks, stations, lakes and the like it has.
    public var areaCount: Int { namedAreas?.boundaryCount ?? 0 }

    /// How many buildings, woods, railways and the like it has for maps.
    public var mapFeatureCount: Int { mapFeatures?.count ?? 0 }

    /// The languages in which it has names besides those that everybody is shown, as POSIX writes them: `de`, `zh_TW`.
    public var languages: [String] {
        guard let names, !file.isLost else { return [] }
        return withExtendedLifetime(file) { (0..<names.languageCount).map { names.language(at: $0) } }
    }

    /// Walks through everything, and returns what is wrong; empty when all is well. At most `limit` faults are named.
    public func verify(limit: Int = 10) -> [String] {
        defer { file.releaseMemory() }
        return withExtendedLifetime(file) {
            var faults = cityLimits?.faults(limit: limit) ?? []
            faults += namedAreas?.faults(limit: limit - faults.count).map { "named areas: \($0)" } ?? []
            faults += streets?.faults(limit: limit - faults.count) ?? []
            faults += names?.faults(limit: limit - faults.count, isThere: has) ?? []
            return faults + (mapFeatures?.faults.prefix(max(0, limit - faults.count)) ?? [])
        }
    }

    /// Whether it has what a name in another language belongs to.
    private func has(_ key: NameKey) -> Bool {
        let number = Int(key.rawValue) & (1 << 28 - 1)
        return switch key.rawValue >> 28 {
        case 0: number < streets?.names.count ?? 0
        case 1: number < cityLimits?.boundaryCount ?? 0
        case 2: number < cityLimits?.placeCount ?? 0
        case 3: number < namedAreas?.boundaryCount ?? 0
        default: false
        }
    }
}
