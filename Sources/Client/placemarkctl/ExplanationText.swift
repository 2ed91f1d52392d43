import Gazetteer

extension Words {
    /// An explanation as a table: the question, whose answer it is, the answer, and why. A star marks what the placemark
    /// says.
    static func explanation(_ explanation: Explanation) -> String {
        let rows = explanation.steps.map { step in
            [
                step.isChosen ? "*" : " ", title(of: step), step.answer ?? "-", step.source, step.reason,
            ]
        }
        let all = [[" ", "Question", "Answer", "Asked", "Why"]] + rows
        let widths = (0..<4).map { column in all.map { $0[column].count }.max() ?? 0 }
        let lines = all.map { row in
            (0..<4).map { leftAligned(row[$0], width: widths[$0]) }.joined(separator: "  ") + "  " + row[4]
        }
        return lines.joined(separator: "\n")
            + "\n\n* the placemark says so. What to do when it is wrong: docs/guide/wrong-here.md"
    }

    private static func title(of step: Explanation.Step) -> String {
        let question =
            switch step.question {
            case .country: "Country"
            case .county: "County"
            case .state: "State"
            case .ground: "Ground"
            case .places: "Place"
            case .city: "City"
            case .postalCode: "Postal code"
            case .street: "Street"
            case .areas: "Area"
            case .ownPlaces: "Own place"
            default: step.question.rawValue
            }
        return step.rule.map { "\(question), \($0)" } ?? question
    }
}
