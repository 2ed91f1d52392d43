import Foundation
import TestConditions
import TestSupport
import Testing

@Suite("Commands that read a world file", .timeLimit(.minutes(2)), .tags(.waits))
struct WorldFileCommandTests {
    @Test("reverse and search use the world file that the configuration names, as the daemon does")
    func configuredWorld() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("placemarkd.conf", "[Gazetteer]\nFile=\(directory.file("mine.gazetteer"))\n")
        let options = ["--config", directory.file("placemarkd.conf")]
        for command in [["reverse", "47.141", "9.521"], ["search", "Vaduz"], ["attribution"]] {
            let missing = try await Programs.run("placemarkctl", command + options)
            #expect(missing.status == 66 && missing.errors.contains("mine.gazetteer"), "\(missing)")
            let named = try await Programs.run("placemarkctl", command + options + ["--gazetteer", Programs.world])
            #expect(named.status == 0, "\(named)")
        }
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("mine.gazetteer"), withDestinationPath: Programs.world)
        let found = try await Programs.run("placemarkctl", ["reverse", "47.141", "9.521"] + options)
        #expect(found.status == 0 && found.output.contains("Vaduz"), "\(found)")
        try directory.write("placemarkd.conf", "[Gazetteer]\nFille=/x\n")
        let mistake = try await Programs.run("placemarkctl", ["search", "Vaduz"] + options)
        #expect(mistake.status == 78 && mistake.errors.contains("placemarkd.conf:2:"), "\(mistake)")
    }

    @Test(
        "a coordinate is read as maps and phones copy it",
        arguments: [
            ["geo:47.141,9.521"], ["47°8'27.6\"N 9°31'15.6\"E"], ["47.141N", "9.521E"], ["N47", "8.46", "E9", "31.26"],
        ])
    func copied(words: [String]) async throws {
        // A file, because Programs.run quotes for printf and the shell.
        let child = try ChildProcess(
            Programs.path("placemarkctl"), ["reverse"] + words + ["--gazetteer", Programs.world])
        #expect(await child.exitStatus(within: .seconds(20)) == 0, "\(child.standardError)")
        #expect(child.standardOutput.contains("Vaduz"))
    }

    @Test("search answers with placemarks, coordinates and inhabitants, and with --batch line by line")
    func search() async throws {
        let result = try await Programs.run(
            "placemarkctl",
            ["search", "Paris", "TX", "--near", "-18.1,178.4", "--limit", "1", "--json", "--gazetteer", Programs.world])
        #expect(result.status == 0)
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let found = try #require((answer["results"] as? [[String: Any]])?.first)
        #expect(found["administrativeArea"] as? String == "Texas")
        #expect(try #require(found["population"] as? Int) > 20_000)
        #expect(try #require(found["distance"] as? Double) > 10_000_000)
        #expect((found["coordinate"] as? [String: Double])?["latitude"] == 33.66094)
        let batch = try await Programs.run(
            "placemarkctl", ["search", "--batch", "--limit", "1", "--gazetteer", Programs.world],
            input: "München\nXyzzyplugh\n東京\n")
        let lines = batch.output.split(separator: "\n")
        #expect(lines.map { $0.contains("Munich") } == [true, false, false])
        #expect(lines.map { $0.contains("\"error\"") } == [false, true, false])
    }

    @Test("reverse --batch answers line by line, in order, with an error object for a bad line")
    func batch() async throws {
        let result = try await Programs.run(
            "placemarkctl", ["reverse", "--batch", "--gazetteer", Programs.world],
            input: "47.141,9.521\nnonsense\n-18.14,178.44\n95,0\n64.1751,-51.7386\n")
        #expect(result.status == 0)
        let lines = try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["locality"] as? String } == ["Vaduz", nil, "Suva", nil, "Nuuk"])
        #expect(lines.map { $0["line"] as? Int } == [nil, 2, nil, 4, nil])
        #expect(lines.map { $0["timeZone"] as? String } == ["Europe/Vaduz", nil, "Pacific/Fiji", nil, "America/Nuuk"])
    }

    @Test("reverse takes negative degrees")
    func negative() async throws {
        let result = try await Programs.run(
            "placemarkctl", ["reverse", "-34.6037", "-58.3816", "--json", "--gazetteer", Programs.world])
        #expect(result.output.contains(#""isoCountryCode":"AR""#), "\(result.errors)")
    }

    @Test("reverse shows a person the address, and where it lies; a language may be named")
    func table() async throws {
        let result = try await Programs.run(
            "placemarkctl",
            ["reverse", "37.33", "-122.03", "--language", "de", "--gazetteer", Programs.world])
        #expect(result.output.hasPrefix("Placemark  "), "\(result.errors)")
        #expect(result.output.contains("Cupertino, CA, Vereinigte Staaten\n"))
        #expect(result.output.contains("\nCountry    Vereinigte Staaten (US)\n"))
        #expect(result.output.contains("\nTime zone  America/Los_Angeles\n"))
    }

    @Test("own places are added to a world file in place, and win")
    func ownPlaces() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            "own.geojson",
            #"""
            {"type": "Feature", "properties": {"name": "Head Office", "postalCode": "9490", "colour": "red"},
             "geometry": {"type": "Point", "coordinates": [9.521, 47.141]}}
            """#)
        let (own, world) = (directory.file("own.geojson"), directory.file("own.gazetteer"))
        let added = try await Programs.run("placemark-gazetteer", ["add", Programs.world, own, "--output", world])
        #expect(added.status == 0)
        #expect(added.errors.hasPrefix("warning: these properties mean nothing here: colour ("), "\(added.errors)")
        let again = try await Programs.run("placemark-gazetteer", ["add", world, own, "--output", world])
        #expect(again.output == "\(world): 1 feature of own.geojson\n", "\(again.errors)")
        let result = try await Programs.run(
            "placemarkctl", ["reverse", "47.141", "9.521", "--json", "--gazetteer", world])
        #expect(result.output.contains(#""fullAddress":"Head Office, 9490 Vaduz, Liechtenstein""#), "\(result.output)")
        // Whoever could read the world can read it still, whatever the umask of the one who adds.
        #expect(directory.mode("own.gazetteer") == 0o644)
        let add = #"umask "$4"; exec "$0" add "$1" "$2" --output "$3""#
        for (mode, umask) in [(0o644, "077"), (0o640, "022"), (0o664, "077")] as [(mode_t, String)] {
            chmod(world, mode)
            let replaced = try await Programs.run(
                "bash", ["-c", add, Programs.path("placemark-gazetteer"), world, own, world, umask])
            #expect(replaced.status == 0 && directory.mode("own.gazetteer") == Int(mode), "\(replaced.errors)")
        }
        let bad = try await Programs.run("placemark-gazetteer", ["add", own, own, "--output", world])
        #expect(bad.status == 1 && bad.errors.contains("own.geojson: this is not a gazetteer"))
    }

    @Test("attribution names the licences of all layers, for a terminal and as JSON")
    func attribution() async throws {
        let text = try await Programs.run("placemarkctl", ["attribution", "--gazetteer", Programs.world])
        #expect(text.output.hasPrefix("placemarkd: Apache License 2.0"), "\(text.errors)")
        #expect(
            text.output.contains("GeoNames, https://www.geonames.org") && text.output.contains("\n  Licence  CC BY 4.0")
        )
        for line in text.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let json = try await Programs.run("placemarkctl", ["attribution", "--json", "--gazetteer", Programs.world])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let notices = try #require(object["notices"] as? [[String: Any]])
        let texts = notices.compactMap { $0["attribution"] as? String }
        #expect(!texts.isEmpty && texts.count == notices.count)
        #expect(notices.allSatisfy { $0["licence"] is String && ($0["layers"] as? [String])?.isEmpty == false })
    }
}
