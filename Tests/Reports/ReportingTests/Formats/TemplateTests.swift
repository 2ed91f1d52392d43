import FoundationEssentials
import PlacemarkModel
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

    @Test("a trip has names, which are empty where the report is of something else")
    func trip() throws {
        let template = try ReportTemplate(
            parsing: "{trip} {tripState} {tripFrom} {tripStart} {tripTo} {tripEnd} {tripDistance} {tripDuration}")
        #expect(
            text(template.payload(for: try Samples.trip(.tripEnded, .provisional), device: "van"))
                == "5d0c3a7b9e1f2048 provisional Vaduz 2026-11-20T19:40:00Z Feldkirch 2026-11-20T20:10:30Z 16235 1830")
        #expect(text(template.payload(for: try Samples.located(), device: "van")) == "       ")
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

@Suite("Requests by template")
struct RequestTemplateTests {
    @Test("a value changes nothing but itself: not an address, not a header, not a body of JSON")
    func escapes() throws {
        let template = try RequestTemplate(
            address: "https://x/{region}?at={region}", method: .post, header: "Title: {region}",
            body: #"{{"text":"at {region}","region":{region:json},"all":{report}}}"#)
        let name = "a\"b\\/c?d=e&f\r\nX: y"
        var report = try Samples.crossing(.regionEntered, "home")
        report.event?.region = name
        let request = template.request(for: report, device: "boat", password: nil)
        let escaped = "a%22b%5C%2Fc%3Fd%3De%26f%0D%0AX:%20y"
        #expect(request.address == "https://x/\(escaped)?at=\(escaped)")
        #expect(request.headers == [#"Title: a"b\/c?d=e&f__X: y"#, "Content-Type: application/json"])
        struct Body: Decodable {
            let text, region: String
            let all: Report
        }
        let body = try JSONDecoder().decode(Body.self, from: Data(request.body ?? []))
        #expect(body.text == "at \(name)" && body.region == name && body.all == report)
    }

    @Test("a body of another type has the values as they are")
    func plain() throws {
        let template = try RequestTemplate(
            address: "https://x", method: .put, header: "content-type: text/plain", body: #"At "{region}""#)
        var report = try Samples.crossing(.regionEntered, "home")
        report.event?.region = #"the "quay""#
        let request = template.request(for: report, device: "boat", password: nil)
        #expect(text(request.body) == #"At "the "quay"""#)
        #expect(request.headers == ["content-type: text/plain"] && request.method == .put)
        let get = try RequestTemplate(address: "https://x?t={region}", method: .get, header: nil, body: nil)
        #expect(get.request(for: report, device: "boat", password: nil).body == nil)
    }

    @Test("the password can stand in no message to a broker")
    func password() {
        #expect(throws: ReportTemplate.Mistake.password) { try ReportTemplate(parsing: "{password}") }
        #expect(throws: ReportTemplate.Mistake.password) { try ReportTemplate(parsingTopic: "a/{password:json}") }
        #expect(!"\(ReportTemplate.Mistake.unknownName("x"))".contains("password"))
    }
}
