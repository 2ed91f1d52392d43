import Foundation
import PlacemarkModel
import Reporting
import Settings
import TestSupport
import Testing

@Suite struct SinkFilesTests {
    private static let good = "[Sink]\nType=http\nURL=https://example.org/report\n"

    /// Writes files into a directory of sinks, and reads it. Files are 0600 unless their name ends in `!`.
    private func load(
        _ files: [String: String], credentials: [String: String]? = nil, isOutsideService: Bool = false
    ) throws -> [Sink] {
        let directory = try TemporaryDirectory()
        for name in ["reports.d", "credentials"] { mkdir(directory.file(name), 0o700) }
        for (name, text) in files {
            let file = name.hasSuffix("!") ? String(name.dropLast()) : name
            try directory.write("reports.d/\(file)", text.replacing("@", with: directory.path))
            chmod(directory.file("reports.d/\(file)"), name.hasSuffix("!") ? 0o644 : 0o600)
        }
        for (name, text) in credentials ?? [:] { try directory.write("credentials/\(name)", text) }
        return try SinkFiles.load(
            directory.file("reports.d"), credentials: credentials == nil ? nil : directory.file("credentials"),
            isOutsideService: isOutsideService)
    }

    private func problems(_ files: [String: String], credentials: [String: String]? = nil) -> String {
        do {
            return "none: \(try load(files, credentials: credentials))"
        } catch {
            return "\(error)"
        }
    }

    @Test func `Each file is a sink, in the order of their names`() throws {
        let sinks = try load(["map.conf": Self.good, "home.conf": Self.good, "README": "x", "off.conf.disabled": "x"])
        #expect(sinks.map(\.name) == ["home", "map"])
        #expect(sinks[0].settings.precision == .reduced)
        #expect(try SinkFiles.load("/nowhere/reports.d", credentials: nil) == [])
    }

    @Test func `All keys are read`() throws {
        let text = """
            [Sink]
            Type=mqtt
            URL=mqtts://broker.example.org:8884
            Format=owntracks
            Device=van
            Precision=precise
            [Events]
            Events=location regions trips heartbeat
            Interval=30s
            Distance=1.5km
            Heartbeat=10min
            [Delivery]
            Batch=50 30s
            Compression=gzip
            Order=newest-first
            Catch-up=/usr/local/bin/on-wifi
            [Retention]
            Count=1000
            Size=2M
            Age=3d
            Drop=newest
            [MQTT]
            Commands=yes
            Version=3.1.1
            [Credentials]
            User=van
            Password=wery secret
            [TLS]
            AuthorityFile=/etc/ssl/own.pem
            """
        let sink = try #require(try load(["van.conf": text]).first)
        var expected = SinkSettings()
        (expected.transport, expected.url, expected.format) = (.mqtt, "mqtts://broker.example.org:8884", .owntracks)
        (expected.device, expected.precision) = ("van", .precise)
        expected.filter.kinds = [
            .location, .regionEntered, .regionExited, .tripStarted, .tripResumed, .tripEnded, .heartbeat,
        ]
        (expected.filter.interval, expected.filter.distanceInMeters) = (.seconds(30), 1500)
        expected.filter.heartbeat = .seconds(600)
        (expected.delivery.batchCount, expected.delivery.batchAge) = (50, .seconds(30))
        (expected.delivery.order, expected.compression) = (.newestFirst, .gzip)
        expected.catchUp = .whenAllowed(by: "/usr/local/bin/on-wifi")
        (expected.retention.maximumCount, expected.retention.maximumSizeInBytes) = (1000, 2 << 20)
        (expected.retention.maximumAge, expected.retention.victim) = (.seconds(3 * 86_400), .newest)
        (expected.acceptsCommands, expected.protocolVersion) = (true, 4)
        (expected.user, expected.password, expected.authorityFile) = (
            "van", SecretText("wery secret"), "/etc/ssl/own.pem"
        )
        #expect(sink.settings == expected)
        #expect(sink.secret == SecretText("wery secret"))
    }

    @Test(
        "what is wrong is said with file, line, and what was expected",
        arguments: [
            ("[Sink]\nTyp=http\n", "a.conf:2: ", "Type="),
            ("[Sink]\nType=https\n", "a.conf:2: ", "Type=https: expected one of mqtt, http, signalk, homeassistant"),
            ("[Sink]\nType=\n", "a.conf:2: ", "Type=: expected one of mqtt, http, signalk, homeassistant"),
            ("[Sink]\nURL=http://x\n", "a.conf:2: ", "Type=: expected one of mqtt, http, signalk, homeassistant"),
            ("[Sink]\nType=http\n", "a.conf:2: ", "URL=: expected an address that begins with http:// or https://"),
            ("[Sink]\nType=http\nURL=mqtt://x\n", "a.conf:3: ", "begins with http://"),
            ("[Sink]\nURL=https://user:secret@example.org\nType=http", "a.conf:2: ", "without a password"),
            ("[Sink]\nType=http\nURL=http://x\nFormat=homeassistant\n", "a.conf:4: ", "overland, owntracks"),
            (good + "[Events]\nEvents=locations\n", "a.conf:5: ", "words out of location, placemark"),
            (good + "[Events]\nInterval=-1\n", "a.conf:5: ", "a duration such as"),
            (good + "[Delivery]\nBatch=0\n", "a.conf:5: ", "a number between 1 and 1000 and a duration"),
            (good + "[Delivery]\nBatch=5 2h\n", "a.conf:5: ", "up to 1h"),
            (good + "[Delivery]\nCatch-up=wifi\n", "a.conf:5: ", "yes, no, or a program"),
            (good + "[Credentials]\nPassword=a\nPasswordFile=/x\n", "a.conf:6: ", "only one of"),
            ("[Sink]\nType=http\nURL=https://x\n[TLS]\nKeyFile=/x\n", "a.conf:5: ", "both"),
            (
                "[Sink]\nType=mqtt\nURL=mqtt://x\n[TLS]\nAuthorityFile=/x\n", "a.conf:5: ",
                "AuthorityFile=: expected a URL= that begins with mqtts://, because mqtt:// goes without TLS"
            ),
            (
                "[Sink]\nType=http\nURL=http://x\n[TLS]\nCertificateFile=/x\nKeyFile=/x\n", "a.conf:6: ",
                "CertificateFile=: expected a URL= that begins with https://"
            ),
            (
                "[Sink]\nType=signalk\nFormat=signalk\nURL=udp://x:1\n[TLS]\nAuthorityFile=/x\n", "a.conf:6: ",
                "AuthorityFile=: expected no key of [TLS], because Type=signalk has no TLS"
            ),
            ("[Sink]\nType=mqtt\nURL=mqtt://x\nFormat=template\n", "a.conf:4: ", "Template=: expected"),
        ])
    func mistakes(_ text: String, _ place: String, _ words: String) {
        let problems = problems(["a.conf": text])
        #expect(problems.contains(place), "\(problems)")
        #expect(problems.contains(words), "\(problems)")
    }

    @Test func `A password stands only where nobody else may read it, and in no error`() throws {
        let text = Self.good + "[Credentials]\nPassword=wery-secret\n"
        let problem = problems(["a.conf!": text])
        #expect(problem.contains("a.conf:5: "))
        #expect(problem.contains("chmod 600"))
        #expect(!problem.contains("wery"))
        #expect(try load(["a.conf": text]).first?.secret == SecretText("wery-secret"))
        let broken = problems(["a.conf": Self.good + "[Credentials]\nPassword=wery\u{7}secret\n"])
        #expect(broken.contains("control characters"))
        #expect(!broken.contains("wery"))
    }

    @Test(
        "no mistake in a file repeats what may be a password",
        arguments: [
            "[Sink]\nType=http\nURL=https://jane:hunter2@example.org/\n", "[Sink]\nType=http\nURL=hunter2\n",
            good + "[Credentials]\nPassword=hunter2 horse #1\n", good + "[Credentials]\nPassword hunter2\n",
            good + "[Credentials]\nPassword=correct horse\n  hunter2\n", good + "[Credentials\nPassword=hunter2\n",
            good + "[Credentials]\nPasword=hunter2\n", good + "[Credentials]\nPassword: hunter2 = # 1\n",
            good + "[Credentials]\n[hunter2\n", "Password=hunter2\n" + good,
            good + "[Credentials]\nPassword=hunter2" + String(repeating: "x", count: 200),
            // Tokens in base64, of which many end as a key does.
            good + "[Credentials]\naHVudGVyMg==\n", good + "hunter2=\n", "hunter2==\n" + good,
            good + "[Credentials]\nhunter2= #1\n", good + "[Credentials]\nhunter2=hunter2\n",
        ])
    func silence(_ text: String) {
        let problems = problems(["a.conf": text])
        #expect(problems.contains("a.conf:"), "\(problems)")
        #expect(!problems.contains("hunter") && !problems.contains("aHVu"), "\(problems)")
    }

    @Test("a key with a typing error is still named, with the one that was meant")
    func nearKeys() {
        #expect(
            problems(["a.conf": Self.good + "[Credentials]\nPasword=x\n"]).contains(
                "Pasword=: no such key, did you mean"))
        #expect(problems(["a.conf": "User=jane\n" + Self.good]).contains("User=: comes before"))
    }

    @Test func `A password comes from a file or a credential, too`() throws {
        let file = Self.good + "[Credentials]\nPasswordFile=@/reports.d/secret\n"
        #expect(try load(["a.conf!": file, "secret": "one\ntwo\n"]).first?.secret == SecretText("one"))
        #expect(problems(["a.conf": file, "secret!": "one\n"]).contains("chmod 600"))
        #expect(problems(["a.conf": file]).contains("may read"))
        #expect(problems(["a.conf": file, "secret": "\n"]).contains("first line"))
        let credential = Self.good + "[Credentials]\nCredential=map\n"
        #expect(try load(["a.conf!": credential], credentials: ["map": "three"]).first?.secret == SecretText("three"))
        #expect(problems(["a.conf": credential]).contains("LoadCredential=map:FILE"))
        #expect(problems(["a.conf": credential], credentials: [:]).contains("may read"))
        let outside = try load(["a.conf": credential], isOutsideService: true)
        #expect(outside.first?.settings.credential == "map" && outside.first?.secret == nil)
        #expect(problems(["a.conf": Self.good + "[Credentials]\nCredential=../x\n"]).contains("a.conf:5"))
    }

    @Test func `A file with a name that no topic could have is refused`() {
        #expect(problems(["a b.conf": Self.good]).contains("the name of the file"))
    }
}
