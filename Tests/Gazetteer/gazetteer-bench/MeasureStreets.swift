import ArgumentParser
import Files
import FoundationEssentials
import Gazetteer
import GazetteerBuilding
import PlacemarkModel

/// `gazetteer-bench streets`: how the tables of docs/explain/streets.md are measured.
struct MeasureStreets: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streets",
        abstract: "Measure how often street and house number are right in a pack made of extracts, and what it costs.")

    @Argument(help: "OpenStreetMap extracts in PBF, which make one pack.", completion: .file(extensions: ["pbf"]))
    var extracts: [String]

    @Option(
        help: ArgumentHelp("The world file. Default: the installed one.", valueName: "file"),
        completion: .file(extensions: ["gazetteer"]))
    var world: String?

    @Option(help: ArgumentHelp("Take one of so many addresses out, and ask for it.", valueName: "count"))
    var leaveOut = 5

    @Option(help: ArgumentHelp("Show so many wrong answers of each kind, with coordinates.", valueName: "count"))
    var examples = 0

    @Option(help: ArgumentHelp("Write all questions with their answers into this file.", valueName: "csv"))
    var questions: String?

    @Flag(help: "Do not measure sizes, times and memory.")
    var noCosts = false

    @Flag(help: "Write JSON.")
    var json = false

    func validate() throws {
        guard leaveOut >= 2 else { throw ValidationError("--leave-out: expected 2 or more") }
        guard examples >= 0 else { throw ValidationError("--examples: expected 0 or more") }
    }

    func run() throws {
        let measurement = try StreetsMeasurement(
            extracts, world: world ?? InstalledPaths.own.world, leavingOut: leaveOut, withCosts: !noCosts)
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(measurement.figures), as: UTF8.self))
        } else {
            print(measurement.figures.lines.joined(separator: "\n"))
        }
        for (what, result) in measurement.results { show(result.questions.filter { !$0.isRight }, what) }
        if let questions { try measurement.writeQuestions(to: questions) }
    }

    /// Some of the mistakes, spread over all of them.
    private func show(_ mistakes: [AddressTrial.Question], _ what: String) {
        guard examples > 0, !mistakes.isEmpty else { return }
        StandardError.write("\(what):\n")
        for number in 0..<min(examples, mistakes.count) {
            let mistake = mistakes[number * mistakes.count / min(examples, mistakes.count)]
            let answer = "\(mistake.answer.street ?? "–") \(mistake.answer.number ?? "–")"
            StandardError.write(
                "  \(mistake.position.latitude.rounded(toDecimals: 6)),"
                    + "\(mistake.position.longitude.rounded(toDecimals: 6)) "
                    + "is \(mistake.address.street) \(mistake.address.number), answer \(answer)"
                    + (mistake.answer.isInterpolated ? ", interpolated\n" : "\n"))
        }
    }
}

/// What `streets` measures.
struct StreetFigures: Codable, Equatable {
    var extracts: [String]
    /// How many addresses the extracts have, and how many of them share their point with another.
    var addresses, sharedPoints: Int
    var known, beside, takenOut: AddressScore
    var sizes: StreetSizesByPart?
    var lookups: StreetLookupCosts?
}

/// Makes a pack without some of the addresses of extracts, and asks it for all of them.
struct StreetsMeasurement {
    let figures: StreetFigures
    let results: [(what: String, result: AddressTrial.Result)]

    init(_ extracts: [String], world: String, leavingOut interval: Int, withCosts: Bool) throws {
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "placemark-streets.\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let pack = directory.appending(path: "streets.gazetteer").path
        func read(_ isTakenOut: (ExtractedAddress, ExtractedStreets) -> Bool) throws -> DetailPackImport {
            let progress = BuildProgress()
            defer { progress.finish() }
            return try DetailPackImport(
                extracts, only: [.streets], world: try Gazetteer(path: world, check: .structure),
                memoryInMegabytes: 1024, temporaryDirectory: directory.path, progress: progress,
                takingOut: isTakenOut)
        }
        var (sizes, lookups): (StreetSizesByPart?, StreetLookupCosts?)
        if withCosts {
            var all = AddressSplit(takingOutOneOf: 0)
            let made = try read { all.takesOut($0, of: $1) }
            try made.writer().write(to: pack)
            let points = all.known.enumerated().flatMap { index, address in
                [address.coordinate, address.coordinate(beside: AddressTrial.besideInMeters, index: index)]
            }
            if !points.isEmpty { lookups = try StreetLookupCosts(world: world, pack: pack, points: points) }
            sizes = try StreetSizesByPart(
                made.streets.map(Array.init) ?? [],
                extractByteCount: extracts.reduce(0) { $0 + (FileSize.of($1) ?? 0) },
                description: made.description("Streets"))
        }
        var split = AddressSplit(takingOutOneOf: interval)
        try read { split.takesOut($0, of: $1) }.writer().write(to: pack)
        let gazetteer = try Gazetteer(path: world, details: [DetailPack(path: pack)])
        let trial = AddressTrial(split) { gazetteer.placemark(at: $0) }
        let (known, beside, takenOut) = (trial.atKnown(), trial.besideKnown(), trial.atTakenOut())
        results = [("At the address", known), ("8 m beside", beside), ("Taken out", takenOut)]
        figures = StreetFigures(
            extracts: extracts, addresses: split.known.count + split.takenOut.count, sharedPoints: trial.sharedCount,
            known: known.score, beside: beside.score, takenOut: takenOut.score, sizes: sizes, lookups: lookups)
    }

    /// All that was asked and answered, for asking others the same: `Benchmarks/nominatim-streets`.
    func writeQuestions(to path: String) throws {
        func field(_ text: String?) -> String { "\"\(text.map { $0.split(separator: "\"").joined() } ?? "")\"" }
        var lines = [
            "question,latitude,longitude,address latitude,address longitude,street,number,answered street,answered number"
        ]
        for (what, result) in results {
            for question in result.questions {
                let (position, address) = (question.position, question.address)
                let numbers = [position, address.coordinate].flatMap { ["\($0.latitude)", "\($0.longitude)"] }
                let texts = [address.street, address.number, question.answer.street, question.answer.number].map(field)
                lines.append(([field(what)] + numbers + texts).joined(separator: ","))
            }
        }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
    }
}
