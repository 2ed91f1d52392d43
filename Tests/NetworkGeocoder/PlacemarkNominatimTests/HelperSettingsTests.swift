import Foundation
import Glibc
import HTTPTypes
import PlacemarkModel
import Settings
import Testing
import TestSupport

@testable import placemark_nominatim

@Suite("Settings of the helper")
struct HelperSettingsTests {
    private func load(_ text: String) throws -> HelperSettings {
        let directory = try TemporaryDirectory()
        try directory.write("nominatim.conf", text)
        return try HelperSettings.load(path: directory.file("nominatim.conf"))
    }

    private func problem(_ text: String) -> String {
        do {
            _ = try load(text)
            return "nothing"
        } catch {
            return "\(error)"
        }
    }

    @Test("the shipped file is what the table of keys says; if not, the comment of this failure names the right one")
    func shipped() throws {
        #expect(try load(HelperSettings.defaultFile) == HelperSettings())
        guard try Checkout.text("etc/nominatim.conf") != HelperSettings.defaultFile else { return }
        let path = "/tmp/nominatim.conf.\(getpid())"
        try HelperSettings.defaultFile.write(toFile: path, atomically: false, encoding: .utf8)
        Issue.record("cp \(path) etc/nominatim.conf")
    }

    @Test("nothing is asked by default, and of a server elsewhere only with a contact, slowly")
    func contradictions() throws {
        #expect(HelperSettings().server == nil)
        #expect(problem("[Provider]\nServer=http://localhost:8088\n") == "nothing")
        #expect(
            problem("[Provider]\nServer=http://127.0.0.1:8088/\n[Budget]\nInterval=0s\nDailyLimit=0\n") == "nothing")
        #expect(
            problem("[Provider]\nServer=https://nominatim.example.org\n")
                .hasSuffix(
                    "[Provider] Contact=: expected an email address or the address of a web page, because Server= is"
                        + " not on this machine"
                ))
        let elsewhere = "[Provider]\nServer=https://nominatim.example.org\nContact=me@example.org\n"
        #expect(problem(elsewhere) == "nothing")
        // With the line of the last key that has to do with it.
        #expect(
            problem(elsewhere + "[Budget]\nInterval=500ms\n").contains(
                ".conf:5: [Budget] Interval=: expected at least 1s"))
        #expect(problem(elsewhere + "[Budget]\nDailyLimit=0\n") == "nothing")
        let open = "[Provider]\nServer=https://nominatim.openstreetmap.org\nContact=me@example.org\n"
        #expect(problem(open) == "nothing")
        for limit in ["0", "1001", "100000"] {
            #expect(
                problem(open + "[Budget]\nDailyLimit=\(limit)\n").contains("a number between 1 and 1000"), "\(limit)")
        }
    }

    @Test("a mistake is told with its line and what was expected, as in placemarkd.conf")
    func mistakes() {
        #expect(problem("[Provider]\nServr=x\n").contains(":2: [Provider] Servr=: no such key, did you mean Server=?"))
        #expect(
            problem("[Provider]\nServer=ftp://x\n").contains(
                ":2: [Provider] Server=: expected an address such as"))
        #expect(problem("[Cach]\n").contains("did you mean [Cache]?"))
        #expect(problem("Server=http://localhost\n").contains("did you mean [Provider] Server=?"))
        #expect(problem("[Provider]\nContact=nobody\n").contains("expected an email address"))
        #expect(problem("[Provider]\nContact=a@b(c)\n").contains("expected an email address"))
    }

    @Test(
        "no mistake repeats what may be a password or a key, and no way of printing shows one",
        arguments: [
            "AccessKey=hunter2 x", "AccessKey=hunter2 #x", "Server=https://u:hunter2@example.org", "AccessKey hunter2",
            "hunter2==", "hunter2= #x", "hunter2=hunter2",
        ])
    func secrets(_ line: String) throws {
        #expect(problem("[Provider]\n\(line)\n").contains(":2: "))
        #expect(!problem("[Provider]\n\(line)\n").contains("hunter"))
        #expect(!problem("\n\(line)\n[Provider]\n").contains("hunter"))
        let settings = try load("[Provider]\nAccessKey=hunter2\n")
        #expect(settings.accessKey?.revealed == "hunter2")
        #expect(!"\(settings) \(settings.service)".contains("hunter"))
    }

    @Test(
        "an address of a server is http or https, with a host, and nothing that hides another one",
        arguments: [
            ("http://localhost", true), ("https://nominatim.example.org/path/", true), ("http://[::1]:8088", true),
            ("http://127.0.0.1:8088", true), ("HTTP://Localhost:1", true), ("http://", false),
            ("localhost:8088", false),
            ("http://user:secret@host", false), ("http://host?x=1", false), ("http://host#x", false),
            ("http://host:0", false), ("http://host:99999", false), ("http://host:", false), ("http://[::1", false),
            ("http://ho st", false), ("http://host\\@other", false),
        ])
    func addresses(_ text: String, _ isRight: Bool) { #expect((ServerAddress(text) != nil) == isRight) }

    @Test("this machine is known by its number or as localhost, and by nothing that only looks like it")
    func loopback() {
        func isLoopback(_ text: String) -> Bool? { ServerAddress(text)?.isLoopback }
        for text in ["http://localhost:1", "http://127.9.9.9", "https://[::1]/x", "http://LOCALHOST"] {
            #expect(isLoopback(text) == true, "\(text)")
        }
        for text in [
            "http://127.example.org", "http://localhost.example.org", "http://10.0.0.1", "http://127.0.0.1.nip.io",
        ] {
            #expect(isLoopback(text) == false, "\(text)")
        }
        #expect(ServerAddress("https://Photon.Komoot.io/")?.isPublic == true)
    }
}

@Suite("Requests to the helper")
struct HelperRequestTests {
    private func request(_ target: String, _ method: HTTPRequest.Method = .get) -> Result<
        HelperRequest, HelperRequest.Mistake
    > {
        do throws(HelperRequest.Mistake) {
            return .success(try HelperRequest(method: method, target: target))
        } catch {
            return .failure(error)
        }
    }

    @Test("the requests of the contract are read")
    func contract() throws {
        let vaduz = try #require(Coordinate(latitude: 47.141, longitude: 9.521))
        #expect(
            request("/v1/reverse?latitude=47.141&longitude=9.521&accuracy=12.5&language=de")
                == .success(.reverse(vaduz, accuracyInMeters: 12.5, language: "de")))
        #expect(
            request("/v1/reverse?longitude=9.521&latitude=47.141")
                == .success(.reverse(vaduz, accuracyInMeters: nil, language: nil)))
        #expect(
            request("/v1/search?text=Bad+Ragaz%2C%20CH&near=47.141,9.521&limit=3")
                == .success(.search("Bad Ragaz, CH", near: vaduz, limit: 3, language: nil)))
        #expect(
            request("http://localhost/v1/reverse?lat=47.141&lon=9.521")
                == .success(.reverse(vaduz, accuracyInMeters: nil, language: nil)))
        #expect(request("/v1/cache", .delete) == .success(.clearCache))
        #expect(request("/v1/health", .head) == .success(.health))
        #expect(request("/metrics") == .success(.metrics))
        // A parameter that is not known is for a later version.
        #expect(request("/v1/health?x=1") == .success(.health))
    }

    @Test(
        "what is no request is refused, and the refusal repeats nothing of it",
        arguments: [
            "/v1/reverse", "/v1/reverse?latitude=91&longitude=0", "/v1/reverse?latitude=nan&longitude=0",
            "/v1/reverse?latitude=47,1&longitude=9",
            "/v1/reverse?latitude=47.123&latitude=47.123&longitude=9",
            "/v1/reverse?latitude=47.123&longitude=9&accuracy=-1",
            "/v1/reverse?latitude=47.123&longitude=9&language=a%0Ab",
            "/v1/reverse?latitude=47.123&lat=47.124&longitude=9", "/v1/reverse?latitude=0x2f&longitude=9",
            "/v1/search", "/v1/search?text=123", "/v1/search?text=x&limit=0", "/v1/search?text=x&limit=51",
            "/v1/search?text=x&near=here", "/v1/search?text=%zz", "/v1/search?text=x%00y",
            "/v1/search?text=" + String(repeating: "x", count: 600),
            "/v1/health?" + String(repeating: "x", count: 5000),
        ])
    func mistakes(_ target: String) {
        guard case .failure(.bad(let why)) = request(target) else { return #expect(Bool(false), "\(target)") }
        #expect(!why.contains("47.123"))
    }

    @Test("other paths and methods have answers of their own")
    func paths() {
        for path in ["/", "/v1", "/v1/reverse/", "/v1/city", "*", ""] { #expect(request(path) == .failure(.notFound)) }
        #expect(request("/v1/cache") == .failure(.methodNotAllowed(allowed: "DELETE")))
        #expect(request("/v1/reverse", .post) == .failure(.methodNotAllowed(allowed: "GET, HEAD")))
    }
}
