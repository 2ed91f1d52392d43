import Gazetteer
import GazetteerBuilding
import PlacemarkModel

/// What the layers of streets take in a pack.
struct StreetSizes: Codable, Equatable {
    /// Houses with a number, and how many kilometres of streets there are.
    var (addresses, kilometers) = (0, 0.0)
    /// Of the three layers together, without the zeros that fill their last pages.
    var byteCount = 0

    var bytesPerAddress: Double { Double(byteCount) / Double(max(1, addresses)) }
    var bytesPerKilometer: Double { Double(byteCount) / max(0.001, kilometers) }

    init(_ streets: [Street], description: LayerDescription) throws {
        addresses = streets.reduce(0) { $0 + $1.numbers.count }
        kilometers = streets.reduce(0) { $0 + $1.lengthInMeters } / 1000
        guard !streets.isEmpty else { return }
        var writer = GazetteerWriter()
        try writer.addStreets(streets, description: description)
        byteCount = writer.contentByteCount
    }
}

/// What the layers of streets of extracts take: all of them, and parts, from which other countries can be calculated.
struct StreetSizesByPart: Codable, Equatable {
    var all, streetsWithAddresses, withoutAddresses: StreetSizes
    /// Of the extracts.
    var extractByteCount: Int

    init(_ streets: [Street], extractByteCount: Int, description: LayerDescription) throws {
        all = try StreetSizes(streets, description: description)
        streetsWithAddresses = try StreetSizes(streets.filter { !$0.numbers.isEmpty }, description: description)
        withoutAddresses = try StreetSizes(
            streets.filter { !$0.lines.isEmpty }.map {
                Street(name: $0.name, kind: $0.kind, lines: $0.lines, numbers: [])
            }, description: description)
        self.extractByteCount = extractByteCount
    }

    /// What one more address takes where the streets are there already.
    var addedBytesPerAddress: Double {
        Double(all.byteCount - withoutAddresses.byteCount) / Double(max(1, all.addresses))
    }
}

/// What look-ups with a pack cost. Times in microseconds of wall time, memory in bytes.
struct StreetLookupCosts: Codable, Equatable {
    struct Time: Codable, Equatable { var median, p99: Double }

    /// The files in memory, asked before; the world file alone, and with the pack.
    var worldWarm, warm: Time
    /// Each time with all memory given back and the pack out of the page cache: it comes from the disk.
    var cold: Time
    /// What all look-ups have added to the memory of a process that opened both files, with the world file's share.
    var memory, worldMemory: MemoryUse?

    private static let coldCount = 200
    private static let warmCount = 20_000

    /// - Parameter points: Not empty.
    init(world: String, pack: String, points: [Coordinate]) throws {
        // Before anything else is mapped and read.
        memory = try Self.memory(world: world, pack: pack, points)
        worldMemory = try Self.memory(world: world, pack: nil, points)
        worldWarm = Self.warm(try Gazetteer(path: world), points)
        let gazetteer = try Gazetteer(path: world, details: [DetailPack(path: pack)])
        warm = Self.warm(gazetteer, points)
        let times = (0..<Self.coldCount).map { index in
            gazetteer.releaseMemory()
            PageCache.drop(pack)
            let start = Clocks.monotonic()
            blackHole(gazetteer.placemark(at: points[index * 7919 % points.count]))
            return Clocks.monotonic() - start
        }.sorted()
        cold = Time(median: Double(times[times.count / 2]) / 1000, p99: Double(times[times.count * 99 / 100]) / 1000)
    }

    private static func warm(_ gazetteer: Gazetteer, _ points: [Coordinate]) -> Time {
        for point in points { blackHole(gazetteer.placemark(at: point)) }
        let (median, p99) = BenchFigures.percentiles(count: warmCount) {
            blackHole(gazetteer.placemark(at: points[$0 % points.count]))
        }
        return Time(median: median, p99: p99)
    }

    private static func memory(world: String, pack: String?, _ points: [Coordinate]) throws -> MemoryUse? {
        for path in [world, pack].compactMap(\.self) { PageCache.drop(path) }
        let gazetteer = try Gazetteer(path: world, details: try pack.map { [try DetailPack(path: $0)] } ?? [])
        guard let before = MemoryUse.now() else { return nil }
        for point in points { blackHole(gazetteer.placemark(at: point)) }
        return MemoryUse.now().map { $0 - before }
    }
}
