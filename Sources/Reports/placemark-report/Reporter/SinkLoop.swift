import PlacemarkModel
import Processes
import Reporting

/// Sends what waits for one sink, until the task is cancelled.
struct SinkLoop {
    let name: String
    let reporter: Reporter
    let transport: any ReportTransport

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
                let result = await transport.send(reports)
                // Whatever came of a delivery that was broken off, it is sent again.
                guard !Task.isCancelled else { return }
                await reporter.ended(result, of: reports, for: name)
            }
        }
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
