import Settings

/// Whether reports are sent that have become old.
public enum CatchUp: Hashable, Sendable {
    case always, never
    /// While this program says so by its exit status 0.
    case whenAllowed(by: String)

    /// Older reports than this are the past.
    public static let presence: Duration = .seconds(300)
}

extension ValueGrammar where Value == CatchUp {
    static let catchUp = {
        let path = ValueGrammar<String>.path()
        return ValueGrammar(
            allowed: "yes, no, or a program: \(path.allowed)",
            parse: { text in
                if let answer = ValueGrammar<Bool>.boolean.parse(text) { return answer ? .always : .never }
                return path.parse(text).map { .whenAllowed(by: $0) }
            },
            format: { value in
                switch value {
                case .always: "yes"
                case .never: "no"
                case .whenAllowed(let program): program
                }
            })
    }()
}
