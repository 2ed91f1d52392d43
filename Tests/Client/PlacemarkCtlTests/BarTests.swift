import Foundation
import PlacemarkClient
import PlacemarkModel
import Testing

@testable import placemarkctl

@Suite("Status bars")
struct BarTests {
    private func text(_ status: String) throws -> BarText { BarText(try Reports.status(status)) }

    @Test(
        "the line is the city, with its age when it is stale, and says what is missing when there is none",
        arguments: [
            (Reports.statusText("live", Reports.placemark("Vaduz")), "Vaduz", "live"),
            (Reports.statusText("stale", Reports.placemark("Vaduz", age: 119, stale: true)), "Vaduz (stale)", "stale"),
            (
                Reports.statusText("lost", Reports.placemark("Vaduz", age: 120, stale: true)),
                "Vaduz (stale, 2 min old)", "stale"
            ),
            (
                Reports.statusText("lost", Reports.placemark("Vaduz", age: 720, stale: true)),
                "Vaduz (stale, 12 min old)", "stale"
            ),
            (Reports.statusText("noFix"), "no fix", "no-fix"), (Reports.statusText("waiting"), "no fix", "no-fix"),
            (Reports.statusText("connecting"), "no gpsd", "no-fix"),
            (Reports.statusText("disconnected"), "no gpsd", "no-fix"),
            (Reports.statusText("live"), "no place", "no-fix"),
        ])
    func conditions(status: String, expected: String, condition: String) throws {
        let bar = try text(status)
        #expect(bar.text == expected)
        #expect(bar.condition.rawValue == condition)
    }

    @Test("the age is that of the last position: a box that has been parked for days may have fallen silent just now")
    func parked() throws {
        let location = #""location":"# + Reports.location
        let status = Reports.statusText("lost", location, Reports.placemark("Vaduz", age: 259_200, stale: true))
        #expect(try text(status).text == "Vaduz (stale)")
        #expect(try Table(Reports.status(status)).text.contains("(stale, \(Words.age(0.4)) old)"))
        // Where positions come, and the geocoder does not name them, that of the name.
        let failing = Reports.statusText("live", location, Reports.placemark("Vaduz", age: 259_200, stale: true))
        #expect(try text(failing).text == "Vaduz (stale, 3 days old)")
    }

    @Test("what changes by the second does not make another line")
    func quiet() throws {
        let early = try text(Reports.statusText("live", Reports.placemark("Vaduz", age: 1)))
        let late = try text(Reports.statusText("live", Reports.placemark("Vaduz", age: 86_400)))
        #expect(early == late)
    }

    @Test("Waybar gets exactly the keys that it knows, as Pango's markup")
    func waybar() throws {
        let bar = try text(
            Reports.statusText("lost", reason: "no <data>", Reports.placemark(#"A & 'B' <i> \"C\""#, stale: true)))
        let line = BarStyle.waybar.line(bar)
        let keys = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(keys["text"] == "A &amp; &#39;B&#39; &lt;i&gt; &quot;C&quot; (stale)")
        #expect(keys["class"] == "stale" && keys["alt"] == "stale")
        #expect(
            keys["tooltip"]
                == "A &amp; &#39;B&#39; &lt;i&gt; &quot;C&quot;, Liechtenstein\nEurope/Vaduz\nlost: no &lt;data&gt;")
        #expect(keys.count == 4)
    }

    @Test("a name can neither begin a second line nor give Polybar an instruction")
    func hostileNames() throws {
        let bar = try text(Reports.statusText("live", Reports.placemark(#"%{A1:reboot:}\nX\u2028Y\u0007%{"#)))
        #expect(bar.text == "%{A1:reboot:} X Y %{")
        #expect(BarStyle.polybar.line(bar) == "% {A1:reboot:} X Y % {")
        #expect(BarStyle.plain.line(bar) == bar.text)
        #expect(BarStyle.waybar.line(bar).split(whereSeparator: \.isNewline).count == 1)
    }

    @Test("without the daemon every style says so, and why")
    func unreachable() throws {
        let bar = BarText(unreachable: PlacemarkClientError.notReachable(path: "/x", reason: "No such file"))
        #expect(BarStyle.plain.line(bar) == "no placemarkd")
        let line = BarStyle.waybar.line(bar)
        #expect(line.contains(#""class":"off""#) && line.contains("No such file"))
    }
}
