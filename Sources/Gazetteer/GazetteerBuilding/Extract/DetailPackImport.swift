package import Gazetteer
import Glibc

/// Reads extracts, and makes a detail pack of them.
package struct DetailPackImport {
    private let extracted = ExtractedBoundaries()
    private let source: CityLimitsSource
    /// Nil where streets are not asked for.
    private let extractedStreets: ExtractedStreets?
    package let streets: StreetsSource?
    private var areaCount = 0
    private var mapFeatureCount = 0
    /// Nil where there is no coast.
    private var coastEndCount: Int?
    /// Nil where there are none.
    private var streetCounts: StreetCounts?
    /// How often a named area is not in one of the smallest squares, because too many meet there.
    private var crowdedOutCount = 0
    /// The same of city limits.
    private var crowdedLimitCount = 0
    private var layers = GazetteerWriter()
    /// The files without their directories, and how old the newest data in them is.
    private let (names, version): (String, String)

    /// Most objects of OpenStreetMap are nodes. One takes 8 to 10 bytes of an extract (measured: Liechtenstein, Monaco,
    /// Andorra), and its position 16 bytes of memory.
    private static let (extractBytesPerNode, indexBytesPerNode) = (8, 16)

    /// Whether the positions of nodes in so many bytes of extracts take more memory than they may.
    private static func isLarge(_ byteCount: Int, forMegabytes memory: Int) -> Bool {
        byteCount / extractBytesPerNode * indexBytesPerNode > memory << 20
    }

    /// - Parameters:
    ///   - languages: Those in which all that is in the pack gets names besides.
    ///   - isTakenOut: As `ExtractedStreets.complete(takingOut:)` has it, with all that was read.
    package init(
        _ paths: [String], only contents: Set<DetailContent> = Set(DetailContent.allCases),
        languages: PackLanguages = .none, world: Gazetteer, memoryInMegabytes: Int, temporaryDirectory: String,
        progress: BuildProgress,
        takingOut isTakenOut: (ExtractedAddress, ExtractedStreets) -> Bool = { _, _ in false }
    ) throws {
        let boundaries = contents.contains(.boundaries) ? extracted : nil
        let sizes = try paths.map(Self.byteCount)
        let isLarge = Self.isLarge(sizes.reduce(0, +), forMegabytes: memoryInMegabytes)
        let extractedStreets =
            contents.contains(.streets)
            ? ExtractedStreets(fileIn: isLarge ? temporaryDirectory : nil, languages: languages) : nil
        let extractedAreas = contents.contains(.areas) ? ExtractedAreas(languages: languages) : nil
        let extractedMap = contents.contains(.map) ? ExtractedMapFeatures(ofSeveral: paths.count > 1) : nil
        var handlers = ExtractFile.Handlers()
        handlers.node = {
            boundaries?.add($0)
            extractedStreets?.add($0)
            extractedAreas?.add($0)
        }
        handlers.area = {
            boundaries?.add($0)
            extractedStreets?.add($0)
            extractedAreas?.add($0)
            extractedMap?.add($0)
        }
        handlers.way = {
            boundaries?.add($0)
            extractedStreets?.add($0)
            extractedAreas?.add($0)
            extractedMap?.add($0)
        }
        handlers.group = { extractedStreets?.add($0) }
        handlers.relation = { boundaries?.announce($0, $1) }
        handlers.incomplete = { boundaries?.addIncomplete($0, $1) }
        var dates: [String] = []
        for (number, path) in paths.enumerated() {
            let isLarge = Self.isLarge(sizes[number], forMegabytes: memoryInMegabytes)
            handlers.progress = {
                progress.report((Double(number) + $0) / Double(paths.count) * 0.7, "reading \(path)")
            }
            let date = try ExtractFile(path: path).read(
                contents.map(\.selection).reduce(ExtractFile.Selection(), +),
                indexDirectory: isLarge ? temporaryDirectory : nil, handlers)
            if let date { dates.append(date) }
        }
        progress.report(0.7, "drawing city limits")
        source = CityLimitsSource(extracted, world: world, languages: languages)
        progress.report(0.8, "joining streets")
        if let extractedStreets { extractedStreets.complete { isTakenOut($0, extractedStreets) } }
        var done = 0.0
        streets = try extractedStreets.map { extracted in
            try StreetsSource(extracted) { share in
                // The writer goes through the streets twice.
                done += share / 2
                progress.report(0.8 + done * 0.1)
            }
        }
        self.extractedStreets = extractedStreets
        names = paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: ", ")
        version = dates.max() ?? "undated"
        if hasCities {
            crowdedLimitCount = try layers.addCityLimits(
                source.limits, places: source.places, borders: source.borders, description: description("City limits"))
        }
        if let streets, !streets.isEmpty {
            streetCounts = try layers.addStreets(streets, description: description("Streets and house numbers"))
        }
        progress.report(0.9, "drawing named areas")
        let drawn = extractedAreas?.drawn() ?? (areas: [], borders: [])
        areaCount = drawn.areas.count
        if areaCount > 0 {
            crowdedOutCount = try layers.addNamedAreas(
                drawn.areas, borders: drawn.borders, description: description("Named areas"))
        }
        coastEndCount = extractedMap?.coastEndCount
        mapFeatureCount = extractedMap?.addLayer(to: &layers, description: description("Map")) ?? 0
        layers.addDetailPackNames(description: description("Names in other languages"))
    }

    /// Makes the detail pack `output` of extracts, and returns what is in it.
    package static func make(
        _ output: String, of extracts: [String], only contents: Set<DetailContent> = Set(DetailContent.allCases),
        languages: PackLanguages = .none, gazetteer: String, memoryInMegabytes: Int = 1024
    ) throws -> DetailPackImport {
        let progress = BuildProgress()
        defer { progress.finish() }
        let world = try Gazetteer(path: gazetteer, check: .structure)
        let pack = try DetailPackImport(
            extracts, only: contents, languages: languages, world: world, memoryInMegabytes: memoryInMegabytes,
            temporaryDirectory: output.directory, progress: progress)
        progress.report(0.95, "writing \(output)")
        try pack.writer().write(to: output)
        return pack
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
    package func writer() throws -> GazetteerWriter {
        guard hasCities || areaCount > 0 || streetCounts != nil || mapFeatureCount > 0 else {
            throw ExtractFile.Fault(
                path: names,
                reason:
                    "it has no complete city limits (\(extracted.cutBoundaries.count) are cut off), and nothing "
                    + "else that was asked for")
        }
        return layers
    }

    private var hasCities: Bool { source.limits.contains { $0.rank == CityLimitRank.municipality } }

    /// How the layers describe where they come from.
    package func description(_ what: String) -> LayerDescription {
        LayerDescription(
            id: 0, name: what, source: "OpenStreetMap (openstreetmap.org): \(names)", version: version,
            licence: "ODbL 1.0",
            attribution: "\(what): © OpenStreetMap contributors, https://www.openstreetmap.org/copyright.", byteCount: 0
        )
    }

    /// What the pack holds, in a line.
    package var summary: String {
        let cities = source.limits.count { $0.rank == CityLimitRank.municipality }
        let limits = "\(cities) cities and \(source.limits.count - cities) parts of cities"
        let map = mapFeatureCount > 0 ? "\(mapFeatureCount) features of the map" : nil
        let coast = coastEndCount.map { $0 == 0 ? "a whole coast" : "a coast with \($0) ends" }
        return [limits, streetCounts?.summary, "\(areaCount) named areas", map, coast, "of \(version)"].compactMap(
            \.self
        )
        .joined(separator: ", ")
    }

    /// What is left out, and why.
    package var warnings: [String] {
        let boundaries = extracted.leftOut.map { what, boundaries in
            let rest = boundaries.count > 5 ? " and \(boundaries.count - 5) more" : ""
            return "boundaries left out, \(what): \(boundaries.prefix(5).joined(separator: ", "))\(rest)"
        }
        let crowded = crowdedOutCount > 0 ? ["named areas left out where more than 62 meet: \(crowdedOutCount)"] : []
        let limits =
            crowdedLimitCount > 0
            ? ["city limits left out of a square where more than 62 meet: \(crowdedLimitCount)"] : []
        return boundaries + limits + (extractedStreets?.leftOut.warnings ?? []) + crowded
    }
}

extension String {
    /// The directory of a path.
    fileprivate var directory: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}
