import Glibc
import TestSupport
import Testing

@testable import placemark_report

@Suite("Alarms") struct AlarmWaitTests {
    @Test("whoever waits is woken by a ring, by one that came before, and after the limit", .timeLimit(.minutes(1)))
    func waiting() async throws {
        let alarm = Alarm()
        await alarm.ring()
        await alarm.wait(atMost: nil)
        let waiter = Task { await alarm.wait(atMost: nil) }
        try await Task.sleep(for: .milliseconds(20))
        await alarm.ring()
        await waiter.value
        await alarm.wait(atMost: .milliseconds(10))
    }

    @Test(
        "a hundred thousand waits with a limit, each ended by a ring, leave no memory behind", .timeLimit(.minutes(1)))
    func memory() async throws {
        let (ping, pong) = (Alarm(), Alarm())
        func play(_ rounds: Int) async {
            async let other: Void = {
                for _ in 0..<rounds {
                    await ping.wait(atMost: .seconds(60))
                    // Time for the timer to begin its sleep.
                    for _ in 0..<5 { await Task.yield() }
                    await pong.ring()
                }
            }()
            for _ in 0..<rounds {
                for _ in 0..<5 { await Task.yield() }
                await ping.ring()
                await pong.wait(atMost: .seconds(60))
            }
            await other
        }
        await play(100)
        let before = try ProcessUse(of: getpid()).anonymousKibibytes
        await play(50_000)
        #expect(try ProcessUse(of: getpid()).anonymousKibibytes - before < 8 << 10)
    }
}
