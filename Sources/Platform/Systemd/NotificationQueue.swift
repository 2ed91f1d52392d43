/// What systemd has still to be told, in order. A message that could not be handed over stays, to be sent again: a lost
/// `.ready` would let the start or a reload time out.
public struct NotificationQueue: Sendable {
    private(set) var states: [Notifier.State] = []

    public init() {}

    /// Adds news. What it makes out of date goes, so that the queue stays short however long nobody takes anything.
    public mutating func add(_ state: Notifier.State) {
        switch state {
        case .status: states.removeAll { if case .status = $0 { true } else { false } }
        case .watchdog: states.removeAll { $0 == .watchdog }
        case .reloading:
            // The reload that waits to be announced goes on.
            if let waiting = states.firstIndex(of: .reloading) {
                states[waiting...].removeAll { $0 == .ready }
                return
            }
        case .ready:
            if states.last(where: { $0 == .ready || $0 == .reloading }) == .ready { return }
        }
        states.append(state)
    }

    /// Sends what there is, until something cannot be sent. Returns why, or nil when there is nothing left.
    public mutating func flush(_ send: (Notifier.State) throws(NotifyError) -> Void) -> NotifyError? {
        while let next = states.first {
            do throws(NotifyError) {
                try send(next)
            } catch {
                return error
            }
            states.removeFirst()
        }
        return nil
    }
}
