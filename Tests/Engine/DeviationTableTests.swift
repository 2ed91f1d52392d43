@testable import LocationEngine
import Testing

@Suite("DeviationTable")
struct DeviationTableTests {
    @Test("the deviation changes evenly between two lines, and across north")
    func interpolation() throws {
        let table = try DeviationTable(parsing: "# from, add\n  0 -4\n90\t2 # abeam\n\n180 5\r\n270 +1\n")
        let expected = [(0, -4), (45, -1), (90, 2), (135, 3.5), (180, 5), (270, 1), (315, -1.5), (359.9, -3.9944)]
        for (heading, deviation) in expected { #expect(abs(table.deviation(at: heading) - deviation) < 0.001) }
    }

    @Test("the order of the lines does not matter, nor where the first heading lies")
    func order() throws {
        let table = try DeviationTable(parsing: "\u{feff}300 6\n60 -6")
        for (heading, deviation) in [(0, 0), (30, -3), (60, -6), (180, 0), (300, 6), (330, 3)] as [(Double, Double)] {
            #expect(abs(table.deviation(at: heading) - deviation) < 0.001)
        }
    }

    @Test("a compass that was mounted the wrong way round is off by half a circle between its lines, too")
    func halfCircle() throws {
        let table = try DeviationTable(parsing: "0 178\n180 -178")
        for (heading, deviation) in [(0, 178), (45, 179), (90, 180), (135, -179), (180, -178), (270, 180)] {
            let found = table.deviation(at: Double(heading))
            #expect(abs((found - Double(deviation)).remainder(dividingBy: 360)) < 0.001 && abs(found) <= 180)
        }
    }

    @Test("one line is the same everywhere: a compass that was mounted the wrong way round")
    func single() throws {
        let table = try DeviationTable(parsing: "360 180")
        for heading in [0, 1, 179, 359.9] { #expect(table.deviation(at: heading) == 180) }
    }

    @Test(
        "what is wrong is told with its line",
        arguments: [
            ("0 1\n90", 2), ("0 1\n\n370 2", 3), ("0 181", 1), ("x 1", 1), ("0 1 2", 1), ("0 nan", 1), ("0 1e1", 1),
            ("0,5 1", 1), ("-1 0", 1), ("90 1\n0 2\n90 3", 3), ("0 1\n360 1", 2), ("# nothing\n", nil), ("", nil),
        ] as [(String, Int?)])
    func mistakes(text: String, line: Int?) {
        let mistake = #expect(throws: DeviationTable.Mistake.self) { try DeviationTable(parsing: text) }
        #expect(mistake?.line == line)
    }

    @Test("at most 360 lines")
    func bound() throws {
        let lines = (0..<360).map { "\($0) 0" }
        #expect(try DeviationTable(parsing: lines.joined(separator: "\n")).rows.count == 360)
        let more = lines + ["0.5 0"]
        let mistake = #expect(throws: DeviationTable.Mistake.self) {
            try DeviationTable(parsing: more.joined(separator: "\n"))
        }
        #expect(mistake?.line == 361)
    }
}
