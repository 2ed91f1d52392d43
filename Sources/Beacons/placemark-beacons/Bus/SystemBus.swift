import CSystemBus
import Glibc

/// The connection to the system's D-Bus. It never waits: answers come with everything else, and tell by a number what they
/// answer.
final class SystemBus {
    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        var description: String { String(cString: strerror(code)) }
    }

    private let bus: OpaquePointer

    init() throws(Failure) {
        var bus: OpaquePointer?
        let result = sd_bus_open_system_with_description(&bus, "placemark-beacons")
        guard result >= 0, let bus else { throw Failure(code: -result) }
        self.bus = bus
    }

    deinit { sd_bus_flush_close_unref(bus) }

    /// For poll(2).
    var descriptor: Int32 { sd_bus_get_fd(bus) }
    var events: Int16 { Int16(truncatingIfNeeded: max(0, sd_bus_get_events(bus))) }

    /// The next message; nil when there is none yet. Throws when the connection is lost.
    func next() throws(Failure) -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let result = sd_bus_process(bus, &message)
            if let message { return BusMessage(message) }
            guard result >= 0 else { throw Failure(code: -result) }
            if result == 0 { return nil }
        }
    }

    /// Calls a method. Returns the number by which its answer is known; nil when it could not be sent.
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: (BusMessage) -> Void = { _ in }
    ) -> UInt64? {
        var call: OpaquePointer?
        guard sd_bus_message_new_method_call(bus, &call, destination, path, interface, member) >= 0, let call else {
            return nil
        }
        let message = BusMessage(call)
        arguments(message)
        var cookie: UInt64 = 0
        return sd_bus_send(bus, message.pointer, &cookie) >= 0 ? cookie : nil
    }

    /// Asks the bus for the signals of a rule.
    func match(_ rule: String) {
        _ = call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch") {
            $0.append(rule)
        }
    }

    /// Answers a call.
    func answer(_ call: BusMessage, _ arguments: (BusMessage) -> Void = { _ in }) {
        var answer: OpaquePointer?
        guard sd_bus_message_new_method_return(call.pointer, &answer) >= 0, let answer else { return }
        let message = BusMessage(answer)
        arguments(message)
        sd_bus_send(bus, message.pointer, nil)
    }

    /// Answers a call that nobody here can answer.
    func refuse(_ call: BusMessage) { sd_bus_reply_method_errno(call.pointer, EOPNOTSUPP, nil) }
}
