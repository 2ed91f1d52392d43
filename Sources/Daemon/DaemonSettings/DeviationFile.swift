public import LocationEngine
public import Settings

/// Reads the table of a compass's deviation.
public enum DeviationFile {
    /// Room for 360 lines with long comments.
    static let maximumBytes = 64 << 10

    /// The table in a file; nil for one that is empty, as a link to /dev/null is.
    public static func load(path: String) throws(ConfigurationErrors) -> DeviationTable? {
        let problem: ConfigurationProblem
        do throws(ConfigurationProblem.Reason) {
            let text = try text(of: path)
            guard !text.isEmpty else { return nil }
            do throws(DeviationTable.Mistake) {
                return try DeviationTable(parsing: text)
            } catch {
                problem = ConfigurationProblem(
                    file: path, line: error.line, reason: .badDeviation(expected: error.expected))
            }
        } catch {
            problem = ConfigurationProblem(file: path, line: nil, reason: error)
        }
        throw ConfigurationErrors(problems: [problem])
    }

    private static func text(of path: String) throws(ConfigurationProblem.Reason) -> String {
        guard let bytes = try ConfigurationFile.read(path, maximumBytes: maximumBytes) else {
            throw ConfigurationFile.missing
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8 }
        return text
    }
}

extension Configuration {
    public mutating func readNamedFiles() throws(ConfigurationErrors) {
        guard let path = compassDeviationFile else { return }
        machine.compassDeviation = try DeviationFile.load(path: path)
    }
}
