import GPSD
import PlacemarkCore

/// Reads what `gpspipe -w` writes: one report of gpsd's a line.
struct GPSDReader: RecordingLineReader {
    private var recording: GPSDRecording

    /// Returns nil when there is no memory.
    ///
    /// - Parameter device: the only receiver that counts; nil for all of them.
    init?(device: String?) {
        guard let recording = GPSDRecording(device: device) else { return nil }
        self.recording = recording
    }

    mutating func read(_ line: ArraySlice<UInt8>, number: Int, into findings: inout [Finding]) {
        guard let first = line.trimmed.first, first != UInt8(ascii: "#") else { return }
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
    fileprivate var isTimed: Bool { if case .heading = self { true } else { isPosition } }
}
