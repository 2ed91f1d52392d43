import FoundationEssentials
import Testing

@testable import Gazetteer

/// The gazetteer of the world.
enum RealWorld {
    static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/gazetteer/world.gazetteer").path(percentEncoded: false)

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
