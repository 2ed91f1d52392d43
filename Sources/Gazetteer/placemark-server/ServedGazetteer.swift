import Gazetteer
import Synchronization

/// The gazetteer that answers, and another one after a reload.
final class ServedGazetteer: Sendable {
    /// What a request works with from its first byte to its last, whatever is loaded meanwhile.
    final class Edition: Sendable {
        let gazetteer: Gazetteer
        let attribution: Attribution
        /// The attribution on one line.
        let licence: String

        init(_ gazetteer: Gazetteer) {
            self.gazetteer = gazetteer
            attribution = Attribution(gazetteer)
            licence = attribution.line
        }
    }

    private let edition: Mutex<Edition>

    init(_ gazetteer: Gazetteer) { edition = Mutex(Edition(gazetteer)) }

    var current: Edition { edition.withLock { $0 } }

    /// Answers from another one from now on.
    func replace(with gazetteer: Gazetteer) {
        let next = Edition(gazetteer)
        edition.withLock { $0 = next }
    }
}
