import PlacemarkModel
import Testing

@testable import Web

@Suite("A request's target")
struct RequestTargetTests {
    @Test(
        "is a path and parameters without their escapes",
        arguments: [
            ("/", [""], [:]), ("/v1/city", ["v1", "city"], [:]), ("/v1/city/", ["v1", "city", ""], [:]),
            ("/v1/regions/a%2Fb%20%C3%BC", ["v1", "regions", "a/b ü"], [:]),
            (
                "/v1?q=New+York%2B&near=1,2&flag&x=a=b&&", ["v1"],
                ["q": "New York+", "near": "1,2", "flag": "", "x": "a=b"]
            ),
            ("/a?%71%75+y=1%262&empty=&=x", ["a"], ["qu y": "1&2", "empty": "", "": "x"]),
            ("/a?b?c=/d", ["a"], ["b?c": "/d"]), ("/a?", ["a"], [:]), ("/a?%c3%bc=%F0%9F%8F%A0", ["a"], ["ü": "🏠"]),
            ("/a+b", ["a+b"], [:]), ("//a", ["", "a"], [:]), ("/http://x/", ["http:", "", "x", ""], [:]),
            ("http://localhost:80/v1/city?a=1", ["v1", "city"], ["a": "1"]),
            ("HTTP://user@[::1]/", [""], [:]), ("https://localhost?a=1", [""], ["a": "1"]),
            ("http://localhost", [""], [:]), ("http://localhost?a=/b", [""], ["a": "/b"]),
        ] as [(String, [String], [String: String])])
    func whole(text: String, segments: [String], parameters: [String: String]) throws {
        let target = try RequestTarget(checking: text)
        #expect(try target.segments == segments)
        #expect(try target.parameters == parameters)
        // Read one by one they are the same.
        if let value = parameters["near"] { #expect(target["near"] == value) }
        if let value = parameters["qu y"] { #expect(target["qu y"] == value) }
        if let value = parameters["flag"] { #expect(target["flag"] == value) }
    }

    @Test(
        "of another form is refused",
        arguments: ["", "*", "city", "ftp://h/v1", "localhost:80", "/v1#city", "/?a#", "http:/v1"])
    func form(text: String) {
        #expect(throws: RequestTarget.Fault.noPath) { try RequestTarget(checking: text) }
    }

    @Test(
        "with broken escapes, or what is no text on one line, is refused",
        arguments: [
            "/%", "/%2", "/%zz", "/%+1", "/%00", "/a%0Ab", "/%ff", "/%c3%28", "/%7f", "/%ed%a0%80", "/%c0%af", "/?a=%",
            "/?a=%0", "/?a=%00", "/?a=x%0dy", "/?%ff=1", "/?a=1&b=%FE",
        ])
    func escapes(text: String) throws {
        let target = try RequestTarget(checking: text)
        #expect(throws: RequestTarget.Fault.brokenEscape) {
            _ = try target.segments
            _ = try target.parameters
        }
    }

    @Test("has each parameter once, however it is written", arguments: ["/?a=1&a=1", "/?a=1&b=2&%61=3", "/?a&a="])
    func repeated(text: String) throws {
        let target = try RequestTarget(checking: text)
        #expect(throws: RequestTarget.Fault.repeated("a")) { try target.parameters }
    }

    @Test("has a bound where it is checked, to the byte")
    func length() throws {
        let longest = "/" + String(repeating: "a", count: RequestTarget.longest - 1)
        #expect(try RequestTarget(checking: longest).segments[0].utf8.count == 4095)
        #expect(throws: RequestTarget.Fault.tooLong) { try RequestTarget(checking: longest + "a") }
        #expect(throws: RequestTarget.Fault.tooLong) { try RequestTarget(checking: longest.dropLast() + "ü") }
    }

    @Test("read one by one, the first of a name counts, and what cannot be read is not there")
    func one() {
        let target = RequestTarget("/reverse?lat=1&l%61t=2&lon=%ff&lon=3&zoom&x=%&name=a+b%2B&%6Cang=de&=5")
        #expect(target.path == "/reverse")
        #expect(target["lat"] == "1")
        #expect(target["lon"] == nil && !target.has("lon"))
        #expect(target["zoom"] == "" && target.has("zoom"))
        #expect(target["x"] == nil)
        #expect(target["name"] == "a b+")
        #expect(target["lang"] == "de")
        #expect(target["la"] == nil && target["latitude"] == nil)
        #expect(RequestTarget("*")["a"] == nil && RequestTarget("").path == "")
        #expect(RequestTarget("http://h/api?q=Vaduz").path == "/api")
    }

    @Test("tells of faults without what was asked for")
    func sentences() {
        for fault in [RequestTarget.Fault.repeated("47.141"), .brokenEscape, .noPath, .tooLong] {
            #expect(!fault.sentence.contains("47.141") && !fault.sentence.isEmpty)
        }
    }

    @Test("percent encoding comes back as it was", arguments: ["home", "a/b ü", "..", "%2F", "?#&=+", "🏠", "", " "])
    func encoding(text: String) throws {
        let escaped = PercentEncoding.encode(text)
        #expect(escaped.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#&=+/ ".utf8.contains($0) })
        #expect(try RequestTarget(checking: "/\(escaped)?x=\(escaped)").segments == [text])
        #expect(try RequestTarget(checking: "/\(escaped)?x=\(escaped)").parameters == ["x": text])
    }
}
