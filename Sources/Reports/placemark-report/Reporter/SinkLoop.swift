import PlacemarkModel
import Processes
import Reporting

/// Sends what waits for one sink, and of that what the sink may know, until the task is cancelled.
///
/// Here, before every transport, stands the second lock of privacy: the daemon, which is the first one, may tell this program more
/// than one of its sinks may know. So the loop makes its transport itself, which gets no other surroundings than limited ones.
struct SinkLoop: Sendable {
    let sink: Sink
    let reporter: Reporter
    let transport: any ReportTransport

    private var name: String { sink.name }

    init(sink: Sink, reporter: Reporter, plan: TransportPlan, around: TransportSurroundings) {
        (self.sink, self.reporter) = (sink, reporter)
        transport = plan(around.limited(to: sink.settings.precision))
    }

    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await transport.run() }
            group.addTask { await deliver() }
            await group.waitForAll()
        }
    }

    private func deliver() async {
        while !Task.isCancelled {
            switch await reporter.next(for: name) {
            case .wait(let limit): await reporter.alarm(of: name)?.wait(atMost: limit)
            case .ask(let program): await reporter.permit(await Permission.ask(program), for: name)
            case .send(let reports):
                let told = reports.compactMap { $0.limited(to: sink.settings.precision) }
                if told.count < reports.count {
                    let identities = Set(told.map(\.id))
                    await reporter.withhold(reports.map(\.id).filter { !identities.contains($0) }, from: name)
                }
                guard !told.isEmpty else { continue }
                let result = await transport.send(told)
                // Whatever came of a delivery that was broken off, it is sent again.
                guard !Task.isCancelled else { return }
                await reporter.ended(result, of: told, for: name)
            }
        }
    }
}

extension TransportSurroundings {
    /// What the transport of a sink with this precision is given. With reduced precision there are no regions and no beacons,
    /// whatever it asks for, and nothing that it wants of the guard is done.
    fileprivate func limited(to precision: Precision) -> Self {
        guard precision == .reduced else { return self }
        return Self(
            wallClock: wallClock, regions: { nil }, beacons: { AsyncStream { $0.finish() } },
            command: { _ in "the sink has reduced precision" }, log: log)
    }
}

/// Asks a program of the operator whether the link is cheap enough for the past.
enum Permission {
    /// A program that takes longer says no.
    private static let patience: Duration = .seconds(10)

    /// Whether the program ends with exit status 0 in time. It gets no arguments, and nothing to read.
    static func ask(_ program: String) async -> Bool {
        let child = try? ChildProgram(program, output: .null, errors: .null)
        return await child?.wait(atMost: patience) == 0
    }
}
