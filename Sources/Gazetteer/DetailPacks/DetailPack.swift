/// A second gazetteer beside the world file, made from OpenStreetMap extracts: city limits.
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

    /// The layers that are checked piece by piece.
    private static let piecewise: Set<UInt32> = [LayerID.limitSquares]

    /// Opens and checks a detail pack.
    ///
    /// - Parameter check: `full` reads the whole file, with `pread`.
    public init(path: String, check: FileCheck = .structure) throws(GazetteerError) {
        let opened = try OpenedFile(path: path)
        let (file, header) = (opened.file, opened.header)
        name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        identity = opened.identity
        layers = header.layers.map(\.description)
        guard let limits = header.layers.first(where: { $0.description.id == LayerID.cityLimits }),
            let squares = header.layers.first(where: { $0.description.id == LayerID.limitSquares })
        else { throw .noDetails(path: path) }
        guard
            let layer = CityLimitsLayer(
                bytes: UnsafeRawBufferPointer(rebasing: file.bytes[limits.range]),
                squares: UnsafeRawBufferPointer(rebasing: file.bytes[squares.range]))
        else {
            throw .damaged(
                path: path, what: "its layer \"\(limits.description.name)\" is cut off, or of another version")
        }
        cityLimits = layer
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

    /// How many cities it has the limits of, and how many parts of cities.
    public var cityCount: Int { cityLimits?.regionCounts.cities ?? 0 }
    public var partCount: Int { cityLimits?.regionCounts.parts ?? 0 }

    /// Walks through everything, and returns what is wrong; empty when all is well. At most `limit` faults are named.
    public func verify(limit: Int = 10) -> [String] {
        defer { file.releaseMemory() }
        return withExtendedLifetime(file) { cityLimits?.faults(limit: limit) ?? [] }
    }
}
