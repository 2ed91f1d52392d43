@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("DeviceSelector")
struct DeviceSelectorTests {
    private var selector = DeviceSelector()
    /// The receivers of the accepted fixes, each with the moment from which on it was listened to.
    private var choices: [(device: String?, at: Double)] = []
    private var rejections: [Rejection: Int] = [:]

    /// What a simulated receiver makes of the box's true place and speed to the east.
    private struct Model {
        var device: String
        /// Where it says the box is, in metres north of the truth.
        var offset: (Double) -> Double = { _ in 0 }
        var accuracy: Double? = 5
        var speed: Double? = 0
        var mode = Location.Mode.threeDimensional
        /// In seconds, from 0.1 on.
        var interval = 1.0
        var jitter = 0.0
        /// When it reports.
        var works: (Double) -> Bool = { _ in true }
        /// What its clock is off by, in seconds.
        var clock = 0.0
    }

    /// Feeds the fixes of each receiver, a little after each other, for a box that drives east.
    private mutating func run(
        _ models: [Model], seconds: Range<Int>, speed: Double = 0, random: inout SeededRandom
    ) {
        for tenth in seconds.lowerBound * 10..<seconds.upperBound * 10 {
            let second = Double(tenth) / 10
            for (index, model) in models.enumerated() {
                let now = second + Double(index) * 0.1
                guard tenth % Int((model.interval * 10).rounded()) == 0, model.works(now) else { continue }
                let east = (second - Double(seconds.lowerBound)) * speed / 111_195 / 0.795
                let noise = (0..<4).map { _ in Double.random(in: -1...1, using: &random) }.reduce(0, +) * model.jitter
                let place = north(
                    model.offset(second) + noise, of: coordinate(cupertino.latitude, cupertino.longitude + east))
                let taken = Timestamp(
                    nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch + Int64((second + model.clock) * 1e9))
                var fix = fix(place, at: now, accuracy: model.accuracy, timestamp: taken, device: model.device)
                fix.mode = model.mode
                fix.speed = model.speed.map { max($0, speed) }
                fix.course = speed > 0 ? 90 : nil
                feed(fix)
            }
        }
    }

    private mutating func run(_ models: [Model], seconds: Range<Int>, speed: Double = 0) {
        var random = SeededRandom(seed: 1)
        run(models, seconds: seconds, speed: speed, random: &random)
    }

    private mutating func feed(_ fix: Location) {
        if let rejection = selector.evaluate(fix, at: fix.receivedAt) {
            rejections[rejection, default: 0] += 1
        } else if choices.last?.device != fix.device {
            choices.append((fix.device, fix.receivedAt.sinceBoot.inSeconds))
        }
    }

    private var chosen: [String?] { choices.map(\.device) }

    @Test(
        "of two that agree the first one counts, however they jitter (fault 17)",
        arguments: 1...5 as ClosedRange<UInt64>)
    mutating func firstOne(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let models = [Model(device: "A", accuracy: 15, jitter: 8), Model(device: "B", accuracy: 12, jitter: 8)]
        run(models, seconds: 0..<3600, random: &random)
        #expect(chosen == ["A"], "seed \(seed)")
    }

    @Test("the other one takes over 5 s after the last accepted fix, and keeps the box (fault 18)")
    mutating func failover() {
        run([Model(device: "A", works: { $0 < 10 || $0 > 30 }), Model(device: "B")], seconds: 0..<60)
        #expect(chosen == ["A", "B"])
        #expect(choices.last?.at == 14.1)
    }

    @Test("a receiver whose fixes are not believed any more is as good as silent (fault 18)")
    mutating func brokenReceiver() {
        let broken = Model(
            device: "A", offset: { $0 < 10 ? 0 : 100_000 + $0.truncatingRemainder(dividingBy: 7) * 10_000 })
        run([broken, Model(device: "B")], seconds: 0..<60)
        #expect(chosen == ["A", "B"])
        #expect(rejections[.implausibleSpeed] == 5)
    }

    @Test(
        "a box at rest leaves the receiver that drifts, and not the one that does not (fault 17)",
        arguments: ["A", "B"], [0.1, 0.7, 2, 10, 100] as [Double])
    mutating func driftAtRest(drifting: String, speed: Double) {
        let models = ["A", "B"].map { device in
            Model(
                device: device, offset: { device == drifting ? max(0, $0 - 100) * speed : 0 }, accuracy: 15, jitter: 2)
        }
        run(models, seconds: 0..<max(400, 100 + Int(80 / speed)))
        #expect(chosen == (drifting == "A" ? ["A", "B"] : ["A"]))
        // 60 m apart, and then 5 s.
        if drifting == "A" { #expect(choices[1].at > 105 && choices[1].at < 100 + 70 / speed + 8) }
    }

    @Test("a box that drives leaves the receiver that drifts (fault 17)", arguments: [2, 5, 15] as [Double])
    mutating func driftOnTheRoad(speed: Double) {
        let drifting = Model(device: "A", offset: { max(0, $0 - 100) * speed }, accuracy: 15, jitter: 2)
        run([drifting, Model(device: "B", accuracy: 15, jitter: 2)], seconds: 0..<400, speed: 25)
        #expect(chosen == ["A", "B"])
    }

    @Test("of three, two that agree win against the one that drifts, without any claimed speed (fault 17)")
    mutating func vote() {
        let drifting = Model(device: "A", offset: { max(0, $0 - 100) * 0.3 }, accuracy: 10, speed: nil)
        let others = ["B", "C"].map { Model(device: $0, accuracy: 15, speed: nil) }
        run([drifting] + others, seconds: 0..<1000)
        #expect(chosen == ["A", "B"])
    }

    @Test("of three, one that drifts does not win, however accurate it claims to be (fault 17)")
    mutating func outvoted() {
        let drifting = Model(device: "C", offset: { max(0, $0 - 100) * 0.3 }, accuracy: 10, speed: nil)
        let others = ["A", "B"].map { Model(device: $0, accuracy: 15, speed: nil) }
        run(others + [drifting], seconds: 0..<500)
        var sure = drifting
        sure.accuracy = 1
        run(others + [sure], seconds: 500..<1000)
        #expect(chosen == ["A"])
    }

    @Test(
        "the one that is twice as accurate takes over after 5 s, and a little better is not enough",
        arguments: [(20.0, 9.0, 2), (20, 11, 1), (nil, 1, 1), (20, nil, 1)] as [(Double?, Double?, Int)])
    mutating func accuracy(first: Double?, second: Double?, receivers: Int) {
        run([Model(device: "A", accuracy: first), Model(device: "B", accuracy: second)], seconds: 0..<100)
        #expect(chosen == Array(["A", "B"].prefix(receivers)))
        if receivers == 2 { #expect((5.1...6.1).contains(choices[1].at)) }
    }

    @Test("three dimensions win over two that are no more accurate")
    mutating func dimensions() {
        let flat = Model(device: "A", accuracy: 10, mode: .twoDimensional)
        run([flat, Model(device: "B", accuracy: 10)], seconds: 0..<100)
        #expect(chosen == ["A", "B"])
        choices = []
        selector = DeviceSelector()
        run([flat, Model(device: "B", accuracy: 11)], seconds: 0..<100)
        #expect(chosen == ["A"])
    }

    @Test(
        "of two that are as good, the one that reports clearly more often takes over after 5 s",
        arguments: [(1, 0.1, 6.1), (3, 1, 8.1), (1, 0.6, 6.3), (1, 0.7, nil), (1, 1, nil), (0.1, 1, nil)]
            as [(Double, Double, Double?)])
    mutating func rate(first: Double, second: Double, change: Double?) throws {
        run(
            [Model(device: "A", accuracy: 10, interval: first), Model(device: "B", accuracy: 12, interval: second)],
            seconds: 0..<100)
        #expect(chosen == (change == nil ? ["A"] : ["A", "B"]))
        guard let change else { return }
        let last = try #require(choices.last)
        #expect((change - 0.15...change + 1).contains(last.at))
    }

    @Test("one that reports more often does not take over when it is worse, or elsewhere")
    mutating func fastAndWorse() {
        let others: [Model] = [
            Model(device: "B", accuracy: 13, interval: 0.1),
            Model(device: "B", accuracy: nil, interval: 0.1),
            Model(device: "B", accuracy: 10, mode: .twoDimensional, interval: 0.1),
            Model(device: "B", offset: { _ in 60 }, accuracy: 10, interval: 0.1),
        ]
        for other in others {
            (choices, selector) = ([], DeviceSelector())
            run([Model(device: "A", accuracy: 10), other], seconds: 0..<100)
            #expect(chosen == ["A"], "\(other)")
        }
    }

    @Test(
        "a slow receiver that says it is more accurate is left for one that keeps up, and does not take over from it",
        arguments: [(10, 20), (30, 20), (10, 5)] as [(Double, Double)], [3, nil] as [Double?])
    mutating func slowAndAccurate(figures: (steadyAccuracy: Double, slowInterval: Double), slowAccuracy: Double?) {
        let slow = Model(device: "A", accuracy: slowAccuracy, interval: figures.slowInterval)
        let steady = Model(device: "B", accuracy: figures.steadyAccuracy)
        run([slow, steady], seconds: 0..<300)
        #expect(chosen == ["A", "B"])
        (choices, selector) = ([], DeviceSelector())
        run([steady, slow], seconds: 0..<300)
        #expect(chosen == ["B"])
    }

    @Test("a slow receiver counts when a fast one is far less accurate, or sees two dimensions only")
    mutating func slowAndBetter() {
        let slow = Model(device: "B", accuracy: 3, interval: 5)
        run([Model(device: "A", accuracy: 60), slow], seconds: 0..<100)
        #expect(chosen == ["A", "B"])
        (choices, selector) = ([], DeviceSelector())
        run([Model(device: "A", accuracy: 45, mode: .twoDimensional), slow], seconds: 0..<100)
        #expect(chosen == ["A", "B"])
        (choices, selector) = ([], DeviceSelector())
        run([Model(device: "A", accuracy: 10, mode: .twoDimensional), slow], seconds: 0..<100)
        #expect(chosen == ["A"])
    }

    @Test("one that reports more often and drifts is left again (fault 17)")
    mutating func fastAndDrifting() {
        let fast = Model(device: "B", offset: { max(0, $0 - 100) }, accuracy: 10, interval: 0.1)
        run([Model(device: "A", accuracy: 10), fast], seconds: 0..<400)
        #expect(chosen == ["A", "B", "A"])
    }

    @Test("whatever three receivers do, the choice does not flap (fault 17)", arguments: 1...10 as ClosedRange<UInt64>)
    mutating func neverFlaps(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for minute in 0..<30 {
            let models = ["A", "B", "C"].map { device in
                let drift = Double.random(in: -1...1, using: &random)
                return Model(
                    device: device, offset: { $0.truncatingRemainder(dividingBy: 60) * drift },
                    accuracy: .random(in: 4...40, using: &random),
                    interval: [0.5, 1, 2].randomElement(using: &random) ?? 1,
                    jitter: .random(in: 0...5, using: &random))
            }
            run(models, seconds: minute * 60..<minute * 60 + 60, random: &random)
        }
        for (earlier, later) in zip(choices, choices.dropFirst()) {
            #expect(later.at - earlier.at >= 5, "seed \(seed)")
        }
        // The conditions are drawn anew each minute, and no set of conditions is worth more than two changes.
        #expect(choices.count <= 60, "seed \(seed): \(choices.count)")
        #expect(rejections[.implausibleSpeed] == nil && rejections[.contradictsSpeed] == nil, "seed \(seed)")
    }

    @Test(
        "receivers whose clocks differ change places without a fix out of order (faults 12, 17)",
        arguments: [-5, 0, 5, -619_315_200] as [Double])
    mutating func clocks(difference: Double) {
        let first = Model(device: "A", works: { $0 < 10 || $0 >= 30 })
        let second = Model(device: "B", works: { $0 < 40 }, clock: difference)
        run([first, second], seconds: 0..<60)
        #expect(chosen == ["A", "B", "A"])
        #expect(Set(rejections.keys) == [.otherDevice])
    }

    @Test(
        "a new receiver far away from the last one counts after 10 s (fault 10), one that was there all along at once")
    mutating func newReceiver() {
        run([Model(device: "A"), Model(device: "B", offset: { _ in 20_000 })], seconds: 0..<20)
        selector.lost("A")
        run([Model(device: "B", offset: { _ in 20_000 })], seconds: 20..<21)
        #expect(choices.last?.device == "B")
        selector.lost("B")
        run([Model(device: "C")], seconds: 21..<60)
        #expect(chosen == ["A", "B", "C"])
        #expect(choices.last.map { (31...32).contains($0.at) } == true)
    }

    @Test("two receivers of one fix in 10 s do not take turns")
    mutating func slow() {
        let models = [Model(device: "A", interval: 10), Model(device: "B", interval: 7, works: { $0 > 100 })]
        run(models, seconds: 0..<1000)
        #expect(chosen == ["A"])
    }

    @Test("after a lost connection the first receiver that reports counts")
    mutating func reconnected() {
        run([Model(device: "A"), Model(device: "B")], seconds: 0..<20)
        selector.disconnected()
        run([Model(device: "B"), Model(device: "A")], seconds: 20..<40)
        #expect(chosen == ["A", "B"])
    }

    @Test("a server that makes up names takes no memory and no influence")
    mutating func names() {
        for index in 0..<10_000 {
            let now = Double(index) / 100
            if index.isMultiple(of: 100) { feed(fix(cupertino, at: now, device: "A")) }
            feed(fix(coordinate(50, 50), at: now + 0.001, accuracy: 1, device: "made up, number \(index)"))
        }
        #expect(selector.receivers.count == DeviceSelector.mostReceivers)
        #expect(chosen == ["A"])
        #expect(rejections[.otherDevice] == 10_000)
    }

    @Test("new settings reach all receivers")
    mutating func settings() {
        run([Model(device: "A"), Model(device: "B")], seconds: 0..<10)
        selector.settings.maximumAccuracyInMeters = 3
        run([Model(device: "A"), Model(device: "B")], seconds: 10..<30)
        #expect(selector.receivers.allSatisfy { $0.filter.settings.maximumAccuracyInMeters == 3 })
        #expect(rejections[.inaccurate, default: 0] > 20)
    }
}
