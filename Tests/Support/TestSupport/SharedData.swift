public import Foundation

/// Recordings that lie beside the checkout on a developer's machine, and are not part of it.
public enum SharedData {
    /// The directory beside the package, or what PLACEMARKD_SHARED_DATA names. May not exist.
    public static var directory: URL {
        if let path = ProcessInfo.processInfo.environment["PLACEMARKD_SHARED_DATA"] {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        return URL(filePath: Checkout.path).deletingLastPathComponent()
            .appendingPathComponent("shared/data", isDirectory: true)
    }

    /// The files in a subdirectory with this ending, sorted by name; none when the directory is not there.
    public static func files(in subdirectory: String, withExtension ending: String) -> [URL] {
        let folder = directory.appendingPathComponent(subdirectory, isDirectory: true)
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
    }
}
