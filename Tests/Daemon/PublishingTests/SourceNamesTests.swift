import Foundation
import TestSupport
import Testing

/// Whoever looks for a name finds one place.
@Suite("The names of files and types")
struct SourceNamesTests {
    /// All files below `Sources`, or another folder, by their paths there.
    private static func files(below folder: String = "Sources") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: Checkout.file(folder)).filter {
            // No directory has a dot in its name.
            $0.split(separator: "/").last?.contains(".") == true
        }
    }

    @Test("no two files of Sources, and of Swift in Tests, have one name: a row of the faults means one")
    func fileNames() throws {
        // Clang asks for the first by this name, and each module of a C library has a header of its own in its own folder.
        let repeated = ["module.modulemap", "shim.h"]
        let (sources, tests) = (try Self.files(), try Self.files(below: "Tests").filter { $0.hasSuffix(".swift") })
        #expect(sources.count > 1000 && tests.count > 500)
        let places = Dictionary(grouping: sources + tests) { URL(filePath: $0).lastPathComponent }
        for (name, paths) in places { #expect((paths.count > 1) == repeated.contains(name), "\(paths)") }
    }

    @Test("no two types of Sources have one name, but for those that are nested or of one file alone")
    func typeNames() throws {
        let modifiers: Set<Substring> = ["public", "package", "final", "indirect", "@main"]
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]
        var places: [String: [String]] = [:]
        for file in try Self.files() where file.hasSuffix(".swift") {
            for line in try Checkout.text("Sources/\(file)").split(separator: "\n") {
                guard line.first?.isWhitespace == false else { continue }
                let words = line.split(separator: " ").drop { modifiers.contains($0) }
                guard let kind = words.first, kinds.contains(kind), let name = words.dropFirst().first else { continue }
                places[String(name.prefix { $0.isLetter || $0.isNumber }), default: []].append(file)
            }
        }
        #expect(places.count > 1000)
        for (name, files) in places { #expect(files.count == 1, "\(name): \(files)") }
    }
}
