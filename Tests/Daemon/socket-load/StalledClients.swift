import Glibc

/// Clients that watch and never read. Whoever is cut off comes again, so that there are always as many.
final class StalledClients {
    private let socket: String
    private let request: String
    private var descriptors: [Int32] = []
    private(set) var cutOff = 0

    init(_ count: Int, socket: String, request: String) throws {
        self.socket = socket
        self.request = request
        for _ in 0..<count { descriptors.append(try come()) }
    }

    func replaceCutOff() {
        for index in descriptors.indices {
            var entry = pollfd(fd: descriptors[index], events: 0, revents: 0)
            guard poll(&entry, 1, 0) == 1, let next = try? come() else { continue }
            close(descriptors[index])
            descriptors[index] = next
            cutOff += 1
        }
    }

    private func come() throws -> Int32 {
        let descriptor = try Connecting.unix(socket)
        try Connecting.say(request + "\n", to: descriptor)
        return descriptor
    }
}
