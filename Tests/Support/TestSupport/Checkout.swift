import Foundation

/// The checkout that the tests have been built in.
public enum Checkout {
    public static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The world file that "make gazetteer" has built.
    public static let world = file(".build/gazetteer/world.gazetteer")

    /// The path of one of its files or directories.
    public static func file(_ name: String) -> String { "\(path)/\(name)" }

    /// What is written in one of its files.
    public static func text(_ name: String) throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }
}
