import CGPS
import Glibc
package import PlacemarkModel

/// One connection to gpsd through libgps. Used by one thread; closed when it goes.
///
/// libgps opens the connection, speaks to gpsd and parses its position reports. It does not read the socket: its
/// `gps_read()` would parse lines that make it loop for ever (`ReportLine` says which) before anyone could vet them.
package final class LibGPS {
    private let session: OpaquePointer
    /// C strings that live as long as the session, because libgps 3.25 keeps their addresses.
    private let host, port: UnsafeMutablePointer<CChar>
    private let readsSentences: Bool

    /// Returns nil when there is no memory.
    package init?(_ endpoint: GPSDEndpoint) {
        guard let session = cgps_allocate() else { return nil }
        guard let host = strdup(endpoint.host), let port = strdup(String(endpoint.port)) else {
            cgps_free(session)
            return nil
        }
        (self.session, self.host, self.port) = (session, host, port)
        readsSentences = endpoint.readsCompassSentences
    }

    deinit {
        cgps_free(session)
        free(host)
        free(port)
    }

    /// The socket, or -1.
    var descriptor: Int32 { cgps_descriptor(session) }

    /// Connects, and asks for reports. Blocks in DNS and connect(), for minutes when a firewall swallows packets.
    /// Returns why it failed, or nil.
    func open() -> Outage? {
        switch cgps_open(session, host, port) {
        case 0: break
        case -2: return .unknownHost
        case -6: return .refused
        case let code: return .noConnection(code: code)
        }
        // A local port that connects to itself looks like a server; so does shared memory, with descriptor -1.
        guard descriptor >= 0 else { return .refused }
        return cgps_watch(session, readsSentences) == 0 ? nil : .broken(errno: errno)
    }

    /// Asks gpsd for its version. Returns whether the question could be sent.
    func askVersion() -> Bool { cgps_send(session, "?VERSION;\n") == 0 }

    /// What `receive` found.
    enum Received {
        case bytes(Int)
        /// Nothing more at present.
        case nothing
        case lost(Outage)
    }

    /// Reads what is there, without waiting.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Received {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { return .bytes(count) }
            if count == 0 { return .lost(.closed) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            case ECONNRESET: return .lost(.closed)
            case let code: return .lost(.broken(errno: code))
            }
        }
    }

    /// Parses a line that `ReportLine` says is a TPV.
    package func position(_ line: some Collection<UInt8>) -> TPV {
        TPV(withText(of: line) { cgps_parse_tpv(session, $0) })
    }

    /// Parses a line that `ReportLine` says is an ATT.
    func attitude(_ line: some Collection<UInt8>) -> ATT {
        var report = ATT(withText(of: line) { cgps_parse_att(session, $0) })
        report.magneticHeading = ATT.number("mheading", in: line)
        return report
    }

    /// Hands libgps the line as it wants it: with a NUL at its end, and its own to overwrite.
    private func withText<Report>(
        of line: some Collection<UInt8>, _ parse: (UnsafeMutablePointer<CChar>?) -> Report
    ) -> Report {
        var text = ContiguousArray(line.lazy.map { CChar(bitPattern: $0) })
        text.append(0)
        return text.withUnsafeMutableBufferPointer { parse($0.baseAddress) }
    }
}

extension ATT {
    fileprivate init(_ report: cgps_att) {
        heading = report.heading
        let status = UInt8(bitPattern: report.mag_st)
        magneticStatus = status == 0 ? nil : Unicode.Scalar(status)
        let path = withUnsafePointer(to: report) { String(cString: cgps_att_device($0)) }
        device = path.isEmpty ? nil : path
    }
}

extension TPV {
    fileprivate init(_ report: cgps_tpv) {
        mode = Int(report.mode)
        status = Int(report.status)
        if report.has_time {
            time = Timestamp(secondsSinceEpoch: report.seconds, nanoseconds: report.nanoseconds)
        }
        (latitude, longitude) = (report.latitude, report.longitude)
        (altitudeMSL, altitudeHAE) = (report.altitude_msl, report.altitude_hae)
        (eph, epx, epy, epv) = (report.eph, report.epx, report.epy, report.epv)
        (track, epd) = (report.track, report.epd)
        (speed, eps) = (report.speed, report.eps)
        let path = withUnsafePointer(to: report) { String(cString: cgps_tpv_device($0)) }
        device = path.isEmpty ? nil : path
    }
}
