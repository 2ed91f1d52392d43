import CurlClient
import PlacemarkModel
import Synchronization
import TestConditions
import TestSupport
import Testing

@testable import placemark_nominatim

/// Questions that a server does not answer, and what they do to others' questions.
@Suite("Failing questions", .tags(.waits))
struct FailingQuestionTests {
    private static let vaduz = #"""
        {"type":"FeatureCollection","features":[{"geometry":{"coordinates":[9.52,47.14]},"properties":{"type":"city",
        "name":"Vaduz","countrycode":"LI"}}]}
        """#
    /// As photon.komoot.io answers to a language that it does not have.
    private static let noItalian =
        #"{"lang":[{"message":"Language is not supported. Supported are: default, de, en, fr","args":{},"value":"it"}]}"#

    private static func reply(_ status: Int, _ body: String) -> Result<CurlReply, ProviderError> {
        .success(CurlReply(status: status, contentType: "application/json", body: Array(body.utf8)))
    }

    /// A Photon with the languages of the public one. It fails for whoever searches for a name, and answers where a place is.
    private static func photon(failingBy status: Int = 400) -> Asked {
        Asked { address in
            if address.contains("lang="), !["de", "en", "fr"].contains(where: { address.contains("lang=\($0)") }) {
                return reply(400, noItalian)
            }
            return address.contains("/api?") && address.contains("q=bad") ? reply(status, "{}") : reply(200, vaduz)
        }
    }

    private func service(_ asked: Asked, _ directory: TemporaryDirectory) -> GeocodingService {
        let settings = GeocodingService.Settings(
            provider: .photon, server: "http://server.test", budget: .init(interval: .zero, dailyLimit: nil))
        let now = BootInstant(sinceBoot: .seconds(1000))
        return GeocodingService(
            settings, budget: RequestBudget(settings.budget, startingAt: now),
            caches: Caches(.init(), directory: directory.path),
            surroundings: .init(
                now: { now }, wallClock: { Timestamp(nanosecondsSinceEpoch: 1_795_000_000_000_000_000) },
                sleep: { try? await ContinuousClock().sleep(for: $0) }, save: { _ in true }, log: { _ in }),
            fetch: asked.fetch)
    }

    private func search(_ text: String, language: String? = nil) -> PlaceQuery {
        PlaceQuery(subject: .search(text, near: nil, limit: 1), language: language, granularity: .street)
    }

    private func own(_ number: Int, language: String? = nil) throws -> PlaceQuery {
        let coordinate = try #require(Coordinate(latitude: Double(number), longitude: 9))
        return PlaceQuery(subject: .reverse(coordinate), language: language, granularity: .street, asker: .daemon)
    }

    @Test(
        "fault 89: clients' questions that fail leave the daemon's to be asked", .timeLimit(.minutes(1)),
        arguments: [400, 403, 500])
    func clients(status: Int) async throws {
        let (asked, directory) = (Self.photon(failingBy: status), try TemporaryDirectory())
        let service = service(asked, directory)
        for number in 0..<20 {
            await #expect(throws: ServiceError.self) { try await service.places(for: search("bad \(number)")) }
            #expect(try await service.places(for: own(number)).count == 1)
        }
        #expect(await service.health.refusal == nil)
        // What is the question's fault bars nobody; the rest bars clients, and a server that falls over them is spared.
        let isAnswered = (try? await service.places(for: search("good"))) != nil
        #expect(isAnswered == (status == 400))
        #expect(await service.health.figures.attempts[.succeeded] == (status == 400 ? 21 : 20))
    }

    @Test(
        "a language that Photon does not have is asked for once, and names in another one come", .timeLimit(.minutes(1))
    )
    func languages() async throws {
        let (asked, directory) = (Self.photon(), try TemporaryDirectory())
        let service = service(asked, directory)
        for number in 0..<5 {
            let places = try await service.places(for: search("place \(number)", language: "it-IT,it;q=0.9"))
            #expect(places.first?.placemark.locality == "Vaduz")
            #expect(try await service.places(for: own(number, language: "it")).count == 1)
        }
        #expect(try await service.places(for: own(9, language: "de")).count == 1)
        let addresses = asked.addresses.withLock { $0.map(\.address) }
        #expect(addresses.count == 12)
        #expect(addresses.count { $0.contains("lang=it") } == 1)
        #expect(addresses.count { $0.contains("lang=de") } == 1)
        #expect(await service.health.refusal == nil)
    }

    @Test("those who wait for the same answer all get it, after the second attempt", .timeLimit(.minutes(1)))
    func together() async throws {
        let photon = Self.photon()
        let (asked, directory) = (Asked(delay: .milliseconds(100), reply: photon.reply), try TemporaryDirectory())
        let service = service(asked, directory)
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask { (try? await service.places(for: self.search("x", language: "it")).count) ?? 0 }
            }
            for await count in group { #expect(count == 1) }
        }
        #expect(asked.count == 2)
    }

    @Test(
        "a server that refuses a language that it was not asked for is not asked again and again",
        .timeLimit(.minutes(1)))
    func confused() async throws {
        let (asked, directory) = (Asked(reply: Self.reply(400, Self.noItalian)), try TemporaryDirectory())
        let service = service(asked, directory)
        for language in ["it", nil] {
            await #expect(throws: ServiceError.provider(.declined(status: 400))) {
                try await service.places(for: search("x", language: language))
            }
        }
        #expect(asked.count == 3)
    }
}
