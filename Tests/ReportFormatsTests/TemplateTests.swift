import PlacemarkCore
import ReportFormats
import Reporting
import Testing

@Suite("Templates of reports")
struct TemplateTests {
    @Test("names in braces stand for parts of the report")
    func names() throws {
        let topic = try ReportTemplate(parsingTopic: "placemarkd/{device}/{event}")
        #expect(topic.topic(for: try Samples.located(), device: "boat") == "placemarkd/boat/location")
        let payload = try ReportTemplate(parsing: "{latitude},{longitude} {{{city}}} {id}")
        #expect(
            text(payload.payload(for: try Samples.heartbeat(), device: "boat"))
                == "47.141,9.521 {Vaduz} 4f0c9a1be2d37758-42")
    }

    @Test("a value of JSON has its quotes and escapes, and null where there is none")
    func json() throws {
        let template = try ReportTemplate(
            parsing: #"{{"lat":{latitude:json},"city":{city:json},"region":{region:json}}}"#)
        #expect(
            text(template.payload(for: try Samples.located(), device: "boat"))
                == #"{"lat":47.141,"city":null,"region":null}"#)
        let crossing = try Samples.crossing(.regionEntered, #"a \"b\""#)
        #expect(
            text(try ReportTemplate(parsing: "{region:json}").payload(for: crossing, device: "boat")) == #""a \"b\"""#)
    }

    @Test(
        "fault 73: a value in a topic cannot change its levels, and no topic has a wildcard",
        arguments: [
            ("home", "home"), ("a/b", "a_b"), ("+", "_"), ("#", "_"), ("a+#b", "a__b"), ("$SYS", "_SYS"), ("", "_"),
            ("Büro 7", "Büro 7"), ("a\u{7F}b", "a_b"), ("a\u{FFFE}b", "a_b"), ("+\u{301}", "_\u{301}"),
            (String(repeating: "ü", count: 200), String(repeating: "ü", count: 100)),
        ])
    func topics(_ region: String, _ level: String) throws {
        let template = try ReportTemplate(parsingTopic: "{region}/{device}/x")
        var report = try Samples.crossing(.regionEntered, "home")
        report.event?.region = region
        #expect(template.topic(for: report, device: region) == "\(level)/\(level)/x")
    }

    @Test("fault 73: a NUL in a value does not end the topic")
    func nul() throws {
        var report = try Samples.crossing(.regionEntered, "home")
        report.event?.region = "a\0/b"
        #expect(try ReportTemplate(parsingTopic: "x/{region}").topic(for: report, device: "") == "x/a__b")
    }

    @Test("a mistake in a template says what is allowed")
    func mistakes() {
        #expect(throws: ReportTemplate.Mistake.unknownName("longtitude")) {
            try ReportTemplate(parsing: "{longtitude}")
        }
        #expect(throws: ReportTemplate.Mistake.unknownName("city:xml")) { try ReportTemplate(parsing: "{city:xml}") }
        #expect(throws: ReportTemplate.Mistake.openBrace) { try ReportTemplate(parsing: "a {city") }
        #expect(throws: ReportTemplate.Mistake.strayBrace) { try ReportTemplate(parsing: "city}") }
        #expect(throws: ReportTemplate.Mistake.empty) { try ReportTemplate(parsingTopic: "") }
        for wildcard: Unicode.Scalar in ["+", "#", "\0"] {
            #expect(throws: ReportTemplate.Mistake.wildcard(wildcard)) {
                try ReportTemplate(parsingTopic: "a/\(wildcard)/{city}")
            }
        }
        #expect(throws: ReportTemplate.Mistake.onlyDevice("event")) {
            try ReportTemplate(parsingTopic: "boats/{device}/{event}").topic(device: "boat")
        }
        #expect("\(ReportTemplate.Mistake.unknownName("x"))".contains("latitude, longitude"))
    }
}
