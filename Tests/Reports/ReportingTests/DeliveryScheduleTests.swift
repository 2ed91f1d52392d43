import PlacemarkModel
import Reporting
import Testing

@Suite struct DeliveryScheduleTests {
    private func schedule(_ count: Int, age: Duration = .zero) -> DeliverySchedule {
        var rules = DeliverySchedule.Rules()
        (rules.batchCount, rules.batchAge) = (count, age)
        return DeliverySchedule(rules)
    }

    private func reports(_ count: Int) -> [ReportIdentity] {
        (1...count).compactMap { ReportIdentity(outbox: "4f0c9a1be2d37758", sequence: Int64($0)) }
    }

    private let failure = DeliveryResult.all(.failed(reason: "down", retryAfter: nil))

    @Test func `Reports wait for others until they are as many or as old as a batch`() {
        var schedule = schedule(10, age: .seconds(30))
        #expect(schedule.step(waiting: 0, at: Moments.instant(0)) == .waitForReports)
        #expect(schedule.step(waiting: 1, at: Moments.instant(5)) == .wait(until: Moments.instant(35)))
        #expect(schedule.step(waiting: 9, at: Moments.instant(20)) == .wait(until: Moments.instant(35)))
        #expect(schedule.step(waiting: 10, at: Moments.instant(21)) == .send(limit: 10))
        #expect(schedule.step(waiting: 2, at: Moments.instant(35)) == .send(limit: 10))
    }

    @Test("fault 65: attempts become rarer, up to once a minute, and begin anew after a success")
    func backoff() {
        var (schedule, now, pauses): (DeliverySchedule, Int, [Duration]) = (schedule(1), 0, [])
        for _ in 0..<20 {
            _ = schedule.ended(failure, of: reports(1), at: Moments.instant(now), random: 1)
            let step = schedule.step(waiting: 1, at: Moments.instant(now))
            guard case .wait(let until) = step else {
                Issue.record("\(step)")
                return
            }
            pauses.append(Moments.instant(now).duration(to: until))
            now += 1000
            #expect(schedule.step(waiting: 1, at: Moments.instant(now)) == .send(limit: 1))
        }
        #expect(pauses.first == .milliseconds(200))
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(pauses.last == .milliseconds(51_200) || pauses.last == .seconds(60))
        #expect(schedule.failure == "down")
        _ = schedule.ended(.all(.acknowledged), of: reports(1), at: Moments.instant(now), random: 1)
        #expect(schedule.failure == nil)
        #expect(schedule.step(waiting: 1, at: Moments.instant(now)) == .send(limit: 1))
    }

    @Test func `A receiver that wants to be left alone is, for a day at most`() {
        for (asked, pause) in [(7200, 7200), (10_000_000, 86_400)] {
            var schedule = schedule(1)
            let result = DeliveryResult.all(.failed(reason: "503", retryAfter: .seconds(asked)))
            _ = schedule.ended(result, of: reports(1), at: Moments.instant(0), random: 0)
            #expect(schedule.step(waiting: 1, at: Moments.instant(1)) == .wait(until: Moments.instant(pause)))
        }
    }

    @Test("fault 73: of a batch that was refused only the report that is to blame goes aside")
    func poison() {
        var (schedule, queue, aside): (DeliverySchedule, [ReportIdentity], [ReportIdentity]) = (
            schedule(16), reports(16), []
        )
        let poison = queue[4]
        var deliveries = 0
        while !queue.isEmpty, deliveries < 50 {
            let step = schedule.step(waiting: queue.count, at: Moments.instant(0))
            guard case .send(let limit) = step else {
                Issue.record("\(step)")
                return
            }
            let batch = Array(queue.prefix(limit))
            let result = DeliveryResult.all(batch.contains(poison) ? .refused(reason: "413") : .acknowledged)
            let verdict = schedule.ended(result, of: batch, at: Moments.instant(0), random: 0)
            aside += verdict.refused.map(\.0)
            queue.removeAll { (verdict.acknowledged + verdict.refused.map(\.0)).contains($0) }
            deliveries += 1
        }
        #expect(queue.isEmpty)
        #expect(aside == [poison])
        #expect(deliveries < 12)
    }

    @Test func `Of a batch with several fates each report has its own`() {
        var schedule = schedule(4)
        let reports = reports(4)
        let verdict = schedule.ended(
            .each([
                .acknowledged, .refused(reason: "no"), .acknowledged, .failed(reason: "cut", retryAfter: nil),
            ]), of: reports, at: Moments.instant(0), random: 0)
        #expect(verdict.acknowledged == [reports[0], reports[2]])
        #expect(verdict.refused.map(\.0) == [reports[1]])
        #expect(schedule.failure == "cut")
    }

    @Test func `On a link that carries only small portions they become small, and large again on a better one`() {
        var (schedule, now, waiting, largest): (DeliverySchedule, Int, Int, [Int]) = (schedule(64), 0, 1000, [])
        while waiting > 0, largest.count < 200 {
            guard case .send(let limit) = schedule.step(waiting: waiting, at: Moments.instant(now)) else {
                now += 60
                continue
            }
            let count = min(limit, waiting)
            // Until noon nothing arrives that is longer than five reports.
            let arrives = count <= 5 || now > 3600
            let result = arrives ? DeliveryResult.all(.acknowledged) : failure
            waiting -=
                schedule.ended(result, of: reports(count), at: Moments.instant(now), random: 0).acknowledged.count
            largest.append(arrives ? count : 0)
            now += 60
        }
        #expect(waiting == 0)
        #expect(largest.prefix(20).contains(4))
        #expect(largest.contains(64))
    }
}
