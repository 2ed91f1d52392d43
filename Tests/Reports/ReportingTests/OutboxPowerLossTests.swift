import Foundation
import Glibc
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

/// The outbox after a loss of power at each moment at which it matters.
@Suite("Loss of power", .tags(.waits)) struct OutboxPowerLossTests {
    @Test(
        "fault 67: whenever the power goes, no report is lost that was taken, and none is another than it was",
        .timeLimit(.minutes(5)))
    func atEachSync() async throws {
        let directory = try TemporaryDirectory()
        let (box, log) = (directory.file("box"), directory.file("trace"))
        mkdir(box, 0o700)
        let count = Soak.isOn ? 400 : 120
        let program = try ChildProcess(
            "strace",
            DiskModel.straceOptions + [
                "-o", log, Checkout.file(".build/debug/outbox-torture"), "write", box, "--reports", "\(count)",
            ])
        #expect(await program.exitStatus(within: .seconds(60)) == 0, "\(program.completeStandardError)")
        let lines = try #require(directory.contents("trace")).split(separator: "\n")
        var (model, random, losses, syncs) = (DiskModel(directory: box), SeededRandom(seed: 5), 0, 0)
        for line in lines {
            if DiskModel.step(line) == .synchronizes { syncs += 1 }
            // Before what was written is safe: all that was said so far must be on the disk already.
            if DiskModel.step(line) == .synchronizes {
                for loss in DiskModel.Loss.allCases where loss != .someOther || Soak.isOn {
                    try check(model, loss, &random)
                    losses += 1
                }
            }
            model.run(line)
        }
        try check(model, .everything, &random)
        // One for each report, and those of the log's checkpoints.
        #expect(syncs > count)
        #expect(losses > 3 * count)
        #expect(model.said.last == "put \(count)\n" || model.said.last?.hasPrefix("delivered") == true)
    }

    private func check(_ model: DiskModel, _ loss: DiskModel.Loss, _ random: inout SeededRandom) throws {
        let directory = try TemporaryDirectory()
        try model.write(to: directory.path, losing: loss, &random)
        let (put, delivered) = (number("put", in: model), number("delivered", in: model))
        let outbox = Outbox(directory: directory.path, boot: "torture")
        let numbers = outbox.waiting(for: "map", .oldestFirst, limit: 100_000, sizeLimitInBytes: 1 << 30)
            .map { Int($0.event?.elapsed ?? -1) }
        let (first, last) = (numbers.first ?? put + 1, numbers.last ?? delivered)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
        #expect(
            first <= delivered + 1 && last >= put && last <= put + 1, "put \(put), delivered \(delivered): \(numbers)")
        // Before the first report there may be no file yet worth the name.
        if put > 0 { #expect(outbox.figures == Outbox.Figures()) }
    }

    /// The last number that the process has said after this word.
    private func number(_ word: String, in model: DiskModel) -> Int {
        let line = model.said.last { $0.hasPrefix(word + " ") }
        return line.flatMap { Int($0.dropFirst(word.count + 1).prefix { $0.isNumber }) } ?? 0
    }
}
