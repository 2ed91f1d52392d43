import CurlClient
import PlacemarkModel

// What the next process knows of the budget.
extension RequestBudget {
    /// What the next process must know. Times are seconds since the boot, and mean something in the same boot only.
    struct Memory: Hashable, Codable, Sendable {
        var boot: String = ""
        /// When it was saved: after a reboot, what was left then is what is left.
        var savedAt: BootInstant
        var lastAttempt: BootInstant
        var slots: [Slot]
        var openings: Int
        var failures: Int
        var openUntil: BootInstant?
        var cause: Circuit.Cause?
        /// Nil as an earlier version has written it, which had one circuit for everybody.
        var clients: ClientCircuit?
    }

    /// The circuit of clients' questions in the file, by the names that the other one has there.
    struct ClientCircuit: Hashable, Codable, Sendable {
        var openings: Int
        var failures: Int
        var openUntil: BootInstant?
        var cause: Circuit.Cause?
    }

    var memory: Memory {
        Memory(
            savedAt: lastAttempt, lastAttempt: lastAttempt, slots: slots, openings: circuit.openings,
            failures: circuit.failures, openUntil: circuit.opening?.until, cause: circuit.opening?.cause,
            clients: ClientCircuit(
                openings: clientCircuit.openings, failures: clientCircuit.failures,
                openUntil: clientCircuit.opening?.until, cause: clientCircuit.opening?.cause))
    }

    /// Goes on where an earlier process has stopped.
    ///
    /// After a reboot nobody knows how long the machine was off. Then it counts as no time: what was left of a wait and
    /// of the day is what is left now, and a server is rather asked too seldom than too often.
    init(_ settings: Settings, resuming memory: Memory, boot: String, at now: BootInstant) {
        let shift = memory.boot == boot ? .zero : memory.savedAt.duration(to: now)
        func moved(_ instant: BootInstant) -> BootInstant { instant.advanced(by: shift) }
        func sane(_ count: Int) -> Int { min(max(0, count), 1 << 40) }
        func circuit(_ openings: Int, _ failures: Int, _ until: BootInstant?, _ cause: Circuit.Cause?) -> Circuit {
            var opening: Circuit.Opening?
            if let until, let cause {
                // A file that somebody has edited must not close the server for years.
                opening = Circuit.Opening(
                    until: min(moved(until), now.advanced(by: RetryAfter.longest)), cause: cause)
            }
            return Circuit(
                openings: min(1000, max(0, openings)), failures: min(1000, max(0, failures)), opening: opening)
        }
        let slots = memory.slots.suffix(Slot.most).map { slot in
            Slot(
                start: min(now, moved(slot.start)), last: min(now, moved(slot.last)), attempts: sane(slot.attempts),
                clientAttempts: sane(slot.clientAttempts))
        }.sorted { $0.last < $1.last }
        self.init(
            settings, lastAttempt: min(now, moved(memory.lastAttempt)), slots: slots,
            circuit: circuit(memory.openings, memory.failures, memory.openUntil, memory.cause),
            clientCircuit: memory.clients.map { circuit($0.openings, $0.failures, $0.openUntil, $0.cause) } ?? Circuit()
        )
    }
}
