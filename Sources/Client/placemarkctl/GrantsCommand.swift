import ArgumentParser
import PlacemarkClient
import PlacemarkModel

struct GrantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants", abstract: "Show, add and revoke grants of precise access for some time.",
        discussion: """
            A grant lets one user know everything, until the grant or the daemon ends.

            EXAMPLES
              placemarkctl grants
              sudo placemarkctl grants add --user alice --for 10m --purpose "find the van"
              sudo placemarkctl grants revoke --user alice
            """,
        subcommands: [ListGrants.self, AddGrant.self, RevokeGrant.self], defaultSubcommand: ListGrants.self)
}

struct AddGrant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Give a user precise access for some time. For root.",
        discussion: """
            The daemon logs the grant and its purpose. The grant ends with the daemon at the latest, and replaces an \
            earlier grant of the same user.

            EXAMPLE
              sudo placemarkctl grants add --user alice --for 10m --purpose "find the van"
            """)

    @Option(help: ArgumentHelp("The user's name or number.", valueName: "user"), transform: LocalUser.init)
    var user: LocalUser
    @Option(
        name: .customLong("for"), help: ArgumentHelp("How long, 24h at most.", valueName: "duration"), transform: time)
    var duration: Duration
    @Option(
        help: ArgumentHelp(
            "Why: one line of at most \(GrantReport.longestPurposeInBytes) bytes, for the log and the list.",
            valueName: "text"),
        transform: line)
    var purpose: String
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let report = try await daemon.client.grant(userID: user.userID, for: duration, purpose: purpose)
        print(output.isForPeople ? report.line : JSON.line(report))
        if let obstacle = user.obstacle(at: daemon.socket) { Terminal.complain(obstacle) }
    }

    // The daemon has the same limits. They are checked here, too, because a usage error should not need the daemon.

    @Sendable private static func time(_ text: String) throws -> Duration {
        guard let time = Quantity.duration(text), time > .zero, time <= GrantReport.longestDuration else {
            throw ValidationError("expected a time of at most 24h, such as 10m or 1h30m, not '\(text)'")
        }
        return time
    }

    @Sendable private static func line(_ text: String) throws -> String {
        guard 1...GrantReport.longestPurposeInBytes ~= text.utf8.count, text.contains(where: { $0 != " " }) else {
            throw ValidationError(
                "expected a text of 1 to \(GrantReport.longestPurposeInBytes) bytes, such as \"find the van\"")
        }
        return text
    }
}

struct ListGrants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the users with precise access for some time.",
        discussion: """
            Root sees all grants, any other user only their own.

            EXAMPLE
              placemarkctl grants list
            """)

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let grants = try await daemon.client.grants()
        guard output.isForPeople else { return print(JSON.line(GrantsReport(grants: grants))) }
        guard !grants.isEmpty else { return print("There are no grants.") }
        for grant in grants { print(grant.line) }
    }
}

struct RevokeGrant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Take back a user's grant of precise access. For root.",
        discussion: """
            EXAMPLE
              sudo placemarkctl grants revoke --user alice
            """)

    @Option(help: ArgumentHelp("The user's name or number.", valueName: "user"), transform: LocalUser.init)
    var user: LocalUser
    @OptionGroup var daemon: DaemonOptions

    func run() async throws { try await daemon.client.revokeGrant(ofUserID: user.userID) }
}

extension GrantReport {
    /// `alice  for another 9 min: find the van`
    fileprivate var line: String {
        "\(LocalUser(userID: user).name)  for another \(Words.age(remaining)): \(purpose)"
    }
}
