import TestSupport
import Testing

/// Functions of C that take the place of the system's in a program that a test starts, by LD_PRELOAD.
enum Interposition {
    /// Compiles them. Returns the path of the library.
    static func library(_ name: String, _ source: String, in directory: TemporaryDirectory) async throws -> String {
        try directory.write("\(name).c", source)
        let library = directory.file("\(name).so")
        // Swift's toolchain brings clang.
        let result = try await Programs.run("clang", ["-shared", "-fPIC", "-o", library, directory.file("\(name).c")])
        try #require(result.status == 0, "\(result.errors)")
        return library
    }
}
