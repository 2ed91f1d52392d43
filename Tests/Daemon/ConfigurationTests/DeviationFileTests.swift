import LocationEngine
import TestSupport
import Testing

@testable import DaemonSettings
@testable import Settings

@Suite("The file of a compass's deviation")
struct DeviationFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The lines of the error, without the directory.
    private func problems(_ text: String?) throws -> String {
        if let text { try directory.write("deviation.txt", text) }
        let configuration = try TemporaryConfiguration(
            "[Location]\nCompassDeviation=\(directory.file("deviation.txt"))\n")
        return try configuration.problems().joined(separator: "\n").replacing(directory.file(""), with: "")
    }

    @Test("the table is one of the settings of the location manager")
    func table() throws {
        try directory.write("deviation.txt", "0 1\n180 -1\n")
        let configuration = try TemporaryConfiguration(
            "[Location]\nCompassDeviation=\(directory.file("deviation.txt"))\n"
        ).load()
        #expect(try configuration.machine.compassDeviation == DeviationTable(parsing: "0 1\n180 -1"))
        #expect(configuration.compassDeviationFile == directory.file("deviation.txt"))
    }

    @Test("the example is one")
    func example() throws {
        let table = try #require(try DeviationFile.load(path: Checkout.file("systemd/examples/compass-deviation.txt")))
        #expect(table.deviation(at: 90) == 2)
    }

    @Test("an empty file, and a link to /dev/null, switch it off")
    func empty() throws {
        #expect(try problems("").isEmpty)
        #expect(try DeviationFile.load(path: "/dev/null") == nil)
    }

    @Test("what is wrong is told with file and line")
    func mistakes() throws {
        #expect(
            try problems("# deviation\n0 1\n90 east\n")
                == "deviation.txt:3: not the deviation of a compass: expected a heading from 0 to 360 and a deviation from"
                + " -180 to 180, east positive, in degrees")
        #expect(
            try problems("# nothing\n")
                == "deviation.txt: not the deviation of a compass: expected at least one line with a heading and a deviation,"
                + " in degrees")
    }

    @Test("a file that is not there, and one that is too large, are problems of the configuration")
    func unreadable() throws {
        #expect(try problems(nil) == "deviation.txt: cannot be read: No such file or directory")
        #expect(
            try problems(String(repeating: "#", count: 70_000))
                == "deviation.txt: is too large: expected a text file of at most 65536 bytes")
    }
}
