import FoundationEssentials
import Testing

@testable import placemarkctl

@Suite("The values that get prints")
struct JSONValueTests {
    private func value(_ json: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    }

    @Test(
        "a whole number has no decimals, however it is written, and no number traps",
        arguments: [
            ("1", "1"), ("1.0", "1"), ("-3", "-3"), ("0", "0"), ("-0.0", "0"), ("1.5", "1.5"),
            ("-122.0312", "-122.0312"),
            ("1e15", "1000000000000000"), ("9999999999999998", "9999999999999998"), ("1e16", "1e+16"),
            ("-1e300", "-1e+300"), ("1e-7", "1e-07"),
        ])
    func numbers(json: String, line: String) throws { #expect(try value("[\(json)]").lines == [line]) }

    @Test("each member of a list has a line, and what has parts is JSON")
    func parts() throws {
        #expect(
            try value(#"["a b", true, [2, [false]], {"b": [1], "a": "x"}]"#).lines == [
                "a b", "true", "2", "false", #"{"a":"x","b":[1]}"#,
            ])
        #expect(try value("[]").lines == [])
    }

    @Test("a path leads through objects only, and to the end")
    func paths() throws {
        let status = try value(#"{"source": {"state": "live"}, "regions": ["home"]}"#)
        #expect(status.value(at: "source.state") == .text("live"))
        #expect(status.value(at: "regions")?.lines == ["home"])
        for path in ["", "state", "source.", ".source", "source.state.x", "regions.0", "source..state"] {
            #expect(status.value(at: path) == nil, "\(path)")
        }
    }
}
