import Gazetteer
import PlacemarkModel

/// What `lookups` measures. Times in microseconds, memory in bytes.
struct BenchFigures: Codable, Equatable {
    /// `placemark(at:)` for many points.
    struct Lookups: Codable, Equatable {
        var points: Int
        /// CPU time of the process for one lookup, all points in a row: the median of the passes.
        var cpuInBulk: Double
        /// Wall time of one lookup, two readings of the clock included.
        var median: Double
        var p99: Double
    }

    /// Of many openings, each of a `Gazetteer` of its own: wall time until the first placemark is there.
    struct Openings: Codable, Equatable {
        var structureMedian: Double
        var structureP99: Double
        var fullMedian: Double
        var fullP99: Double
    }

    /// `search`, wall time.
    struct Searches: Codable, Equatable {
        var queries: Int
        var median: Double
        var p99: Double
    }

    /// The memory that lookups add, after the gazetteer was opened.
    struct Memory: Codable, Equatable {
        /// 10,000 points within 50 km of one place.
        var local: MemoryUse
        /// 200,000 points anywhere, the local ones before them.
        var world: MemoryUse
    }

    var byteCount: Int
    /// The shortest time that can be measured: two readings of the clock with nothing between them.
    var clock: Double
    var opening: Openings
    /// By the name of the set of points.
    var lookups: [String: Lookups]
    /// With the file in the page cache as it is after reading it from end to end. Nil where the kernel does not tell.
    var memory: Memory?
    /// With a page cache that has only what the lookups touched, page by page: what they really need.
    var memoryTouched: Memory?
    /// Forward search of the largest cities, by name and country. Nil when the file cannot be searched.
    var search: Searches?
}

extension BenchFigures {
    /// Odd, so that the median is one of them; and enough that no disturbed pass is it.
    static let passes = 7

    /// - Parameters:
    ///   - sets: points by the name of their set, none of them empty.
    ///   - details: packs beside the world file, for the look-ups.
    init(path: String, sets: [String: [Coordinate]], details: [DetailPack] = []) throws {
        // Before anything else: later the heap has free pages that would hide what a lookup takes.
        memoryTouched = try Memory(path: path, check: .structure)
        memory = try Memory(path: path, check: .full)
        clock = Self.percentiles(count: 100_000) { _ in }.median
        let gazetteer = try Gazetteer(path: path, details: details)
        byteCount = gazetteer.byteCount
        opening = try Openings(path: path)
        lookups = sets.mapValues { Lookups(gazetteer, points: $0) }
        search = Searches(gazetteer)
    }

    /// Median and 99th percentile of the wall times, in microseconds.
    static func percentiles(count: Int, _ body: (Int) throws -> Void) rethrows -> (median: Double, p99: Double) {
        let sorted = try (0..<count).map { index in
            let start = Clocks.monotonic()
            try body(index)
            return Clocks.monotonic() - start
        }.sorted()
        return (Double(sorted[count / 2]) / 1000, Double(sorted[count * 99 / 100]) / 1000)
    }
}

extension BenchFigures.Lookups {
    init(_ gazetteer: Gazetteer, points: [Coordinate]) {
        self.points = points.count
        let passes = (0..<BenchFigures.passes).map { _ in
            let start = Clocks.processCPU()
            for point in points { blackHole(gazetteer.placemark(at: point)) }
            return Clocks.processCPU() - start
        }.sorted()
        cpuInBulk = Double(passes[passes.count / 2]) / Double(points.count) / 1000
        (median, p99) = BenchFigures.percentiles(count: points.count) { blackHole(gazetteer.placemark(at: points[$0])) }
    }
}

extension BenchFigures.Openings {
    init(path: String) throws {
        let points = BenchPoints.local(count: 300)
        func firstAnswers(_ check: Gazetteer.Check) throws -> (median: Double, p99: Double) {
            try BenchFigures.percentiles(count: points.count) { index in
                blackHole(try Gazetteer(path: path, check: check).placemark(at: points[index]))
            }
        }
        (structureMedian, structureP99) = try firstAnswers(.structure)
        (fullMedian, fullP99) = try firstAnswers(.full)
    }
}

extension BenchFigures.Searches {
    /// As many as `SearchTrial` asks for.
    static let cityCount = 5000

    init?(_ gazetteer: Gazetteer) {
        let cities = (0..<gazetteer.placeCount).compactMap { gazetteer.place(at: $0) }
            .sorted { $0.population > $1.population }.prefix(Self.cityCount)
        let texts = cities.map { "\($0.name), \($0.country ?? "")" }
        guard let first = texts.first, (try? gazetteer.search(first)) != nil else { return nil }
        queries = texts.count
        (median, p99) = BenchFigures.percentiles(count: texts.count) { blackHole(try? gazetteer.search(texts[$0])) }
    }
}

extension BenchFigures.Memory {
    init?(path: String, check: Gazetteer.Check) throws {
        let (local, world) = (BenchPoints.local(count: 10_000), BenchPoints.anywhere(count: 200_000))
        // Whether the kernel maps 4 kB or 2 MB at a touch depends on how the file came into the page cache: start anew.
        PageCache.drop(path)
        let gazetteer = try Gazetteer(path: path, check: check)
        guard let before = MemoryUse.now() else { return nil }
        for point in local { blackHole(gazetteer.placemark(at: point)) }
        guard let afterLocal = MemoryUse.now() else { return nil }
        for point in world { blackHole(gazetteer.placemark(at: point)) }
        guard let afterWorld = MemoryUse.now() else { return nil }
        self.init(local: afterLocal - before, world: afterWorld - before)
    }
}

/// Keeps the optimizer from removing an unused result.
@inline(never)
func blackHole<Value>(_ value: Value) {}
