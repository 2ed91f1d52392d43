import PlacemarkModel

/// How long a client waits at most for an answer that comes from a geocoder.
///
/// When the time is over, the work is cancelled and not waited for: work that ignores its cancellation must not delay the
/// answer.
struct Deadline: Hashable {
    /// Far more than any geocoder on this machine takes, and less than people wait.
    static let ofGeocoder = Deadline(limit: .seconds(10))

    let limit: Duration

    /// The answer of `work`, or `RequestError.geocoderTimeout` when it has not come in time.
    func answer(
        _ work: @escaping @Sendable () async throws(RequestError) -> Answer
    ) async throws(RequestError) -> Answer {
        let (results, first) = AsyncStream<Result<Answer, RequestError>>.makeStream(
            bufferingPolicy: .bufferingOldest(1))
        let working = Task {
            do throws(RequestError) {
                first.yield(.success(try await work()))
            } catch {
                first.yield(.failure(error))
            }
        }
        let timer = Task {
            // The clock that goes on while the machine sleeps; cancelled by an answer.
            if (try? await Task.sleep(for: limit, clock: .continuous)) != nil {
                first.yield(.failure(.geocoderTimeout(limit)))
            }
        }
        defer {
            working.cancel()
            timer.cancel()
        }
        for await result in results { return try result.get() }
        // The task that asks has been cancelled: nobody reads this.
        throw .geocoderTimeout(limit)
    }
}
