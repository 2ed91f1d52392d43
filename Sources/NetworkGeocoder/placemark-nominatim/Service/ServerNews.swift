import PlacemarkModel

/// What is logged of the server's state: a server that is down is one line, not one a request.
struct ServerNews: Sendable {
    /// Why each circuit was open when that was logged last.
    private var said: [GeocodeAsker: Circuit.Cause] = [:]

    /// The lines to log, when a circuit has opened for another reason, or has closed.
    ///
    /// - Parameter error: what has become of the last attempt; nil when it succeeded.
    mutating func lines(of budget: RequestBudget, after error: ProviderError?, at now: BootInstant) -> [String] {
        [(GeocodeAsker.daemon, budget.circuit), (.client, budget.clientCircuit)].compactMap { asker, circuit in
            let cause = circuit.opening?.cause
            guard cause != said[asker] else { return nil }
            said[asker] = cause
            let whose = asker == .client ? "questions of clients: " : ""
            guard let cause, let error else { return "\(whose)the server answers again" }
            let wait = AgeInWords.text(seconds: (circuit.wait(at: now) ?? .zero).inSeconds)
            return "\(whose)\(RequestBudget.Refusal.Reason.circuit(cause)) (\(error)); asked again in \(wait)"
        }
    }
}
