import Foundation
import TestSupport
import Testing

/// `make fuzz` compiles the gazetteer by itself, without Package.swift, and is not run with the tests.
@Suite("The script of the fuzzers")
struct FuzzScriptTests {
    @Test("builds each module that the gazetteer and the fuzzers import, before whoever imports it, and links it")
    func modules() throws {
        let script = try Checkout.text("Scripts/fuzz")
        // What is there without being built.
        var built: Set = ["CXXHash", "Glibc", "Synchronization"]
        for module in script.matches(of: /(?m)^module (\w+) (\S+)$/) {
            #expect(try built.isSuperset(of: Self.imports("Sources/\(module.2)")), "\(module.1)")
            built.insert(String(module.1))
            #expect(script.contains("-l\(module.1) "), "\(module.1)")
        }
        #expect(try built.isSuperset(of: Self.imports("Tests/Gazetteer/Fuzz")))
    }

    /// The modules that the files of a folder import.
    private static func imports(_ folder: String) throws -> Set<String> {
        var imports: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: Checkout.file(folder))
        where file.hasSuffix(".swift") {
            let text = try Checkout.text("\(folder)/\(file)")
            imports.formUnion(text.matches(of: /(?m)^(?:@?\w+ )?import (\w+)/).map { String($0.1) })
        }
        return imports
    }
}
