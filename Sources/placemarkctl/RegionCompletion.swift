import ArgumentParser
import PlacemarkClient
import PlacemarkCore

extension CompletionKind {
    /// The regions of the daemon, if it answers at once: whoever presses the Tab key does not wait.
    static let regionIdentifier = CompletionKind.custom { words, _, _ async -> [String] in
        let path = zip(words, words.dropFirst()).first { $0.0 == "--socket" }?.1
        let client = PlacemarkClient(socketPath: path ?? PlacemarkClient.defaultSocketPath)
        let regions = await Deadline.waiting(.milliseconds(500)) { try? await client.regions() } ?? nil
        return (regions ?? []).map(\.identifier)
    }
}
