import ArgumentParser
import Gazetteer

/// `placemark-gazetteer verify`
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a world file or detail pack as a whole: its checksums, and each record.",
        discussion: """
            Exit status: 0 all is well, 1 something is wrong; standard error says what.

            EXAMPLE
              placemark-gazetteer verify world.gazetteer
            """)

    @Argument(help: "The gazetteer.", completion: .file(extensions: ["gazetteer"]))
    var file: String

    func run() throws { print("\(file): all is well (\(try Self.verify(file)))") }

    /// Returns what is in a file that is all right.
    static func verify(_ file: String) throws -> String {
        let (faults, content) =
            switch try GazetteerFile(path: file) {
            case .world(let gazetteer): (gazetteer.verify(), "\(gazetteer.placeCount) places")
            case .detailPack(let pack): (pack.verify(), pack.content)
            }
        guard faults.isEmpty else { throw Fault(path: file, faults: faults) }
        return content
    }

    /// The checksums are right, and the content is not: a fault of the builder.
    struct Fault: Error, CustomStringConvertible {
        let path: String
        let faults: [String]

        var description: String {
            faults.map { "\(path): \($0)" }.joined(separator: "\n")
                + "\n\(path): make it again with placemark-gazetteer build or import"
        }
    }
}
