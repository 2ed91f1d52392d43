import Foundation
import TestConditions
import TestSupport
import Testing

/// One name in the languages of the operator, of a client, and of a command.
@Suite("Names in the reader's language, by program", .timeLimit(.minutes(2)), .tags(.waits))
struct LanguageTests {
    @Test(
        "placemarkctl names a place in the languages that it is asked for, and refuses what is no list",
        arguments: [
            ([], "Cologne"), (["--language", "de-AT"], "Köln"), (["--language", "ja"], "ケルン"),
            (["--language", "zh"], "科隆"),
            (["--language", "xx", "--language", "es"], "Colonia"), (["--language", "local"], "Köln"),
            (["--language", "fr;q=0.2,ru"], "Кёльн"),
        ] as [([String], String)])
    func command(options: [String], name: String) async throws {
        let world = ["--json", "--gazetteer", Programs.world]
        let reverse = try await Programs.run("placemarkctl", ["reverse", "50.938", "6.957"] + options + world)
        #expect(reverse.output.contains("\"locality\":\"\(name)\""), "\(reverse.output)\(reverse.errors)")
        let search = try await Programs.run("placemarkctl", ["search", "Köln", "--limit", "1"] + options + world)
        #expect(search.output.contains("\"locality\":\"\(name)\""), "\(search.output)\(search.errors)")
        let wrong = try await Programs.run("placemarkctl", ["reverse", "1", "2", "--language", "de,,fr"] + world)
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("expected languages such as de"), "\(wrong.errors)")
    }

    @Test("the state files are in the daemon's language, a reload changes it at once, a client may ask for another one")
    func daemon() async throws {
        let directory = try TemporaryDirectory()
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(
                gpsdPort: gpsd.port, configuration: "[Geocoding]\nLanguage=ja\n", directory: directory)
            func city(is name: String) async -> Bool {
                await poll(atMost: .seconds(20)) { directory.contents("state/city").map { $0.contains(name) } ?? false }
            }
            #expect(await city(is: "ファドゥーツ"), "\(directory.contents("state/city") ?? "no city")")

            func reverse(_ query: String, _ fields: [String] = []) async throws -> String {
                let url = "http://localhost/v1/reverse?lat=50.938&lon=6.957\(query)"
                let fields = fields.flatMap { ["-H", $0] }
                return try await Programs.run("curl", ["-sS", "--unix-socket", daemon.socket] + fields + [url]).output
            }
            #expect(try await reverse("").contains("ケルン"))
            #expect(try await reverse("", ["Accept-Language: de-CH,fr;q=0.5"]).contains("\"locality\":\"Köln\""))
            #expect(try await reverse("&language=en", ["Accept-Language: de"]).contains("\"locality\":\"Cologne\""))
            #expect(try await reverse("&language=de,,fr").contains("'language' takes languages"))
            let line = try await Programs.run(
                "nc", ["-U", daemon.socket], input: "search language=zh limit=1 Köln\n")
            #expect(line.output.contains("科隆"), "\(line.output)")

            try directory.write("placemarkd.conf", "[Geocoding]\nLanguage=ru, de\n")
            daemon.process.signal(SIGHUP)
            #expect(await city(is: "Вадуц"), "\(directory.contents("state/city") ?? "no city")")
            try directory.write("placemarkd.conf", "[Geocoding]\nLanguage=\n")
            daemon.process.signal(SIGHUP)
            #expect(await city(is: "Vaduz"), "\(directory.contents("state/city") ?? "no city")")
        }
    }
}
