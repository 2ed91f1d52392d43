import Testing

@testable import placemarkctl

@Suite("Progress of a replay")
struct ReplayProgressTests {
    @Test("A line tells the bytes that have been read, and the size of a file")
    func line() {
        #expect(JSON.line(ReplayProgress(bytes: 5, of: 10)) == #"{"bytes":5,"event":"progress","of":10}"#)
        #expect(JSON.line(ReplayProgress(bytes: 5, of: nil)) == #"{"bytes":5,"event":"progress"}"#)
    }

    @Test("Of a thousand moments in a second ten have a line")
    func pace() {
        var pace = ProgressPace()
        let start = ContinuousClock.now
        let due = (0..<1000).filter { pace.isDue(at: start + .milliseconds($0)) }
        #expect(due == Array(stride(from: 0, to: 1000, by: 100)))
    }
}
