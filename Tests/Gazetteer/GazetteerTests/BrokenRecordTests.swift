import FoundationEssentials
import Testing

@testable import GazetteerBuilding

@Suite("The broken record of a JSON file")
struct BrokenRecordTests {
    @Test(
        "is counted past strings with quotes, backslashes, brackets and commas in them",
        arguments: [
            (#"[1, 2, x]"#, 3), (#"["a\", [", 2, x]"#, 3), (#"["a\\", 2, x]"#, 3), (#"["a\\\", {", x, 3]"#, 2),
            (#"{"a\"": "},", "b": {"c": "\\"}, "d": x}"#, 3), (#"[[1, 2], {"a": [3, 4]}, 5, x]"#, 4),
            (#"  ["]", x]"#, 2),
        ])
    func counted(json: String, number: Int) {
        #expect(BrokenRecord.number(in: Data(json.utf8)) == number)
    }

    @Test("is the one in which the file ends", arguments: [(#"[1, {"a": "b"#, 2), (#"["a\""#, 1), (#"{"a": 1,"#, 2)])
    func cut(json: String, number: Int) { #expect(BrokenRecord.number(in: Data(json.utf8)) == number) }

    @Test("is not told where no record is broken", arguments: ["", "  ", "7", #"["a\\", "\""]"#, "[1] x"])
    func none(json: String) { #expect(BrokenRecord.number(in: Data(json.utf8)) == nil) }
}
