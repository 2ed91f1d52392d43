import Glibc
import PlacemarkModel
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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var process = pid_t()
        let name = strdup(program)
        defer { free(name) }
        guard posix_spawn(&process, program, &actions, nil, [name, nil], environ) == 0 else { return false }
        let deadline = ContinuousClock.now + patience
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return status == 0 }
            guard ended == 0 || errno == EINTR, ContinuousClock.now < deadline,
                (try? await Task.sleep(for: .milliseconds(20))) != nil
            else { break }
        }
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return false
    }
}
