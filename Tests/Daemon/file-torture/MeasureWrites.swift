import ArgumentParser
import Files
import PlacemarkModel
import Publishing
import TestSupport

/// Measures what a write costs.
struct MeasureWrites: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Measure how long a write of the state files takes.")

    @Option(help: "How many writes.")
    var writes = 2000
    @Option(help: "Where to make a directory for the files; the file system matters.")
    var `in` = "/tmp"

    func run() throws {
        let directory = try TemporaryDirectory(in: self.in)
        let file = AtomicFile(directory: directory.path, name: "state.json", mode: 0o640)
        let everything = StateDirectory(path: directory.path)
        var writer = everything.writer
        try report("one file of 1000 bytes") { _ in
            try file.write([UInt8](repeating: UInt8(ascii: "x"), count: 1000))
        }
        try report("eight files, all changed") { number in
            let specimen = StateSpecimen(number)
            if let failure = writer.write(specimen) {
                throw failure
            }
        }
        let specimen = StateSpecimen(1)
        try report("two files, nothing but ages changed") { _ in
            if let failure = writer.writeAges(specimen) { throw failure }
        }
    }

    private func report(_ what: String, _ body: (UInt64) throws -> Void) throws {
        let clock = ContinuousClock()
        var times: [Double] = []
        for number in 1...UInt64(max(1, writes)) {
            times.append(try clock.measure { try body(number) }.inSeconds * 1e3)
        }
        times.sort()
        let median = times[times.count / 2].rounded(toDecimals: 3)
        let late = times[times.count * 99 / 100].rounded(toDecimals: 3)
        print("\(what): median \(median) ms, 99 % \(late) ms")
    }
}
