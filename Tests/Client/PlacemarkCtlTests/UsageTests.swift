import ArgumentParser
import Gazetteer
import Glibc
import PlacemarkClient
import Testing

@testable import placemarkctl

@Suite("Usage: what commands take, and how they end")
struct UsageTests {
    private static let simulate = ["simulate", "Paris", "Lyon"]
    private static func grant(_ duration: String, _ purpose: String = "a test") -> [String] {
        ["grants", "add", "--user", "0", "--for", duration, "--purpose", purpose]
    }

    @Test("of a command that there is not, the command is blamed, and not the options behind it")
    func unknownCommand() {
        for words in [
            ["frobnicate"], ["reports", "frobnicate"], ["geocoder", "frobnicate"], ["geocoder", "cache", "frobnicate"],
            ["regions", "x"],
        ] { #expect(PlacemarkCtl.unknownCommand(in: words + ["--socket", "/run/x.sock"]) == words) }
        for arguments in [
            ["city", "--socket", "x"], ["help", "city"], ["--version"], [], ["regions", "state", "x"], ["regions"],
            ["reports", "--socket", "x"], ["search", "x", "--limit", "1"], ["geocoder", "cache", "clear"],
        ] {
            #expect(PlacemarkCtl.unknownCommand(in: arguments) == nil, "\(arguments)")
        }
    }

    @Test(
        "a number at its limit is taken",
        arguments: [
            ["location", "--wait", "5min"], ["location", "--wait", "1ms", "--accuracy", "1m"],
            ["location", "--format", "plusCode"], ["location", "--format", "json", "--json"],
            ["location", "--wait", "1s", "--format", "utm"],
            ["search", "Paris", "--limit", "1"], ["search", "Paris", "--limit", "1000"],
            ["doctor", "--listen", "5min"],
            grant("24h"), grant("1s", String(repeating: "a", count: 200)), grant("1s", "a"),
            simulate + ["--interval", "0.01"], simulate + ["--interval", "3600"], simulate + ["--speed", "0.1"],
            simulate + ["--speed", "100000"], simulate + ["--accelerate", "0.001"],
            simulate + ["--accelerate", "10000"], ["track", "--clear"], ["track", "--since", "2h"],
        ])
    func taken(arguments: [String]) { #expect(throws: Never.self) { try PlacemarkCtl.parseAsRoot(arguments) } }

    @Test(
        "a number beyond its limit is refused, and so are options that exclude each other",
        arguments: [
            ["location", "--wait", "0s"], ["location", "--wait", "301s"], ["location", "--accuracy", "10m"],
            ["location", "--format", "pluscode"], ["location", "--format", "mgrs", "--json"],
            ["location", "--wait", "1s", "--accuracy", "0m"], ["search", "Paris", "--limit", "0"],
            ["search", "Paris", "--limit", "1001"], ["search", "Paris", "--batch"], ["doctor", "--listen", "0s"],
            ["doctor", "--listen", "301s"], grant("0s"), grant("86401s"), grant("1s", ""), grant("1s", "  "),
            grant("1s", String(repeating: "a", count: 201)), simulate + ["--interval", "0.009"],
            simulate + ["--interval", "3601"], simulate + ["--speed", "0.09"], simulate + ["--speed", "100001"],
            simulate + ["--speed", "nan"], simulate + ["--accelerate", "0.0009"], simulate + ["--accelerate", "10001"],
            ["track", "--clear", "--since", "2h"], ["track", "--clear", "--format", "gpx"],
        ])
    func refused(arguments: [String]) { #expect(throws: (any Error).self) { try PlacemarkCtl.parseAsRoot(arguments) } }

    @Test(
        "a guard takes its rings, a shore, and where the anchor lies",
        arguments: [
            ["anchor", "--bearing", "40°", "--distance", "35m", "--radius", "10000m", "--sector", "120°-200°"],
            ["anchor", "--at", "-33.868,151.2", "--radius", "5m", "--warning", "5m", "--grace", "600s"], ["parked"],
        ])
    func guarding(options: [String]) throws {
        let command = try PlacemarkCtl.parseAsRoot(["guard"] + options)
        #expect((command is GuardAnchor) == (options[0] == "anchor"))
    }

    @Test(
        "a guard that cannot be is refused without the daemon",
        arguments: [
            ["anchor", "--radius", "4m"], ["anchor", "--radius", "60m", "--warning", "61m"],
            ["anchor", "--bearing", "40°"], ["anchor", "--sector", "120"], ["anchor", "--at", "nowhere"],
            ["parked", "--grace", "601s"], ["parked", "--sector", "120-200"],
        ])
    func unguardable(options: [String]) {
        #expect(throws: (any Error).self) { try PlacemarkCtl.parseAsRoot(["guard"] + options) }
    }

    @Test("words may be negative numbers, and after -- anything")
    func hyphens() throws {
        #expect(try HyphenatedWords.checked(["-33.8", "-.5", "--", "-x", "--"]) == ["-33.8", "-.5", "-x", "--"])
        for word in ["-x", "--sped"] {
            #expect(throws: (any Error).self) { try HyphenatedWords.checked([word, "--", "1"]) }
        }
    }

    @Test(
        "each error has its exit status",
        arguments: [
            (.noAnswerYet(""), 1), (.noResult(""), 1), (.notReachable(path: "/x", reason: ""), EX_UNAVAILABLE),
            (.timedOut(path: "/x", after: .seconds(1)), EX_UNAVAILABLE),
            (.refused(code: "forbidden", sentence: ""), EX_NOPERM), (.refused(code: "unknown-grant", sentence: ""), 1),
            (.refused(code: "unknown-region", sentence: ""), 1), (.refused(code: "region-in-file", sentence: ""), 1),
            (.refused(code: "bad-region", sentence: ""), EX_DATAERR), (.malformedRequest(""), EX_DATAERR),
            (.refused(code: "busy", sentence: ""), EX_PROTOCOL), (.malformedAnswer(""), EX_PROTOCOL),
            (.cancelled, EX_TEMPFAIL),
        ] as [(PlacemarkClientError, Int32)])
    func exitStatus(error: PlacemarkClientError, status: Int32) { #expect(error.exitStatus == status) }

    @Test("a search without a result is another end than one without a name")
    func searchStatus() {
        #expect(SearchError.noResult.exitStatus == 1 && SearchError.noName.exitStatus == 2)
        #expect(SearchError.noSearchLayer.exitStatus == EX_NOINPUT)
    }
}
