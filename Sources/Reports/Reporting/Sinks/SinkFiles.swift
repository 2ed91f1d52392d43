import Glibc
import PlacemarkModel
public import Settings

/// Finds and reads the sinks that the operator has described.
public enum SinkFiles {
    public static let defaultDirectory = Installation.sinksDirectory

    /// More than anybody has receivers.
    static let mostSinks = 64

    /// The sinks of a directory, in the order of their names; none when there is no directory.
    ///
    /// - Parameters:
    ///   - directory: its name ends in `.d`.
    ///   - credentials: where systemd has put the credentials of the service ($CREDENTIALS_DIRECTORY).
    ///   - isOutsideService: only systemd can hand out a credential, and only to the service: without `credentials` a sink that
    ///     needs one is right, and has no secret. For a check.
    /// - Throws: all problems of all files.
    public static func load(
        _ directory: String = defaultDirectory, credentials: String?, isOutsideService: Bool = false
    ) throws(ConfigurationErrors) -> [Sink] {
        var (sinks, problems): ([Sink], [ConfigurationProblem]) = ([], [])
        for file in try files(of: directory) {
            do throws(ConfigurationErrors) {
                let settings = try SinkSettings.load(path: file)
                problems += exposedPasswords(in: file)
                do throws(ConfigurationProblem.Reason) {
                    let isUnknown = isOutsideService && credentials == nil && settings.credential != nil
                    let secret = isUnknown ? nil : try secret(of: settings, credentials: credentials)
                    let name = file.split(separator: "/").last.map { $0.dropLast(".conf".count) } ?? ""
                    guard isName(name) else {
                        throw .contradiction(
                            "the name of the file: expected at most 64 letters, digits, hyphens and underscores before .conf"
                        )
                    }
                    sinks.append(Sink(name: String(name), settings: settings, secret: secret))
                } catch {
                    problems.append(ConfigurationProblem(file: file, line: nil, reason: error))
                }
            } catch {
                problems += error.problems
            }
        }
        guard problems.isEmpty else { throw ConfigurationErrors(problems: problems) }
        return sinks
    }

    private static func files(of directory: String) throws(ConfigurationErrors) -> [String] {
        let base = directory.hasSuffix(".d") ? String(directory.dropLast(2)) : directory
        do throws(ConfigurationProblem.Reason) {
            let files = try ConfigurationFile.dropIns(of: base)
            guard files.count <= mostSinks else {
                throw .contradiction("at most \(mostSinks) sinks are allowed, and there are \(files.count)")
            }
            return files
        } catch {
            throw ConfigurationErrors(problems: [ConfigurationProblem(file: directory, line: nil, reason: error)])
        }
    }

    /// The lines with a password in files that others may read.
    private static func exposedPasswords(in sink: String) -> [ConfigurationProblem] {
        let dropIns: [String] = (try? ConfigurationFile.dropIns(of: sink)) ?? []
        return ([sink] + dropIns).flatMap { file -> [ConfigurationProblem] in
            guard isForOthers(file), let bytes = try? ConfigurationFile.read(file) else { return [] }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            return lines.enumerated().compactMap { index, line in
                let parts = line.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
                guard parts.count == 2, parts[0] == "Password", !parts[1].isEmpty else { return nil }
                return ConfigurationProblem(
                    file: file, line: index + 1,
                    reason: .contradiction(
                        "[Credentials] Password=: expected in a file that nobody but its owner may read; use chmod 600, or"
                            + " PasswordFile= or Credential="))
            }
        }
    }

    private static func secret(
        of settings: SinkSettings, credentials: String?
    ) throws(ConfigurationProblem.Reason) -> SecretText? {
        if let password = settings.password {
            guard isSecret(password.revealed[...]) else {
                throw .contradiction("[Credentials] Password=: expected a text without control characters")
            }
            return password
        }
        if let file = settings.passwordFile {
            guard !isForOthers(file) else {
                throw .contradiction(
                    "[Credentials] PasswordFile=: expected a file that nobody but its owner may read; use chmod 600")
            }
            return try firstLine(of: file, "[Credentials] PasswordFile=")
        }
        guard let name = settings.credential else { return nil }
        guard let credentials else {
            throw .contradiction(
                "[Credentials] Credential=: expected a service with LoadCredential=\(name):FILE, started by systemd")
        }
        return try firstLine(of: "\(credentials)/\(name)", "[Credentials] Credential=")
    }

    private static func firstLine(of file: String, _ key: String) throws(ConfigurationProblem.Reason) -> SecretText {
        guard let bytes = try? ConfigurationFile.read(file, maximumBytes: 4096) else {
            throw .contradiction("\(key): expected a small file that this program may read")
        }
        let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
        guard isSecret(line) else {
            throw .contradiction("\(key): expected a file whose first line is the password")
        }
        return SecretText(String(line))
    }

    /// Goes into a header: nothing that could end it.
    private static func isSecret(_ text: Substring) -> Bool {
        !text.isEmpty && !text.unicodeScalars.contains(where: \.isASCIIControl)
    }

    private static func isForOthers(_ file: String) -> Bool {
        var status = stat()
        return stat(file, &status) == 0 && status.st_mode & 0o077 != 0
    }

    private static func isName(_ name: some StringProtocol) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    }
}
