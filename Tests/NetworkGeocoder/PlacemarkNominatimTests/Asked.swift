import CurlClient
import Synchronization

@testable import placemark_nominatim

/// What was asked of the server, and what it answers.
final class Asked: Sendable {
    let addresses = Mutex<[(address: String, at: ContinuousClock.Instant)]>([])
    let delay: Duration
    private let sleep: @Sendable (Duration) async -> Void
    let reply: @Sendable (_ address: String) -> Result<CurlReply, ProviderError>

    convenience init(
        delay: Duration = .zero, reply: Result<CurlReply, ProviderError>,
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await ContinuousClock().sleep(for: $0) }
    ) {
        self.init(delay: delay, sleep: sleep) { _ in reply }
    }

    /// - Parameter reply: what is answered to the request with this address.
    init(
        delay: Duration = .zero,
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await ContinuousClock().sleep(for: $0) },
        reply: @escaping @Sendable (_ address: String) -> Result<CurlReply, ProviderError>
    ) {
        (self.delay, self.reply, self.sleep) = (delay, reply, sleep)
    }

    @Sendable func fetch(_ address: String) async -> Result<CurlReply, ProviderError> {
        addresses.withLock { $0.append((address, .now)) }
        await sleep(delay)
        return reply(address)
    }

    var count: Int { addresses.withLock { $0.count } }
}
