import PlacemarkModel
import Testing

@testable import Reporting

/// The panel of the guard, by which Home Assistant arms it: held against `alarm_control_panel` of MQTT.
@Suite("Home Assistant: the panel")
struct HomeAssistantPanelTests {
    @Test("with Commands=yes there is a panel; without, or with reduced precision, there is none, and no command")
    func panel() throws {
        let off = HomeAssistantFormat(device: "boat", precision: .precise)
        let reduced = HomeAssistantFormat(device: "boat", precision: .reduced, takesCommands: true)
        for format in [off, reduced] {
            #expect(try DiscoveredEntity.all(in: format.description)["guard_panel"] == nil)
            #expect(!format.subscriptions.contains("placemarkd/boat/panel/set"))
            #expect(format.command(in: "placemarkd/boat/panel/set", Array("DISARM".utf8), isKept: false) == nil)
        }
        let format = HomeAssistantFormat(device: "boat", precision: .precise, takesCommands: true)
        let panel = try #require(try DiscoveredEntity.all(in: format.description)["guard_panel"])
        #expect(panel.platform == "alarm_control_panel" && panel.stateTopic == "placemarkd/boat/panel")
        #expect(format.subscriptions.contains("placemarkd/boat/panel/set"))
        #expect(!format.keepsSession, "what has waited at the broker is not carried out")
    }

    @Test("a command is one of four words to the letter, at its topic, and never one that the broker has kept")
    func commands() {
        let format = HomeAssistantFormat(device: "boat", precision: .precise, takesCommands: true)
        func command(_ text: String, in topic: String = "placemarkd/boat/panel/set", isKept: Bool = false)
            -> GuardCommand?
        {
            format.command(in: topic, Array(text.utf8), isKept: isKept)
        }
        #expect(command("ARM_AWAY") == .arm(GuardOrder(.parked)))
        #expect(command("ARM_HOME") == .arm(GuardOrder(.anchor)))
        #expect(command("DISARM") == .disarm && command("ACKNOWLEDGE") == .acknowledge)
        for text in ["", "disarm", "DISARM ", "DISARM\n", "ARM_NIGHT", "ARM_AWAY;DISARM", "\"DISARM\"", "{}"] {
            #expect(command(text) == nil, "\(text)")
        }
        #expect(command("DISARM", isKept: true) == nil)
        #expect(command("DISARM", in: "placemarkd/boat/panel") == nil)
        #expect(command("DISARM", in: "homeassistant/status") == nil)
    }

    @Test(
        "the panel says what Home Assistant's words are for a state",
        arguments: [
            (GuardState.off, GuardKind?.none, "disarmed"), (.armed, .anchor, "armed_home"),
            (.armed, .parked, "armed_away"), (.armed, nil, "armed_away"),
            (.warning, .anchor, "pending"), (.alarm, .anchor, "triggered"),
            (.blind, .parked, "triggered"), (.acknowledged, .anchor, "armed_home"),
        ])
    func panelStates(state: GuardState, kind: GuardKind?, word: String) {
        #expect(HomeAssistantPanel.state(state, kind) == word)
    }
}
