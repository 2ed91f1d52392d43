import PlacemarkModel

/// Names from outside (hosts, regions, cities), made so that they cannot change the meaning of what they stand in.
enum SafeName {
    /// More than any name of a place has. In bytes.
    private static let longest = 200

    /// As one level of a topic: without the separator, without what subscribers use as wildcards, without what the
    /// broker keeps for itself (`$SYS`), or nobody can print. `_` stands for each of these, and for a name without a letter.
    static func topicLevel(_ name: String) -> String {
        var level = ""
        for scalar in name.unicodeScalars {
            let isHarmless: Bool =
                switch scalar.value {
                // MQTT 3.1.1, section 1.5.3, lets a broker refuse controls and what Unicode says is no character.
                case 0xFDD0...0xFDEF: false
                case _ where scalar.isControl: false
                case let value where value & 0xFFFE == 0xFFFE: false
                default: !"/+#".unicodeScalars.contains(scalar) && (scalar != "$" || !level.isEmpty)
                }
            guard level.utf8.count + UTF8.width(scalar) <= longest else { break }
            level.unicodeScalars.append(isHarmless ? scalar : "_")
        }
        return level.isEmpty ? "_" : level
    }

    /// Of letters and digits of ASCII, and of the signs in `keeping`, with `separator` for the rest. Two names never have the same: one that had to be changed
    /// gets a number at its end that stands for it; an enemy, who could find two with the same one, could do nothing with them.
    static func identifier(_ name: String, separator: Unicode.Scalar, keeping: String = "") -> String {
        var text = ""
        for scalar in name.unicodeScalars.prefix(longest / 4) {
            text.unicodeScalars.append(isPlain(scalar) || keeping.unicodeScalars.contains(scalar) ? scalar : separator)
        }
        guard text != name || name.isEmpty else { return text }
        return "\(text)\(separator)\(String(name.utf8.fnv1aIn32Bits, radix: 16))"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}
