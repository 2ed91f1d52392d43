import Dispatch
import Testing

@testable import GazetteerBuilding

@Suite("Values that another core computes")
struct BackgroundValueTests {
    private struct Failure: Error {}

    @Test("two are computed at once, and each is waited for")
    func together() throws {
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // Each ends only once the other has begun.
        let one = BackgroundValue {
            first.signal()
            second.wait()
            return 1
        }
        let two = BackgroundValue {
            second.signal()
            first.wait()
            return 2
        }
        #expect(try one.get() + two.get() == 3)
        #expect(try one.get() == 1, "asked once more")
    }

    @Test("what a computation throws, whoever asks gets")
    func failure() {
        let value = BackgroundValue<Int> { throw Failure() }
        #expect(throws: Failure.self) { try value.get() }
    }
}
