import PlacemarkModel
@testable import PrometheusMetrics
import Testing

@Suite("What is said about failures")
struct FailureLogTests {
    /// What is said about tries at these seconds; a negative one is the second of a failure.
    private func lines(_ tries: [Double]) -> [FailureLog.Line?] {
        var log = FailureLog()
        return tries.map { log.line(afterFailure: $0 < 0, at: BootInstant(sinceBoot: .seconds($0.magnitude))) }
    }

    @Test("nothing while all is well; the first failure; one a minute; the end of it")
    func row() {
        #expect(lines([1, 2, 3]) == [nil, nil, nil])
        #expect(
            lines([1, -2, -3, -61.9, -62, -63, 64, 65]) == [nil, .failing, nil, nil, .failing, nil, .recovered, nil])
    }

    @Test("a disk that comes and goes is worth one failure a minute too, and no end that has had no beginning")
    func flapping() {
        #expect(
            lines([-1, 2, -3, 4, -5, 6, -61, 62]) == [.failing, .recovered, nil, nil, nil, nil, .failing, .recovered])
    }
}
