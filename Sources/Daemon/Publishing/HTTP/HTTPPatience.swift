import NIOCore

/// How long a client may take for its next request, and for the parts of it.
struct HTTPPatience {
    /// From the first byte of a head to its end: as long as for the first line of a connection. The client is on this
    /// machine, and has sent it in a millisecond.
    static let forHead = TimeAmount.seconds(5)
    /// From the end of the head to that of the body: twice as long, because a body may be made while it is sent.
    static let forBody = TimeAmount.seconds(10)
    /// From one request to the next: a program that asks once a minute keeps its connection.
    static let betweenRequests = TimeAmount.seconds(60)

    /// What is waited for.
    enum Part { case nothing, head, body }

    private enum Phase: Equatable { case nothing, head, body, next }

    /// Whether bytes have come of which the parser has not said anything.
    private var isInHead = true
    private var phase = Phase.nothing
    /// When the head of the first request has to be complete; nil after it.
    private var firstDeadline: NIODeadline?
    /// When the time is over; nil while nothing is waited for.
    private(set) var deadline: NIODeadline?

    init(firstHeadBy deadline: NIODeadline) { firstDeadline = deadline }

    /// Whether what is waited for is a new request, of which nothing has come.
    var isIdle: Bool { phase == .next }

    mutating func bytesCame() { isInHead = true }

    /// The parser has said something.
    mutating func partCame() { isInHead = false }

    /// Takes note of what is waited for. Returns whether `deadline` has changed.
    mutating func wait(for part: Part, at now: NIODeadline) -> Bool {
        let new: Phase =
            switch part {
            case .nothing: .nothing
            case .head: isInHead ? .head : .next
            case .body: .body
            }
        guard new != phase else { return false }
        if phase == .head { firstDeadline = nil }
        phase = new
        deadline =
            switch new {
            case .nothing: nil
            case .head: firstDeadline ?? now + Self.forHead
            case .body: now + Self.forBody
            case .next: now + Self.betweenRequests
            }
        return true
    }
}
