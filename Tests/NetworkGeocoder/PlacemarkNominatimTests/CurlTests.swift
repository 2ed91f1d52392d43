import CurlClient
import Foundation
import Glibc
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import placemark_nominatim

/// libcurl against a server that does everything wrong.
@Suite("libcurl", .tags(.waits))
struct CurlTests {
    private static let query = "/reverse?format=jsonv2&lat=47.123456&lon=9.654321"

    /// - Parameter timeout: a long one where something else than the time has to end the request.
    private func get(
        _ address: String, timeout: Duration = .seconds(30)
    ) async -> Result<CurlReply, ProviderError> {
        let curl = CurlThread(.init(userAgent: "test/1 (a@b.example)", timeout: timeout))
        defer { curl.close() }
        do throws(ProviderError) {
            return .success(try await curl.get(address + Self.query))
        } catch {
            return .failure(error)
        }
    }

    /// What becomes of an answer in the end.
    private func places(
        _ address: String, timeout: Duration = .seconds(30)
    ) async -> Result<[FoundPlace], ProviderError> {
        do throws(ProviderError) {
            let reply = try await get(address, timeout: timeout).get()
            return .success(try NominatimAnswer.places(in: reply, isReverse: true))
        } catch {
            return .failure(error)
        }
    }

    @Test("a good answer comes through, packed or not, and twice over one connection", .timeLimit(.minutes(1)))
    func good() async throws {
        let server = try await BadServer()
        let curl = CurlThread(.init(userAgent: "test/1"))
        defer { curl.close() }
        for fault in ["ok", "gzip", "ok"] {
            let reply = try await curl.get(server.address(fault) + Self.query)
            #expect(try NominatimAnswer.places(in: reply, isReverse: true).first?.placemark.name == "Aeulestrasse")
        }
    }

    @Test(
        "a request leaves once, also when the server closes a kept connection on it, of which libcurl says nothing",
        .timeLimit(.minutes(1)), arguments: [true, false])
    func sendsOnce(_ sendsOnce: Bool) async throws {
        let server = try await BadServer()
        // As the program itself asks.
        var settings = Helper.transport(for: HelperSettings())
        if !sendsOnce { settings.sendsOnce = false }
        let curl = CurlThread(settings)
        defer { curl.close() }
        for _ in 0..<5 { #expect(try await curl.get(server.address("once") + Self.query).status == 200) }
        let count = try await curl.get(server.address("count") + Self.query).body
        // Without it, each but the first has come twice: the server is as bad as it claims to be.
        #expect(String(decoding: count, as: UTF8.self) == (sendsOnce ? "5" : "9"))
    }

    @Test(
        "faults 53 and 54: what is no answer is refused, and the text of the error holds neither address nor position",
        .timeLimit(.minutes(1)),
        arguments: [
            "portal", "liar", "schema", "deep", "redirect", "huge", "endless", "headers", "bomb", "truncated",
            "truncated-chunks", "truncated-gzip", "broken-gzip", "garbage", "close",
        ])
    func unreadable(_ fault: String) async throws {
        let server = try await BadServer()
        guard case .failure(let error) = await places(server.address(fault)) else {
            return #expect(Bool(false), "\(fault) was believed")
        }
        guard case .unreadable = error else { return #expect(Bool(false), "\(fault): \(error)") }
        for secret in ["47.1", "9.65", "127.0.0.1", "reverse", "lat="] { #expect(!"\(error)".contains(secret)) }
        #expect(!"\(ServiceError.provider(error).sentence)".contains("127.0.0.1"))
    }

    @Test(
        "fault 51: a server that drips, or says nothing, is given up at the deadline", .timeLimit(.minutes(1)),
        arguments: ["drip", "dripped-head", "silent"])
    func slow(_ fault: String) async throws {
        let server = try await BadServer()
        // The server would go on for ever.
        let answer = await places(server.address(fault), timeout: .milliseconds(600))
        guard case .failure(.unreachable(let why)) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(why == "Timeout was reached")
    }

    @Test("fault 51: refused, without a name, and with a certificate that nobody trusts", .timeLimit(.minutes(1)))
    func unreachable() async throws {
        let server = try await BadServer(hasTLS: true)
        let port = try Loopback.freePort()
        for address in [
            "http://127.0.0.1:\(port)/x", "http://no-such-host.invalid/x", server.secureAddress("ok"),
            server.plainAddressOfTLS("ok"),
        ] {
            guard case .failure(let error) = await places(address, timeout: .seconds(2)) else {
                return #expect(Bool(false), "an answer came")
            }
            for secret in ["47.1", "no-such-host", "127.0.0.1", "\(port)"] { #expect(!"\(error)".contains(secret)) }
        }
        // By its own certificate it is right: what was refused is the certificate.
        let answer = await places(server.secureAddress("ok"))
        guard case .failure(.unreachable(let why)) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(why.contains("certificate"))
    }

    @Test("fault 52: status and Retry-After come through", .timeLimit(.minutes(1)))
    func throttled() async throws {
        let server = try await BadServer()
        let date = "Fri,%2031%20Dec%202027%2023:59:59%20GMT"
        for (fault, expected) in [
            ("429~7200", ProviderError.throttled(status: 429, retryAfter: "7200")),
            ("429~-1", .throttled(status: 429, retryAfter: "-1")),
            ("503", .throttled(status: 503, retryAfter: nil)),
            ("503~\(date)", .throttled(status: 503, retryAfter: "Fri, 31 Dec 2027 23:59:59 GMT")),
            ("403", .refused(status: 403)), ("500", .failed(status: 500)), ("502", .failed(status: 502)),
        ] {
            let answer = await places(server.address(fault))
            guard case .failure(let error) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(error == expected)
        }
    }

    @Test("other schemes than HTTP are not spoken", .timeLimit(.minutes(1)))
    func schemes() async {
        for address in ["file:///etc/passwd?", "gopher://127.0.0.1/", "ftp://127.0.0.1/"] {
            guard case .failure = await get(address) else { return #expect(Bool(false), "\(address)") }
        }
    }

    @Test(
        "faults 51, 52, 53 and 54: thousands of failing requests leave no descriptor and no memory behind",
        .tags(.soak), .timeLimit(.minutes(30)))
    func noGrowth() async throws {
        let server = try await BadServer(hasTLS: true)
        let curl = CurlThread(.init(userAgent: "test/1", timeout: .milliseconds(40)))
        defer { curl.close() }
        let port = try Loopback.freePort()
        let addresses =
            [
                "portal", "liar", "schema", "redirect", "truncated", "truncated-chunks", "truncated-gzip",
                "broken-gzip", "garbage", "close", "429~7200", "403", "500", "none",
            ].map(server.address) + ["http://127.0.0.1:\(port)/x", server.secureAddress("ok")]
        // One of these takes as long as the deadline, or megabytes.
        let costly = ["drip", "silent", "headers", "endless", "bomb", "huge", "deep"].map(server.address)
        func round(_ count: Int) async {
            for number in 0..<count {
                _ = try? await curl.get(addresses[number % addresses.count] + Self.query)
                if number % 100 == 0 { _ = try? await curl.get(costly[number / 100 % costly.count] + Self.query) }
            }
        }
        let own = getpid()
        await round(800)
        let before = (try ProcessUse(of: own).anonymousKibibytes, try Self.descriptors())
        await round(Soak.isOn ? 100_000 : 1600)
        let after = (try ProcessUse(of: own).anonymousKibibytes, try Self.descriptors())
        #expect(after.1 <= before.1 + 2)
        #expect(after.0 - before.0 < 3072, "grown from \(before.0) to \(after.0) KiB")
    }

    private static func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
