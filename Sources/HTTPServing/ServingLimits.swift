/// What all clients of a server together may take of the machine, and one of them of its patience.
public struct ServingLimits: Hashable, Sendable {
    /// Connections at a time, 1…. Further clients wait in the kernel's queue until one ends.
    public var connections = 1000
    /// Of a head: fields, bytes of one field, bytes together.
    public var headFields = 64
    public var headFieldInBytes = 8 * 1024
    public var headInBytes = 16 * 1024
    /// How long a connection may do nothing: wait for a request, for the next piece of one, or for its client to take the
    /// answers of what it has sent. A piece is 16 KiB, and some ten of them are on the way.
    public var idle = Duration.seconds(60)
    /// How long a stop waits for the answers that are on their way.
    public var stop = Duration.seconds(5)

    public init() {}
}
