/// The line that `systemctl status` shows: what is wrong for now, and then how it goes otherwise.
public struct ServiceStatus: Equatable, Sendable {
    /// What may be wrong, in the order in which it is told.
    public enum Trouble: CaseIterable, Sendable {
        /// A reload has failed.
        case configuration
        case stateFiles
    }

    /// How it goes, in one sentence; empty until there is something to tell.
    public var usual = ""
    private var troubles: [Trouble: String] = [:]

    public init() {}

    /// Takes note of what is wrong, in words for a person; nil when it no longer is.
    public mutating func set(_ trouble: Trouble, _ words: String?) { troubles[trouble] = words }

    public var text: String {
        (Trouble.allCases.compactMap { troubles[$0] } + [usual]).filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
