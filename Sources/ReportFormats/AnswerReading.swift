import FoundationEssentials

/// Reads what receivers answer.
enum AnswerReading {
    /// Nil when the bytes are something else.
    static func decode<Answer: Decodable>(_ type: Answer.Type, _ bytes: [UInt8]) -> Answer? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }
}
