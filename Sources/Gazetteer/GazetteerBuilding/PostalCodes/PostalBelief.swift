/// How near to a point its postal code is believed: within this fraction of the distance to the nearest point with
/// another code, but not farther than `mostMeters`; and not at all where that comes to less than `leastMeters`.
///
/// A fraction below one half keeps clear of the border between two codes, which is somewhere near the middle.
package struct PostalBelief: Equatable, Sendable {
    package var fraction: Double
    package var leastMeters: Double
    var mostMeters: Double

    /// Where nothing can be measured: each code has one point, so that no other can be asked for it.
    static let unmeasured = PostalBelief(fraction: 0.3, leastMeters: 300, mostMeters: 3000)

    /// No answer at all, and whatever is nearest, however far away: to compare with.
    static let nothing = PostalBelief(fraction: 0, leastMeters: .infinity, mostMeters: 0)
    static let nearest = PostalBelief(fraction: .infinity, leastMeters: 0, mostMeters: .infinity)

    /// What the measurement chooses from, in this order when the share of answers is the same.
    static let candidates = [0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15].flatMap { fraction in
        [300.0, 500, 800].map { PostalBelief(fraction: fraction, leastMeters: $0, mostMeters: 5000) }
    }

    /// Beyond this no point can matter to another.
    static let reachInMeters = 5000.0 / 0.15

    /// The radius round a point whose nearest point with another code is so far away; nil when it is not believed.
    func radius(distanceToOtherCode: Double) -> Double? {
        let radius = min(mostMeters, fraction * distanceToOtherCode)
        return radius >= leastMeters ? radius : nil
    }
}

/// What the points of a country say about each other: each tenth of them is asked for what the rest would answer.
package struct PostalTrial {
    /// One point was asked for.
    struct Question {
        /// To the nearest point of the rest, and from there to the nearest with another code.
        var distance, distanceToOtherCode: Double
        var isRight: Bool
        var fold: Int
    }

    /// Shares (0…1) of questions.
    package struct Result: Equatable {
        package var questionCount: Int
        var answerCount: Int
        package var rightCount: Int
        /// The share of answers among the questions.
        package var coverage: Double { Double(answerCount) / Double(max(1, questionCount)) }
        /// The share of right ones among the answers.
        package var precision: Double { Double(rightCount) / Double(max(1, answerCount)) }
    }

    /// The least share of right answers, once there are many; the fewer there are, the more of them must be right: as if
    /// there had been twenty more, and four of those wrong.
    static let leastPrecision = 0.9
    private static let (priorAnswerCount, priorRightCount) = (20, 16)
    /// Fewer say nothing about a country: with 100, a share of nine tenths is right to 0.03 (one standard error).
    private static let leastQuestionCount = 100

    let questions: [Question]
    /// Whether so many of the points can be asked for that they stand for the country: elsewhere the few codes with two
    /// points are mostly those with a wrong one.
    let isTelling: Bool

    init(_ source: PostalPoints) {
        let points = source.points
        // Of each code, the folds that it has points in, one bit each.
        var folds = [Int](repeating: 0, count: source.codes.count)
        for point in points { if let code = point.code { folds[code] |= 1 << point.fold } }
        questions = points.indices.compactMap { index in
            let asked = points[index]
            // A code all of whose points are asked for at once cannot be answered.
            guard let code = asked.code, folds[code] & ~(1 << asked.fold) != 0 else { return nil }
            let none = Question(distance: .infinity, distanceToOtherCode: 0, isRight: false, fold: asked.fold)
            guard
                let (found, distance) = source.nearest(
                    to: index, within: PostalBelief.reachInMeters, where: { $0.fold != asked.fold }),
                let answer = points[found].code
            else { return none }
            let other = source.nearest(to: found, within: PostalBelief.reachInMeters) {
                $0.fold != asked.fold && $0.code != answer
            }
            return Question(
                distance: distance, distanceToOtherCode: other?.distanceInMeters ?? PostalBelief.reachInMeters,
                isRight: answer == code, fold: asked.fold)
        }
        isTelling = questions.count >= Self.leastQuestionCount && questions.count * 10 >= points.count * 3
    }

    /// What would be answered by this rule.
    func result(of belief: PostalBelief, inFolds folds: Range<Int> = 0..<PostalPoints.foldCount) -> Result {
        var result = Result(questionCount: 0, answerCount: 0, rightCount: 0)
        for question in questions where folds.contains(question.fold) {
            result.questionCount += 1
            let radius = belief.radius(distanceToOtherCode: question.distanceToOtherCode)
            guard let radius, question.distance <= radius else { continue }
            result.answerCount += 1
            if question.isRight { result.rightCount += 1 }
        }
        return result
    }

    /// The rule that answers most of the questions and is right often enough; nil when none is.
    var belief: PostalBelief? { isTelling ? belief(choosingBy: 0..<PostalPoints.foldCount) : .unmeasured }

    /// What such a rule is worth, with other questions than it was chosen by: each half of them is asked by the rule that
    /// the other half chooses. Nil where nothing can be measured.
    var crossResult: Result? {
        guard isTelling else { return nil }
        let half = PostalPoints.foldCount / 2
        let (first, second) = (0..<half, half..<PostalPoints.foldCount)
        let results = [(first, second), (second, first)].map { chosen, asked in
            belief(choosingBy: chosen).map { result(of: $0, inFolds: asked) }
                ?? Result(
                    questionCount: result(of: .nothing, inFolds: asked).questionCount, answerCount: 0, rightCount: 0)
        }
        return Result(
            questionCount: results.reduce(0) { $0 + $1.questionCount },
            answerCount: results.reduce(0) { $0 + $1.answerCount },
            rightCount: results.reduce(0) { $0 + $1.rightCount })
    }

    private func belief(choosingBy folds: Range<Int>) -> PostalBelief? {
        var best: (belief: PostalBelief, answerCount: Int)?
        for belief in PostalBelief.candidates {
            let result = result(of: belief, inFolds: folds)
            let share =
                Double(result.rightCount + Self.priorRightCount) / Double(result.answerCount + Self.priorAnswerCount)
            guard share >= Self.leastPrecision, result.answerCount > best?.answerCount ?? 0 else { continue }
            best = (belief, result.answerCount)
        }
        return best?.belief
    }
}
