import Glibc
import TestSupport
import Testing

@testable import DaemonSettings
@testable import Settings

@Suite("The shipped file")
struct DefaultFileTests {
    /// etc/placemarkd.conf of this package.
    private static func shipped() throws -> String {
        let bytes = try ConfigurationFile.read(Checkout.file("etc/placemarkd.conf"))
        return String(decoding: try #require(bytes), as: UTF8.self)
    }

    @Test("it is what the table of keys says; if not, the comment of this failure names the right one")
    func isTheTable() throws {
        guard try Self.shipped() != Configuration.defaultFile else { return }
        let path = "/tmp/placemarkd.conf.\(getpid())"
        let file = try #require(fopen(path, "w"))
        fputs(Configuration.defaultFile, file)
        fclose(file)
        Issue.record("cp \(path) etc/placemarkd.conf")
    }

    @Test("it has the keys of the table, in their order, commented out, at their defaults")
    func keys() throws {
        let keys = try Self.shipped().split(separator: "\n").filter {
            $0.hasPrefix("#") && !$0.hasPrefix("# ") && $0 != "#"
        }
        #expect(keys.map(String.init) == Configuration.keys.map { "#\($0.name)=\($0.defaultText)" })
    }

    @Test("it changes nothing as it is, and nothing with every key uncommented")
    func isTheDefault() throws {
        #expect(try TemporaryConfiguration(Self.shipped()).load() == Configuration())
        let lines = try Self.shipped().split(separator: "\n", omittingEmptySubsequences: false)
        let uncommented = lines.map {
            $0.hasPrefix("#") && $0.dropFirst().first?.isLetter == true ? $0.dropFirst() : $0
        }
        #expect(uncommented != lines)
        #expect(try TemporaryConfiguration(uncommented.joined(separator: "\n")).load() == Configuration())
    }

    @Test("no line is longer than a terminal of 120 columns")
    func width() throws {
        #expect(try Self.shipped().split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test("the names of sections and keys are distinct, and explanations are sentences")
    func table() {
        #expect(Set(Configuration.keys.map { "\($0.section) \($0.name)" }).count == Configuration.keys.count)
        #expect(Set(Configuration.sections).count == Configuration.sections.count)
        for key in Configuration.keys { #expect(key.explanation.hasSuffix("."), "\(key.name)") }
    }
}
