import PlacemarkModel

/// All findings, for a person or for a program.
struct DoctorFindings: Encodable {
    let findings: [DoctorFinding]
    let version = Installation.version

    var wrongCount: Int { findings.count { $0.verdict == .wrong } }
    private var noticeCount: Int { findings.count { $0.verdict == .notice } }

    private enum CodingKeys: String, CodingKey { case findings, isWell, version }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(findings, forKey: .findings)
        try container.encode(wrongCount == 0, forKey: .isWell)
        try container.encode(version, forKey: .version)
    }

    /// For a terminal of 80 columns. The verdict is a sign and a word; colour only repeats it.
    func text(isColoured: Bool) -> String {
        (findings.flatMap { lines(of: $0, isColoured: isColoured) } + ["", conclusion]).joined(separator: "\n")
    }

    private func lines(of finding: DoctorFinding, isColoured: Bool) -> [String] {
        let verdict = finding.verdict
        let mark = Words.leftAligned("\(verdict.sign) \(verdict.word)", width: 9)
        let label = Words.leftAligned(finding.step.title, width: 15)
        var lines = Words.wrapped(finding.found, after: mark + label)
        let indent = String(repeating: " ", count: mark.count + label.count)
        if let advice = finding.advice { lines += Words.wrapped(advice, after: indent) }
        // A command stays on its line, however long it is: it is there to be copied.
        lines += finding.commands.map { "\(indent)  \($0)" }
        if isColoured, let first = lines.first {
            lines[0] = "\u{1b}[\(verdict.colour)m\(mark)\u{1b}[0m" + first.dropFirst(mark.count)
        }
        return lines
    }

    private var conclusion: String {
        let looks = noticeCount == 0 ? "" : " Worth a look: \(noticeCount)."
        switch wrongCount {
        case 0: return "All is well." + looks
        case 1: return "One thing is wrong." + looks
        default: return "\(wrongCount) things are wrong; begin with the first, the others may follow from it." + looks
        }
    }
}

extension DoctorFinding.Verdict {
    fileprivate var sign: String {
        switch self {
        case .ok: "✓"
        case .notice: "!"
        case .wrong: "✗"
        }
    }

    fileprivate var word: String {
        switch self {
        case .ok: "ok"
        case .notice: "look"
        case .wrong: "wrong"
        }
    }

    /// As ECMA-48 numbers the colours: green, yellow, red.
    fileprivate var colour: Int {
        switch self {
        case .ok: 32
        case .notice: 33
        case .wrong: 31
        }
    }
}
