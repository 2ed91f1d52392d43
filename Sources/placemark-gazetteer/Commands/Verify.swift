import ArgumentParser
import Gazetteer

/// `placemark-gazetteer verify`
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a gazetteer as a whole: its checksums, each record, and the search tree.",
        discussion: """
            Exit status: 0 all is well, 1 something is wrong, and what.

            EXAMPLE
              placemark-gazetteer verify world.gazetteer
            """)

    @Argument(help: "The gazetteer.", completion: .file(extensions: ["gazetteer"]))
    var file: String

    func run() throws { print("\(file): all is well (\(try Self.verify(file)) places)") }

    /// Returns the number of places in a gazetteer that is all right.
    static func verify(_ file: String) throws -> Int {
        let gazetteer = try Gazetteer(path: file)
        let faults = gazetteer.verify()
        guard faults.isEmpty else { throw Fault(path: file, faults: faults) }
        return gazetteer.placeCount
    }

    /// The checksums are right, and the content is not: a fault of the builder.
    struct Fault: Error, CustomStringConvertible {
        let path: String
        let faults: [String]

        var description: String {
            faults.map { "\(path): \($0)" }.joined(separator: "\n")
                + "\n\(path): build it again with placemark-gazetteer build"
        }
    }
}
