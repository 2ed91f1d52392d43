import FoundationEssentials

/// Finds where a large JSON file is broken; the decoder only says that it is.
enum BrokenRecord {
    /// Takes any JSON at all.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// The number, from 1, of the first record of the outermost object or array that is not valid JSON.
    ///
    /// Nil when there is no outermost object or array, or when the fault lies behind it.
    static func number(in data: Data) -> Int? {
        guard let start = data.firstIndex(where: { !" \t\r\n".utf8.contains($0) }),
            data[start] == UInt8(ascii: "{") || data[start] == UInt8(ascii: "[")
        else { return nil }
        let brackets = data[start] == UInt8(ascii: "{") ? (UInt8(ascii: "{"), UInt8(ascii: "}")) : (0x5B, 0x5D)
        var (depth, isInString, isEscaped) = (0, false, false)
        var (number, recordStart) = (1, start + 1)
        func isBroken(_ end: Data.Index) -> Bool {
            var record = Data([brackets.0])
            record += data[recordStart..<end]
            record.append(brackets.1)
            return (try? JSONDecoder().decode(Anything.self, from: record)) == nil
        }
        for index in data[start...].indices {
            let byte = data[index]
            if isInString {
                if !isEscaped && byte == UInt8(ascii: "\"") { isInString = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return isBroken(index) ? number : nil }
            case UInt8(ascii: ",") where depth == 1:
                if isBroken(index) { return number }
                (number, recordStart) = (number + 1, index + 1)
            default: break
            }
        }
        // The file ends inside this one.
        return number
    }
}
