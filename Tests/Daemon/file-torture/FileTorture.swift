import ArgumentParser
import PlacemarkModel
import Publishing
import TestSupport

/// Treats the state files badly, with the writer that the daemon has.
@main
struct FileTorture: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file-torture", abstract: "Treat the state files badly, and look at what is left of them.",
        subcommands: [KillWriter.self, WriteStates.self, MeasureWrites.self], defaultSubcommand: KillWriter.self)
}

/// Kills a writer.
struct KillWriter: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kill",
        abstract: "Kill a writer of state files again and again, under the eyes of a reader.",
        discussion: "Exit status 1: something was damaged. The same seed gives the same delays, not the same moments.")

    @Option(help: "Of all random numbers.")
    var seed: UInt64 = 1
    @Option(help: "How many times.")
    var kills = 10_000
    @Option(help: "Where to make a directory for the files; the file system matters.")
    var `in` = "/tmp"

    func run() throws {
        let directory = try TemporaryDirectory(in: self.in)
        let tally: WriterKillLoop.Tally
        do {
            tally = try WriterKillLoop(directory: StateDirectory(path: directory.path), seed: seed, kills: kills).run()
        } catch let damage as StateDirectory.Damage {
            print("damaged: \(damage)")
            throw ExitCode(1)
        }
        print(
            """
            seed \(seed), \(kills) kills, nothing damaged
            states written      \(tally.states)
            reads meanwhile     \(tally.reads)
            temporary files     \(tally.temporaries), one at a time, all gone after the next start
            """)
        // Kills that never hit a write prove nothing.
        guard tally.temporaries * 100 >= kills else {
            print("too few kills came in the middle of a write")
            throw ExitCode(1)
        }
    }
}

/// Writes some states, to be traced, or to be made to fail.
struct WriteStates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Write some states into a directory, each until it is written, and check the files after each try.",
        discussion: "Exit status 1: a file was damaged, or a state could not be written in ten tries.")

    @Argument(help: "Where to.")
    var directory: String
    @Option(help: "How many states.")
    var states: UInt64 = 3
    @Option(help: "The number of the group that state.json shall have.")
    var group: UInt32?

    func run() throws {
        let directory = StateDirectory(path: directory, group: group)
        var writer = directory.writer
        writer.takeOver()
        for number in 1...max(1, states) {
            let specimen = StateSpecimen(number)
            var tries = 0
            while let failure = writer.write(specimen) {
                print("state \(number): \(failure)")
                tries += 1
                guard tries < 10 else { throw ExitCode(1) }
                _ = try directory.check(acknowledged: number - 1)
            }
            let temporaries = try directory.check(acknowledged: number)
            guard temporaries == 0 else {
                throw StateDirectory.Damage("\(temporaries) temporary files after a success")
            }
        }
    }
}
