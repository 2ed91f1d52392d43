import CurlClient
import Synchronization

@testable import placemark_nominatim

/// What was asked of the server, and what it answers.
final class Asked: Sendable {
    let addresses = Mutex<[(address: String, at: ContinuousClock.Instant)]>([])
    let delay: Duration
    let reply: Result<CurlReply, ProviderError>

    init(delay: Duration = .zero, reply: Result<CurlReply, ProviderError>) {
        (self.delay, self.reply) = (delay, reply)
    }

    @Sendable func fetch(_ address: String) async -> Result<CurlReply, ProviderError> {
        addresses.withLock { $0.append((address, .now)) }
        try? await ContinuousClock().sleep(for: delay)
        return reply
    }

    var count: Int { addresses.withLock { $0.count } }
}
