import Testing

@testable import DaemonSettings
@testable import Settings

@Suite("The features of a GeoJSON text")
struct FeatureTextsTests {
    private func features(_ text: String) -> [String] {
        FeatureTexts(Array(text.utf8)).map { "\($0.line) \(String(decoding: $0.json, as: UTF8.self))" }
    }

    private func frame(_ text: String) -> String? {
        FeatureTexts(Array(text.utf8)).frame.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "each is found with its line, whatever is in it, and the rest is the frame",
        arguments: [
            (#"{"features":[]}"#, [], #"{"features":[]}"#),
            ("{\"features\" : [ \n ] }", [], "{\"features\" : [] }"),
            (
                "{\"a\":[1],\n\"features\":[{\"b\":[1,2]},\n 7 ,\n[8]\n],\"c\":[9]}",
                ["2 {\"b\":[1,2]}", "3 7 ", "4 [8]\n"], "{\"a\":[1],\n\"features\":[],\"c\":[9]}"
            ),
            (
                #"{"features":["],[{\"\\",{"features":[1]}]}"#, [#"1 "],[{\"\\""#, #"1 {"features":[1]}"#],
                #"{"features":[]}"#
            ),
            (#"{"features":[1,,2,]}"#, ["1 1", "1 ", "1 2", "1 "], #"{"features":[]}"#),
            (#"{"x":{"features":[1]}}"#, [], #"{"x":{"features":[1]}}"#),
            (#"{"features":{"a":[1]}}"#, [], #"{"features":{"a":[1]}}"#),
            ("", [], ""), ("\"", [], "\""), ("\"\\", [], "\"\\"),
        ])
    func found(text: String, expected: [String], rest: String) {
        #expect(features(text) == expected)
        #expect(frame(text) == rest)
    }

    @Test(
        "features without an end have no frame",
        arguments: [#"{"features":["#, #"{"features":[1,2"#, #"{"features":[}"#, #"{"features":["]}"#])
    func endless(text: String) { #expect(frame(text) == nil) }
}
