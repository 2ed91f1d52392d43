import ArgumentParser
import Gazetteer
import GazetteerBuilding
import Glibc
import PlacemarkModel

/// `gazetteer-bench postal-codes`: how the table of postal codes in docs/explain/accuracy.md is measured.
struct MeasurePostalCodes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "postal-codes", abstract: "Measure how often postal codes are right, by country.")

    @Option(help: ArgumentHelp("Where the unpacked sources are.", valueName: "directory"))
    var sources = ".build/gazetteer/sources"

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let source = try PostalCodeSource(path: "\(sources)/postal-codes.tsv")
        let read = clock.now
        let countries = PostalDiscs(source).countries.sorted { ($1.discs.count, $0.code) < ($0.discs.count, $1.code) }
        let made = clock.now
        let bytes = try PostalCodesLayerWriter.bytes(of: countries.flatMap(\.discs))
        print("reading \(read - start), choosing \(made - read), writing \(clock.now - made), \(bytes.count) bytes")
        let layer = bytes.withUnsafeBytes {
            PostalCodesLayer(bytes: $0).map { lookupTimes($0, countries.flatMap(\.discs)) }
        }
        if let layer { print(layer) }
        print("| Country | Points | kept | fraction | from | asked | nearest right | answered | right |")
        print("|---|---|---|---|---|---|---|---|---|")
        for country in countries {
            let rule = country.belief.map { "\($0.fraction) | \(Int($0.leastMeters)) m" } ?? "– | –"
            let nearest =
                country.nearestResult.map { "\($0.questionCount) | \(Self.percent($0.rightShare))" } ?? "– | –"
            let result =
                country.result.map { "\(Self.percent($0.coverage)) | \(Self.percent($0.precision))" } ?? "– | –"
            print(
                "| \(country.code) | \(country.pointCount) | \(country.discs.count) | \(rule) | \(nearest) | \(result) |"
            )
        }
    }

    /// How long it takes to ask within some kilometres of points taken at random, in nanoseconds.
    private func lookupTimes(_ layer: PostalCodesLayer, _ discs: [PostalDisc]) -> String {
        // Minimal standard generator of Park and Miller, so that each run asks for the same points.
        var state = 1
        func random(_ range: ClosedRange<Double>) -> Double {
            state = state * 48271 % 2_147_483_647
            return range.lowerBound + Double(state) / 2_147_483_647 * (range.upperBound - range.lowerBound)
        }
        let questions = (0..<200_000).map { _ in
            let disc = discs[Int(random(0...Double(discs.count - 1)))]
            let coordinate = Coordinate(
                clampingLatitude: disc.latitude + random(-0.05...0.05),
                wrappingLongitude: disc.longitude + random(-0.05...0.05))
            return (coordinate, disc.country)
        }
        // The best of several runs, in the processor's time: the slower runs show what else the machine does.
        var (answerCount, best) = (0, Double.infinity)
        for _ in 0..<9 {
            answerCount = 0
            let start = cpuTime()
            for (coordinate, country) in questions where layer.postalCode(at: coordinate, country: country) != nil {
                answerCount += 1
            }
            best = min(best, Double(cpuTime() - start) / Double(questions.count))
        }
        return "lookup: mean \(Int(best)) ns, \(answerCount) of \(questions.count) answered; faults \(layer.faults())"
    }

    /// The processor time of this thread, in nanoseconds.
    private func cpuTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }
}

extension PostalTrial.Result {
    /// The share of right answers among all questions.
    fileprivate var rightShare: Double { Double(rightCount) / Double(max(1, questionCount)) }
}
