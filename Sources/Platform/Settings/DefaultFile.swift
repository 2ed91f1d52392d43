extension ConfigurationFileSettings {
    /// The text of the shipped file: every key at its default, commented out, below what it does and what is allowed.
    public static var defaultFile: String {
        var text = introduction
        for section in sections {
            text += "\n[\(section)]\n"
            for key in keys where key.section == section {
                for line in wrapped(key.explanation) + wrapped("Expected: \(key.allowed).") { text += "# \(line)\n" }
                text += "#\(key.name)=\(key.defaultText)\n\n"
            }
            text.removeLast()
        }
        return text
    }

    /// Lines of at most 110 characters.
    private static func wrapped(_ text: String) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= 110 {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
