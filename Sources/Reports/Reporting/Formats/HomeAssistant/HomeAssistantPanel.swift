import PlacemarkModel

/// The alarm panel of Home Assistant: what it shows of a guard, and what it may say.
enum HomeAssistantPanel {
    /// Below the topic of the device.
    static let stateTopic = "panel"
    static let commandTopic = "panel/set"

    /// Home Assistant's words for "arm, nobody is here", "arm, somebody is here" and "disarm"; and a button's for an alarm that
    /// somebody knows of.
    private static let commands: [(word: String, command: GuardCommand)] = [
        ("ARM_AWAY", .arm(GuardOrder(.parked))), ("ARM_HOME", .arm(GuardOrder(.anchor))), ("DISARM", .disarm),
        (acknowledgement, .acknowledge),
    ]
    static let acknowledgement = "ACKNOWLEDGE"

    /// What somebody wants; nil for what is none of these words, to the letter.
    static func command(_ payload: [UInt8]) -> GuardCommand? {
        commands.first { payload.elementsEqual($0.word.utf8) }?.command
    }

    /// Home Assistant's word for a state. An alarm that is acknowledged is none, so that the next one is a change again.
    static func state(_ state: GuardState, _ kind: GuardKind?) -> String {
        switch state {
        case .off: "disarmed"
        case .armed, .acknowledged: kind == .anchor ? "armed_home" : "armed_away"
        case .warning: "pending"
        case .alarm, .blind: "triggered"
        }
    }
}
