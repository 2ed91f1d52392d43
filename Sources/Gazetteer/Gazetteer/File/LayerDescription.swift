/// One layer of a gazetteer: what it holds, and whom to thank for it.
public struct LayerDescription: Hashable, Codable, Identifiable, Sendable {
    /// The layer's number in the file format.
    public let id: UInt32
    /// `places`
    public let name: String
    /// Where the data comes from: the publisher, and the packages that it was taken from.
    public let source: String
    /// The versions of those packages.
    public let version: String
    public let licence: String
    /// The sentence that the licence asks for.
    public let attribution: String
    /// The layer's size in the file.
    public let byteCount: Int

    package init(
        id: UInt32, name: String, source: String, version: String, licence: String, attribution: String, byteCount: Int
    ) {
        self.id = id
        self.name = name
        self.source = source
        self.version = version
        self.licence = licence
        self.attribution = attribution
        self.byteCount = byteCount
    }

    /// The same of another layer.
    func named(_ name: String) -> LayerDescription {
        LayerDescription(
            id: id, name: name, source: source, version: version, licence: licence, attribution: attribution,
            byteCount: byteCount)
    }
}
