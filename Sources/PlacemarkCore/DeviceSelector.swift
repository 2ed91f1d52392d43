/// Keeps to one receiver as long as it works, so that two receivers with different errors do not make the box jump.
struct DeviceSelector: Sendable {
    /// Another receiver takes over when the chosen one has given no accepted fix for this long.
    static let patience = Duration.seconds(5)

    private var chosen: String?
    private var lastFix: BootInstant?

    /// Whether fixes of this receiver count at `now`.
    func admits(_ device: String?, at now: BootInstant) -> Bool {
        guard let lastFix, device != chosen else { return true }
        return lastFix.duration(to: now) >= Self.patience
    }

    /// Notes that a fix of this receiver has been accepted.
    mutating func accepted(_ device: String?, at now: BootInstant) {
        chosen = device
        lastFix = now
    }

    /// Frees the choice when the chosen receiver has gone.
    mutating func lost(_ device: String) {
        if device == chosen { lastFix = nil }
    }
}
