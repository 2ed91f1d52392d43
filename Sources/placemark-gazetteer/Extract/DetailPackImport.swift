import Gazetteer
import Glibc

/// Reads extracts, and makes a detail pack of them.
struct DetailPackImport {
    private let extracted = ExtractedBoundaries()
    private let source: CityLimitsSource
    /// Nil where streets are not asked for.
    private let extractedStreets: ExtractedStreets?
    private let streets: StreetsSource?
    /// The files without their directories, and how old the newest data in them is.
    private let (names, version): (String, String)

    /// Most objects of OpenStreetMap are nodes. One takes 8 to 10 bytes of an extract (measured: Liechtenstein, Monaco,
    /// Andorra), and its position 16 bytes of memory.
    private static let (extractBytesPerNode, indexBytesPerNode) = (8, 16)

    init(
        _ paths: [String], only contents: Set<DetailContent> = Set(DetailContent.allCases), world: Gazetteer,
        memoryInMegabytes: Int, temporaryDirectory: String, progress: BuildProgress
    ) throws {
        let extractedStreets = contents.contains(.streets) ? ExtractedStreets() : nil
        var handlers = ExtractFile.Handlers()
        handlers.node = { [extracted] in
            extracted.add($0)
            extractedStreets?.add($0)
        }
        handlers.area = { [extracted] in
            extracted.add($0)
            extractedStreets?.add($0)
        }
        handlers.way = { extractedStreets?.add($0) }
        handlers.group = { extractedStreets?.add($0) }
        (handlers.relation, handlers.incomplete) = (extracted.announce, extracted.addIncomplete)
        var dates: [String] = []
        for (number, path) in paths.enumerated() {
            let isLarge =
                try Self.byteCount(ofFileAt: path) / Self.extractBytesPerNode * Self.indexBytesPerNode
                > memoryInMegabytes << 20
            handlers.progress = {
                progress.report((Double(number) + $0) / Double(paths.count) * 0.7, "reading \(path)")
            }
            let date = try ExtractFile(path: path).read(
                contents.map(\.selection).reduce(ExtractFile.Selection(), +),
                indexDirectory: isLarge ? temporaryDirectory : nil, handlers)
            if let date { dates.append(date) }
        }
        progress.report(0.7, "drawing city limits")
        source = CityLimitsSource(extracted, world: world)
        progress.report(0.8, "joining streets")
        extractedStreets?.complete()
        streets = extractedStreets.map { extracted in
            StreetsSource(extracted) { progress.report(0.8 + $0 * 0.1) }
        }
        self.extractedStreets = extractedStreets
        names = paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: ", ")
        version = dates.max() ?? "undated"
    }

    private static func byteCount(ofFileAt path: String) throws(ExtractFile.Fault) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ExtractFile.Fault(path: path, reason: String(cString: strerror(errno)))
        }
        return Int(status.st_size)
    }

    /// The layers of the pack.
    ///
    /// Throws when nothing that was asked for is in the extracts: such a pack would say nothing.
    func writer() throws -> GazetteerWriter {
        let hasCities = source.limits.contains { $0.rank == CityLimitRank.municipality }
        guard hasCities || streets?.streets.isEmpty == false else {
            let lacking = streets == nil ? "" : " and no streets with names"
            throw ExtractFile.Fault(
                path: names,
                reason: "no city limits that are whole are in it (\(extracted.cutBoundaries.count) are cut)\(lacking)")
        }
        var writer = GazetteerWriter()
        if hasCities {
            try writer.addCityLimits(
                source.limits, places: source.places, borders: source.borders, description: description("City limits"))
        }
        if let streets, !streets.streets.isEmpty {
            try writer.addStreets(streets.streets, description: description("Streets and house numbers"))
        }
        return writer
    }

    private func description(_ what: String) -> LayerDescription {
        LayerDescription(
            id: 0, name: what, source: "OpenStreetMap (openstreetmap.org): \(names)", version: version,
            licence: "ODbL 1.0",
            attribution: "\(what): © OpenStreetMap contributors, https://www.openstreetmap.org/copyright.", byteCount: 0
        )
    }

    /// What the pack holds, in a line.
    var summary: String {
        let cities = source.limits.count { $0.rank == CityLimitRank.municipality }
        let limits = "\(cities) cities and \(source.limits.count - cities) parts of cities"
        return [limits, streets?.summary, "of \(version)"].compactMap(\.self).joined(separator: ", ")
    }

    /// What is left out, and why.
    var warnings: [String] {
        let boundaries = [
            ("cut by the extract", extracted.cutBoundaries), ("without closed lines", extracted.brokenBoundaries),
        ].filter { !$0.1.isEmpty }.map { what, boundaries in
            let rest = boundaries.count > 5 ? " and \(boundaries.count - 5) more" : ""
            return "boundaries left out, \(what): \(boundaries.prefix(5).joined(separator: ", "))\(rest)"
        }
        return boundaries + (extractedStreets?.leftOut.warnings ?? [])
    }
}
