import Dispatch
import Synchronization

/// A value that another core computes, from now on and until somebody asks for it.
final class BackgroundValue<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let group = DispatchGroup()

    init(_ compute: @escaping @Sendable () throws -> Value) {
        DispatchQueue.global().async(group: group) { [self] in
            let computed = Result(catching: compute)
            result.withLock { $0 = computed }
        }
    }

    /// Waits for the value; throws what its computation has thrown.
    func get() throws -> Value {
        group.wait()
        guard let result = result.withLock({ $0 }) else { preconditionFailure("the group ends with a result") }
        return try result.get()
    }
}
