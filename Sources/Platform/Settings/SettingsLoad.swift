import PlacemarkModel

extension ConfigurationFileSettings {
    /// Reads the file and then its drop-ins, `FILE.d/*.conf` in the order of their names. Of several assignments to a
    /// key the last one wins; an empty one puts the default back.
    ///
    /// - Parameter path: nil for the default file, which need not exist.
    /// - Throws: all problems of all files.
    public static func load(path: String? = nil) throws(ConfigurationErrors) -> Self {
        try load(path: path ?? defaultPath, isRequired: path != nil)
    }

    static func load(path: String, isRequired: Bool) throws(ConfigurationErrors) -> Self {
        var configuration = Self()
        var problems: [ConfigurationProblem] = []
        var lastLines = ContradictionLine()
        func apply(_ file: String, isRequired: Bool) {
            do throws(ConfigurationProblem.Reason) {
                if let bytes = try ConfigurationFile.read(file) {
                    problems += configuration.apply(bytes, of: file, &lastLines)
                } else if isRequired {
                    throw ConfigurationFile.missing
                }
            } catch {
                problems.append(ConfigurationProblem(file: file, line: nil, reason: error))
            }
        }

        apply(path, isRequired: isRequired)
        do throws(ConfigurationProblem.Reason) {
            for dropIn in try ConfigurationFile.dropIns(of: path) { apply(dropIn, isRequired: true) }
        } catch {
            problems.append(ConfigurationProblem(file: path + ".d", line: nil, reason: error))
        }
        if problems.isEmpty, let reason = configuration.contradiction {
            problems.append(ConfigurationProblem(file: lastLines.file ?? path, line: lastLines.line, reason: reason))
        }
        guard problems.isEmpty else { throw ConfigurationErrors(problems: problems) }
        try configuration.readNamedFiles()
        return configuration
    }

    /// Applies the text of one file, and returns what is wrong with it, in the order of its lines.
    mutating func apply(_ bytes: [UInt8], of file: String) -> [ConfigurationProblem] {
        var lines = ContradictionLine()
        return apply(bytes, of: file, &lines)
    }

    private mutating func apply(
        _ bytes: [UInt8], of file: String, _ lines: inout ContradictionLine
    ) -> [ConfigurationProblem] {
        let text = IniText(bytes, sections: Self.sections)
        var problems = text.problems.map { problem in
            guard case .inlineComment(let key?) = problem.reason else { return problem }
            return IniText.Problem(line: problem.line, reason: .inlineComment(key: Self.shown(key)))
        }
        for assignment in text.assignments {
            if Self.contradictingKeys.contains("\(assignment.section)/\(assignment.key)") {
                (lines.file, lines.line) = (file, assignment.line)
            }
            if let reason = apply(assignment) {
                problems.append(IniText.Problem(line: assignment.line, reason: reason))
            }
        }
        return problems.sorted { $0.line < $1.line }
            .map { ConfigurationProblem(file: file, line: $0.line, reason: $0.reason) }
    }

    private mutating func apply(_ assignment: IniText.Assignment) -> ConfigurationProblem.Reason? {
        let (section, name, value) = (assignment.section, assignment.key, assignment.value)
        guard !section.isEmpty else {
            return .keyOutsideSection(Self.shown(name), meant: Self.key(named: name))
        }
        guard let key = Self.keys.first(where: { $0.section == section && $0.name == name }) else {
            let known = Self.keys.filter { $0.section == section }.map(\.name)
            return .unknownKey(
                section: section, key: Self.shown(name), known: known, elsewhere: Self.key(named: name))
        }
        guard key.set(&self, to: value) else {
            return .badValue(
                section: section, key: name, value: key.isSecret ? nil : value, allowed: key.allowed)
        }
        return nil
    }

    /// What stands where a key should, as far as it may be repeated; nil where it may be a secret. In a file that has secrets that
    /// is anything but the name of a key, or one that was probably meant.
    private static func shown(_ name: String) -> String? {
        guard keys.contains(where: \.isSecret) else { return name }
        return nearestName(to: name, in: keys.map(\.name)) == nil ? nil : name
    }

    /// How the key of this name is written with its section; nil when there is none.
    private static func key(named name: String) -> String? {
        keys.first { $0.name == name }.map { "[\($0.section)] \(name)=" }
    }
}

/// Where one of the keys that may contradict each other stands last, of all files.
private struct ContradictionLine {
    var file: String?
    var line: Int?
}
