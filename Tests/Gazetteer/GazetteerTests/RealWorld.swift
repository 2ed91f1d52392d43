import FoundationEssentials
import TestSupport
import Testing

@testable import Gazetteer

/// The gazetteer of the world.
enum RealWorld {
    static let path = Checkout.world

    /// Opened once for all tests.
    static var gazetteer: Gazetteer {
        get throws {
            do { return try opened.get() } catch {
                Issue.record("\(error); first run: make gazetteer")
                throw error
            }
        }
    }

    private static let opened = Result { try Gazetteer(path: path) }
}
