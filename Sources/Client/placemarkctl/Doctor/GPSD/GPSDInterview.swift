import GPSD
import Glibc
import PlacemarkModel

/// Asks a gpsd to report, and listens for some seconds, or until there is nothing more to learn. Blocks; every wait
/// has its end, but for the name server's.
struct GPSDInterview: Sendable {
    /// How it went.
    enum Call: Equatable, Sendable {
        case failed(Failure)
        /// Connected; the gpsd need not have said a word.
        case answered(GPSDSurvey)
    }

    enum Failure: Equatable, Sendable {
        case unknownHost, refused, timedOut
        /// In the system's own words.
        case other(String)
    }

    let endpoint: GPSDEndpoint
    /// From its greeting on.
    let listening: Duration
    /// gpsd greets at once, but systemd may have to start it first, and a receiver that it opens holds it up.
    var greeting: Duration = .seconds(10)

    /// A lost packet of a connection is sent again after 1 s and after 3 s (RFC 6298).
    private static let connectLimit = Duration.seconds(5)

    func run() -> Call {
        let descriptor: Int32
        do throws(CallFailure) { descriptor = try connected() } catch { return .failed(error.failure) }
        defer { close(descriptor) }
        guard let parser = LibGPS(endpoint) else { return .failed(.other(String(cString: strerror(ENOMEM)))) }
        return .answered(listen(descriptor, parser))
    }

    private func listen(_ descriptor: Int32, _ parser: LibGPS) -> GPSDSurvey {
        var survey = GPSDSurvey()
        var lines = LineBuffer()
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        let request = Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return survey }
        var start = ContinuousClock.now
        var progress = ProgressBar(total: listening.inSeconds) { "\(Words.number($0, decimals: 0)) s" }
        defer { progress.interrupt() }
        while !survey.isComplete {
            let passed = ContinuousClock.now - start
            let isGreeted = survey.release != nil
            progress.show(isGreeted ? passed.inSeconds : 0)
            let limit = isGreeted ? listening : greeting
            guard passed < limit else { break }
            // In short waits, so that the progress moves.
            guard wait(descriptor, POLLIN, until: min(.now + .milliseconds(250), start + limit)) else { continue }
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { break }
            bytes.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            do throws(LineBuffer.LineTooLong) {
                while let line = try lines.next() { survey.add(line, parsedBy: parser, at: .wallClock) }
            } catch {
                break
            }
            if !isGreeted, survey.release != nil { start = .now }
        }
        return survey
    }

    /// Tries the addresses of the host, one after the other, all of them within the limit.
    private func connected() throws(CallFailure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(endpoint.host, String(endpoint.port), &hints, &list) == 0 else {
            throw CallFailure(failure: .unknownHost)
        }
        defer { freeaddrinfo(list) }
        let deadline = ContinuousClock.now + Self.connectLimit
        var failure = Failure.unknownHost
        var next = list
        while let address = next?.pointee {
            next = address.ai_next
            do throws(CallFailure) {
                return try connected(to: address, until: deadline)
            } catch {
                failure = error.failure
            }
        }
        throw CallFailure(failure: failure)
    }

    private func connected(
        to address: addrinfo, until deadline: ContinuousClock.Instant
    ) throws(CallFailure) -> Int32 {
        let type = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, type, address.ai_protocol)
        guard descriptor >= 0 else { throw CallFailure(code: errno) }
        var code: Int32 = 0
        if connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 { code = errno }
        if code == EINPROGRESS {
            var length = socklen_t(MemoryLayout<Int32>.size)
            let isDone = wait(descriptor, POLLOUT, until: deadline)
            code = isDone && getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : ETIMEDOUT
        }
        guard code == 0 else {
            close(descriptor)
            throw CallFailure(code: code)
        }
        return descriptor
    }

    /// Whether the socket became ready in time. An interruption ends the wait early.
    private func wait(_ descriptor: Int32, _ events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        let milliseconds = max(0, min(60_000, (deadline - .now) / .milliseconds(1)))
        return poll(&entry, 1, Int32(milliseconds.rounded(.up))) > 0
    }
}

private struct CallFailure: Error {
    let failure: GPSDInterview.Failure

    init(failure: GPSDInterview.Failure) { self.failure = failure }

    init(code: Int32) {
        failure =
            switch code {
            case ECONNREFUSED: .refused
            case ETIMEDOUT: .timedOut
            default: .other(String(cString: strerror(code)))
            }
    }
}
