import Glibc
import PlacemarkModel
import Publishing
import TestSupport

/// Kills a writer again and again, at random moments, and looks each time at what it has left.
struct WriterKillLoop {
    let directory: StateDirectory
    let seed: UInt64
    let kills: Int

    /// What has happened.
    struct Tally {
        var states: UInt64 = 0
        var reads: UInt64 = 0
        /// How many kills have left one file, two files, …: they came in the middle of a write.
        var temporaries = 0
    }

    func run() throws -> Tally {
        var random = SeededRandom(seed: seed)
        var tally = Tally()
        let (acknowledged, reads) = (SharedCounter(), SharedCounter())
        let reader = Fork.process { Self.read(directory, counting: reads) }
        // From the first system call of a start to the last of a write, and beyond: a kill may come at any of them.
        let longest = try timeOfFirstWrite(acknowledging: acknowledged) * 3 / 2
        let bar = RunProgress()
        for kill in 0..<kills {
            if kill % 100 == 0 { bar.show(Double(kill) / Double(kills)) }
            let delay = UInt32.random(in: 0...longest, using: &random)
            let first = acknowledged.current + 1
            let writer = Fork.process { Self.write(directory, from: first, acknowledging: acknowledged) }
            usleep(delay)
            do {
                guard Fork.end(writer, by: SIGKILL) else { throw StateDirectory.Damage("the writer has given up") }
                let temporaries = try directory.check(acknowledged: acknowledged.current)
                guard temporaries <= 1 else { throw StateDirectory.Damage("there are \(temporaries) temporary files") }
                tally.temporaries += temporaries
                try directory.start(acknowledged: acknowledged.current)
            } catch {
                bar.finish()
                _ = Fork.end(reader, by: SIGTERM)
                throw StateDirectory.Damage("seed \(seed), kill \(kill) after \(delay) µs: \(error)")
            }
        }
        bar.finish()
        guard Fork.end(reader, by: SIGTERM) else {
            throw StateDirectory.Damage("seed \(seed): the reader has found damage")
        }
        tally.states = acknowledged.current
        tally.reads = reads.current
        return tally
    }

    /// Writes the first states without being killed, each by a writer of its own, and measures the last of them, in
    /// microseconds.
    private func timeOfFirstWrite(acknowledging last: SharedCounter) throws -> UInt32 {
        var time = Duration.zero
        for number in UInt64(1)...5 {
            let specimen = StateSpecimen(number)
            time = try ContinuousClock().measure {
                var writer = directory.writer
                writer.takeOver()
                _ = writer.restore()
                let failure = writer.write(specimen)
                if let failure { throw StateDirectory.Damage("\(failure)") }
            }
            last.current = number
        }
        return UInt32(min(20_000, max(500, time.inSeconds * 1e6)))
    }

    /// Writes one state after the other until it is killed; returns when one cannot be written.
    private static func write(_ directory: StateDirectory, from first: UInt64, acknowledging last: SharedCounter) {
        var writer = directory.writer
        writer.takeOver()
        _ = writer.restore()
        var number = first
        while true {
            let specimen = StateSpecimen(number)
            let failure = writer.write(specimen)
            if let failure { return complain("\(failure)") }
            last.current = number
            number += 1
        }
    }

    /// Reads until it is terminated; returns when it has seen something that must not be.
    private static func read(_ directory: StateDirectory, counting reads: SharedCounter) {
        var last: UInt64 = 0
        while true {
            do {
                let number = try directory.number(in: "state.json") ?? 0
                guard number >= last else { return complain("state \(number) after state \(last)") }
                last = number
            } catch {
                return complain("a reader: \(error)")
            }
            reads.current += 1
        }
    }

    /// Says it at once: who has been forked ends without emptying any buffer.
    private static func complain(_ text: String) {
        let line = Array("file-torture: \(text)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}
