import CSystemBus

/// A message of D-Bus, as it is read from its start to its end, or written.
///
/// Each step of a reader tells whether the message has what it expects: a peer may send whatever it likes, and nothing is read
/// as another type than it has.
final class BusMessage {
    let pointer: OpaquePointer

    /// Takes the reference over.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { sd_bus_message_unref(pointer) }

    enum Kind { case call, reply, error, signal, other }

    var kind: Kind {
        var type: UInt8 = 0
        sd_bus_message_get_type(pointer, &type)
        switch Int(type) {
        case Int(SD_BUS_MESSAGE_METHOD_CALL): return .call
        case Int(SD_BUS_MESSAGE_METHOD_RETURN): return .reply
        case Int(SD_BUS_MESSAGE_METHOD_ERROR): return .error
        case Int(SD_BUS_MESSAGE_SIGNAL): return .signal
        default: return .other
        }
    }

    var sender: String { Self.text(sd_bus_message_get_sender(pointer)) }
    var path: String { Self.text(sd_bus_message_get_path(pointer)) }
    var interface: String { Self.text(sd_bus_message_get_interface(pointer)) }
    var member: String { Self.text(sd_bus_message_get_member(pointer)) }
    /// Such as `org.bluez.Error.NotReady`; empty for what is no error.
    var errorName: String { sd_bus_message_get_error(pointer).map { Self.text($0.pointee.name) } ?? "" }

    /// Of the call that it answers; nil for what is no answer.
    var replyCookie: UInt64? {
        var cookie: UInt64 = 0
        return sd_bus_message_get_reply_cookie(pointer, &cookie) >= 0 ? cookie : nil
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    private static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

    // MARK: Reading

    /// A text (`s`), a path of an object (`o`) or a signature (`g`).
    func text(_ type: Unicode.Scalar = "s") -> String? {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(pointer, Self.code(type), &text) > 0, let text else { return nil }
        return String(cString: text)
    }

    func flag() -> Bool? {
        var value: Int32 = 0
        return sd_bus_message_read_basic(pointer, Self.code("b"), &value) > 0 ? value != 0 : nil
    }

    func int16() -> Int16? {
        var value: Int16 = 0
        return sd_bus_message_read_basic(pointer, Self.code("n"), &value) > 0 ? value : nil
    }

    func uint16() -> UInt16? {
        var value: UInt16 = 0
        return sd_bus_message_read_basic(pointer, Self.code("q"), &value) > 0 ? value : nil
    }

    func bytes() -> [UInt8]? {
        var (start, size) = (UnsafeRawPointer?.none, 0)
        guard sd_bus_message_read_array(pointer, Self.code("y"), &start, &size) > 0 else { return nil }
        return Array(UnsafeRawBufferPointer(start: start, count: size))
    }

    /// Reads the elements of an array of this type, until one cannot be read. Returns false when it is none, or one could not.
    @discardableResult
    func array(of contents: String, _ element: () -> Bool) -> Bool {
        inside("a", contents) {
            while sd_bus_message_at_end(pointer, 0) == 0 { if !element() { return false } }
            return true
        }
    }

    /// Reads the entries of a dictionary, a key and a value each, likewise.
    @discardableResult
    func dictionary(of contents: String, _ entry: () -> Bool) -> Bool {
        array(of: "{\(contents)}") { inside("e", contents, entry) }
    }

    /// Reads what a variant holds if that has this type, and skips it if not. Returns false when it is no variant.
    func variant(of contents: String, _ value: () -> Bool) -> Bool {
        var (type, found) = (CChar(0), UnsafePointer<CChar>?.none)
        guard sd_bus_message_peek_type(pointer, &type, &found) > 0, type == Self.code("v") else { return false }
        guard Self.text(found) == contents else { return skip("v") }
        return inside("v", contents, value)
    }

    func skip(_ types: String) -> Bool { sd_bus_message_skip(pointer, types) >= 0 }

    private func inside(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Bool) -> Bool {
        guard sd_bus_message_enter_container(pointer, Self.code(type), contents) > 0 else { return false }
        guard body() else { return false }
        return sd_bus_message_exit_container(pointer) >= 0
    }

    // MARK: Writing

    func append(_ text: String, as type: Unicode.Scalar = "s") {
        text.withCString { _ = sd_bus_message_append_basic(pointer, Self.code(type), $0) }
    }

    func append(_ flag: Bool) {
        var value: Int32 = flag ? 1 : 0
        sd_bus_message_append_basic(pointer, Self.code("b"), &value)
    }

    func append(_ value: Int16) {
        withUnsafePointer(to: value) { _ = sd_bus_message_append_basic(pointer, Self.code("n"), $0) }
    }

    func append(_ value: UInt16) {
        withUnsafePointer(to: value) { _ = sd_bus_message_append_basic(pointer, Self.code("q"), $0) }
    }

    func append(_ value: UInt8) {
        withUnsafePointer(to: value) { _ = sd_bus_message_append_basic(pointer, Self.code("y"), $0) }
    }

    func append(_ bytes: [UInt8]) { sd_bus_message_append_array(pointer, Self.code("y"), bytes, bytes.count) }

    /// An array (`a`), an entry of a dictionary (`e`), a structure (`r`) or a variant (`v`).
    func container(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Void) {
        sd_bus_message_open_container(pointer, Self.code(type), contents)
        body()
        sd_bus_message_close_container(pointer)
    }

    /// An entry of a dictionary of variants.
    func entry(_ key: String, _ type: String, _ value: () -> Void) {
        container("e", "sv") {
            append(key)
            container("v", type, value)
        }
    }
}
