import GPSD
import PlacemarkModel

/// Reads what `gpspipe -w` writes: one object of gpsd's a line.
struct GPSDReader: RecordingLineReader {
    private var recording: GPSDRecording

    /// Returns nil when there is no memory.
    ///
    /// - Parameter device: the only receiver that counts; nil for all of them.
    init?(device: String?) {
        guard let recording = GPSDRecording(device: device) else { return nil }
        self.recording = recording
    }

    /// Whether a line begins as gpsd's reports do, with blanks between the parts or not.
    static func isReport(_ line: ArraySlice<UInt8>) -> Bool {
        line.prefix(64).withoutBlanks.starts(with: Array(#"{"class":""#.utf8))
    }

    mutating func read(_ line: ArraySlice<UInt8>, number: Int, into findings: inout [Finding]) {
        guard let first = line.trimmed.first, first != UInt8(ascii: "#") else { return }
        // gpsd writes no blanks, and libgps reads none; most programs that log its reports write some.
        let line = line.withoutBlanks
        switch recording.read(line) {
        case .damaged:
            findings.append(
                .damage(.init(.line(number), #"not a report of gpsd's: expected one such as {"class":"TPV",…}"#)))
        case .events(let events):
            guard !events.isEmpty else { return }
            let time = GPSDRecording.time(of: line)
            for event in events { findings.append(.report(event, time: event.isTimed ? time : nil)) }
        }
    }
}

extension SourceEvent {
    /// Whether the time of a report is that of the event. The time in a DEVICE report is gpsd's own.
    fileprivate var isTimed: Bool { if case .compass = self { true } else { isPosition } }
}

extension ArraySlice<UInt8> {
    /// A line of JSON without the blanks between its parts; those in texts stay.
    fileprivate var withoutBlanks: ArraySlice<UInt8> {
        var (isText, isEscaped) = (false, false)
        let kept = filter { byte in
            switch byte {
            case UInt8(ascii: "\"") where !isEscaped: isText.toggle()
            case 0x20, 0x09, 0x0d: return isText
            default: break
            }
            isEscaped = isText && byte == UInt8(ascii: "\\") && !isEscaped
            return true
        }
        return kept.count == count ? self : kept[...]
    }
}
