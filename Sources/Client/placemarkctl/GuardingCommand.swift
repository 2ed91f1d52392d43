import ArgumentParser
import PlacemarkClient
import PlacemarkModel

/// `placemarkctl guard`. (`GuardCommand` is what the daemon is asked for.)
struct GuardingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guard", abstract: "Guard a boat at anchor or a parked vehicle, and raise an alarm when it moves.",
        discussion: """
            The alarm comes when the box is outside the ring and its receiver's scatter does not explain it; a warning \
            comes before. A guard that has had no credible position for two minutes is blind, and reports that, too. A \
            guard goes on after a restart. "placemarkctl watch guard" shows warnings, alarms and blindness as events. \
            For precise readers.

            EXAMPLES
              placemarkctl guard anchor --radius 60m
              placemarkctl guard
              placemarkctl guard acknowledge
              placemarkctl guard off
            """,
        subcommands: [
            ShowGuard.self, GuardAnchor.self, GuardParked.self, AcknowledgeGuard.self, DisarmGuard.self,
        ],
        defaultSubcommand: ShowGuard.self)
}

struct ShowGuard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the guard and how it stands.",
        discussion: """
            Exit status: 0 all is quiet, or nothing is guarded; 1 there is a warning or an alarm, or the guard is blind.

            EXAMPLE
              placemarkctl guard status --json | jq .state
            """)

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let report = try await daemon.client.guardReport()
        output.show(report)
        switch report.state {
        case .off, .armed, .acknowledged: break
        case .warning, .alarm, .blind: throw ExitCode(1)
        }
    }
}

/// The ring, as both kinds of guard take it.
struct GuardRingOptions: ParsableArguments {
    @Option(
        // A latitude south of the equator begins like an option.
        parsing: .unconditional,
        help: ArgumentHelp("The centre, in degrees north and east. Default: where the box is.", valueName: "lat,lon"))
    var at: String?
    @Option(
        help: ArgumentHelp(
            "The radius of the ring, such as 60m. Default: that of [Guard], which is 50m, or 40m for a parked vehicle, "
                + "unless it is set.", valueName: "length"))
    var radius: String?
    @Option(
        help: ArgumentHelp(
            "The radius of the ring that warns. Default: that of [Guard], which is 80% of the radius unless it is set.",
            valueName: "length"))
    var warning: String?
    @Option(
        help: ArgumentHelp(
            "How long to be outside before that is an alarm. Default: that of [Guard], which is 0s unless it is set.",
            valueName: "duration"))
    var grace: String?

    func order(_ kind: GuardKind) throws -> GuardOrder {
        var order = GuardOrder(kind)
        order.coordinate = try read(at, "--at with a latitude and a longitude, such as 47.141,9.521") {
            Coordinate(parsing: $0)
        }
        order.radius = try read(radius, "--radius with a length, such as 60m", Quantity.meters)
        order.warning = try read(warning, "--warning with a length, such as 45m", Quantity.meters)
        order.grace = try read(grace, "--grace with a duration, such as 20s") { Quantity.duration($0)?.inSeconds }
        return order
    }

    func read<Value>(_ text: String?, _ expected: String, _ parse: (String) -> Value?) throws -> Value? {
        guard let text else { return nil }
        guard let value = parse(text) else { throw ValidationError("expected \(expected)") }
        return value
    }

    /// Tells now what the daemon would refuse: a usage error should not need it.
    func check(_ order: GuardOrder) throws {
        var order = order
        // What the daemon takes for it is the operator's to say.
        if order.radius == nil { order.radius = GuardPlan.radiiInMeters.upperBound }
        do throws(GuardMistake) {
            _ = try order.plan(at: Coordinate(clampingLatitude: 0, wrappingLongitude: 0))
        } catch {
            throw ValidationError(error.description)
        }
    }
}

struct GuardAnchor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchor", abstract: "Guard a boat at anchor.",
        discussion: """
            The centre is where the anchor lies: right after it has fallen, where the box is; later --at, or --bearing and \
            --distance from the bow to the anchor, with AntennaToBow= in [Guard], or else from the box. The radius must \
            cover the whole chain, and two or three times the receiver's accuracy.

            EXAMPLES
              placemarkctl guard anchor --radius 60m
              placemarkctl guard anchor --bearing 40° --distance 35m --radius 70m --sector 120-200 --warning 45m
            """)

    @OptionGroup var ring: GuardRingOptions
    @Option(
        help: ArgumentHelp(
            "The direction to the anchor: from --at, else from the bow with AntennaToBow= in [Guard], else from the"
                + " box.",
            valueName: "angle"))
    var bearing: String?
    @Option(help: ArgumentHelp("How far away it is in this direction, such as 35m.", valueName: "length"))
    var distance: String?
    @Option(
        help: ArgumentHelp(
            "Two bearings from the anchor, such as 120-200, with a shore between them, clockwise: there the alarm comes at the ring that warns.",
            valueName: "angle-angle"))
    var sector: String?
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    private func order() throws -> GuardOrder {
        var order = try ring.order(.anchor)
        order.bearing = try ring.read(bearing, "--bearing with an angle, such as 40°", Quantity.degrees)
        order.distance = try ring.read(distance, "--distance with a length, such as 35m", Quantity.meters)
        order.sector = try ring.read(sector, "--sector with two angles, such as 120-200") { GuardSector(parsing: $0) }
        return order
    }

    func validate() throws { try ring.check(order()) }

    func run() async throws { output.show(try await daemon.client.arm(order())) }
}

struct GuardParked: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parked", abstract: "Guard a parked vehicle.",
        discussion: """
            EXAMPLE
              placemarkctl guard parked --radius 30m
            """)

    @OptionGroup var ring: GuardRingOptions
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try ring.check(ring.order(.parked)) }

    func run() async throws { output.show(try await daemon.client.arm(ring.order(.parked))) }
}

struct AcknowledgeGuard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge", abstract: "Say that somebody knows of the alarm.",
        discussion: """
            The guard goes on: it reports when the box is back inside, or farther away by another half radius.

            Exit status: 0 the alarm is acknowledged, 1 there is none.

            EXAMPLE
              placemarkctl guard acknowledge
            """)

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws { output.show(try await daemon.client.acknowledgeGuard()) }
}

struct DisarmGuard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off", abstract: "End the guard.",
        discussion: """
            Exit status: 0 it has ended, 1 there was none.

            EXAMPLE
              placemarkctl guard off
            """)

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws { output.show(try await daemon.client.disarmGuard()) }
}

extension OutputOptions {
    fileprivate func show(_ report: GuardReport) {
        print(isForPeople ? Words.guardingInLines(report) : JSON.line(report))
        if isForPeople, report.kept == false {
            Terminal.error("The disk does not have that yet, so a restart would forget it: journalctl -u placemarkd")
        }
    }
}

extension Words {
    /// `alarm: 84 m NE of the centre; 60 m is allowed; had not been seen for 2 h before that`
    static func guarding(_ report: GuardReport) -> String {
        guard let plan = report.plan else {
            let isLost = report.state == .blind
            return report.state.rawValue
                + (isLost ? ": what was guarded is no longer known, as its file was damaged; arm the guard again" : "")
        }
        var parts: [String] = []
        if let distance = report.distance {
            let direction = report.bearing.map { " \(compass($0))" } ?? ""
            parts.append("\(length(distance))\(direction) of the centre; \(length(plan.radius)) is allowed")
        }
        if report.state == .blind || report.distance == nil {
            parts.append(report.seen.map { "last seen \(age($0)) ago" } ?? "not seen yet")
        }
        if report.state == .alarm {
            if let seconds = report.unseenFor {
                let since = report.unseenSince.map { ", since \($0)" } ?? ""
                parts.append("had not been seen for \(age(seconds)) before that\(since)")
            } else if let since = report.unseenSince {
                parts.append("had not been seen since \(since)")
            }
        }
        return "\(report.state.rawValue): " + parts.joined(separator: "; ")
    }

    fileprivate static func guardingInLines(_ report: GuardReport) -> String {
        guard let plan = report.plan else {
            return report.state == .off ? "Nothing is guarded." : Words.guarding(report)
        }
        var lines = [guarding(report) + (report.since.map { "; for \(age($0))" } ?? "")]
        lines.append(
            "\(plan.kind.rawValue): ring of \(length(plan.radius)), warning from \(length(plan.warning))"
                + (plan.sector.map { ", shore from \(number($0.from, decimals: 0))° to \(number($0.to, decimals: 0))°" }
                    ?? ""))
        if let scatter = report.scatter {
            let margin =
                report.margin.map { $0 >= 1 ? ", so the alarm comes \(length($0)) outside the ring" : "" } ?? ""
            lines.append("the position is right to about \(length(scatter))\(margin)")
        }
        if let swing = report.swing { lines.append("has swung in a circle with a radius of \(length(swing.radius))") }
        return lines.joined(separator: "\n")
    }
}
