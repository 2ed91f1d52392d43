import CEpoll
import Glibc
import TestSupport

/// Clients that read whatever comes, on one thread, and note when each fix reached them.
final class Crowd {
    enum Side: Hashable { case subscriber, gpsd }

    private final class Client {
        let side: Side
        /// The beginning of a line whose end has not come yet.
        var rest: [UInt8] = []
        var isGreeted = false

        init(_ side: Side) { self.side = side }
    }

    /// How long each fix took to each client, in nanoseconds.
    private(set) var receipts: [Side: [Int64]] = [.subscriber: [], .gpsd: []]
    /// Clients whose connection the other side has ended.
    private(set) var lost = 0
    /// By descriptor.
    private var clients: [Client?] = []
    private var waitingForGreeting = 0
    private let poll: Int32
    private var ready = [epoll_event](repeating: epoll_event(), count: 512)
    private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)

    init() throws {
        poll = epoll_create1(O_CLOEXEC)
        guard poll >= 0 else { throw SocketError("epoll_create1") }
    }

    func join(_ side: Side, _ descriptor: Int32, saying greeting: String? = nil) throws {
        if let greeting { try Connecting.say(greeting, to: descriptor) }
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: descriptor))
        guard epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) == 0 else { throw SocketError("epoll_ctl") }
        while clients.count <= Int(descriptor) { clients.append(nil) }
        clients[Int(descriptor)] = Client(side)
        waitingForGreeting += 1
    }

    /// Waits until everybody has been told something.
    func waitForGreetings() throws {
        let deadline = monotonicNow() + 60_000_000_000
        while waitingForGreeting > 0 {
            guard monotonicNow() < deadline else { throw NoGreeting(count: waitingForGreeting) }
            read(from: nil, until: monotonicNow() + 100_000_000)
        }
    }

    struct NoGreeting: Error, CustomStringConvertible {
        let count: Int
        var description: String { "\(count) clients were told nothing within a minute" }
    }

    /// Lets the receiver send fixes, and notes their arrival until none has come for a second after the last one.
    func listen(to receiver: FixSender, fixes: Int, rate: Double, each: () -> Void = {}) throws {
        let interval = Int64(1e9 / rate)
        let start = monotonicNow()
        for number in 0..<fixes {
            receiver.sendFix()
            read(from: receiver, until: start + Int64(number + 1) * interval)
            each()
        }
        // A slow machine has some of ten thousand on their way still.
        let end = monotonicNow() + 30_000_000_000
        var known: Int
        repeat {
            known = receiptCount
            read(from: receiver, until: monotonicNow() + 1_000_000_000)
        } while receiptCount > known && monotonicNow() < end
        receiver.forget()
    }

    private var receiptCount: Int { receipts.values.reduce(0) { $0 + $1.count } }

    func forget() { receipts = [.subscriber: [], .gpsd: []] }

    private func read(from receiver: FixSender?, until end: Moment) {
        while true {
            let left = end - monotonicNow()
            guard left > 0 else { return }
            let count = epoll_wait(poll, &ready, Int32(ready.count), Int32((left + 999_999) / 1_000_000))
            for event in ready.prefix(Int(max(0, count))) { read(event.data.fd, receiver) }
        }
    }

    private func read(_ descriptor: Int32, _ receiver: FixSender?) {
        guard let client = clients[Int(descriptor)] else { return }
        let room = UnsafeMutableRawBufferPointer(rebasing: chunk[client.rest.count..<chunk.count - 1])
        let count = recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        let now = monotonicNow()
        guard count > 0 else {
            if count < 0, errno == EAGAIN { return }
            clients[Int(descriptor)] = nil
            close(descriptor)
            lost += 1
            return
        }
        if !client.isGreeted {
            client.isGreeted = true
            waitingForGreeting -= 1
        }
        chunk.copyBytes(from: client.rest)
        var bytes = UnsafeMutableRawBufferPointer(rebasing: chunk[..<(client.rest.count + count)])
        while let base = bytes.baseAddress, let end = memchr(base, Int32(UInt8(ascii: "\n")), bytes.count) {
            // What looks for the end of a text finds it here.
            end.storeBytes(of: 0, as: UInt8.self)
            if let receiver, let time = client.side.fixTime(in: base), let sent = receiver.moment(of: time) {
                receipts[client.side, default: []].append(now - sent)
            }
            bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[(base.distance(to: end) + 1)...])
        }
        // A line that does not end in a whole chunk is nobody's.
        if !client.rest.isEmpty || !bytes.isEmpty { client.rest = bytes.count < chunk.count / 2 ? Array(bytes) : [] }
    }
}

extension Crowd.Side {
    /// The time of the fix that a line reports; nil for any other line. A line ends with a zero.
    fileprivate func fixTime(in line: UnsafeMutableRawPointer) -> MillisecondOfDay? {
        let (kind, key): (StaticString, StaticString) =
            switch self {
            case .subscriber: (#""event":"location""#, #""timestamp":""#)
            case .gpsd: (#""class":"TPV""#, #""time":""#)
            }
        let text = line.assumingMemoryBound(to: CChar.self)
        guard strstr(text, kind.characters) != nil, let found = strstr(text, key.characters) else { return nil }
        let time = found + key.utf8CodeUnitCount
        return MillisecondOfDay(parsing: UnsafeRawBufferPointer(start: time, count: min(24, strlen(time))))
    }
}

extension StaticString {
    /// As C has it, ending with a zero.
    fileprivate var characters: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
