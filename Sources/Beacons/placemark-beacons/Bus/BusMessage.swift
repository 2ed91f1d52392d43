import CSystemBus
import Glibc

/// The types of a dictionary's entries, as D-Bus writes them: with the braces, and without.
struct BusDictionary {
    let whole: StaticString
    let entry: StaticString

    /// Properties by their names.
    static let properties = BusDictionary(whole: "{sv}", entry: "sv")
    /// Data by numbers.
    static let numbered = BusDictionary(whole: "{qv}", entry: "qv")
    /// Properties of interfaces.
    static let interfaces = BusDictionary(whole: "{sa{sv}}", entry: "sa{sv}")
    /// Interfaces of objects.
    static let objects = BusDictionary(whole: "{oa{sa{sv}}}", entry: "oa{sa{sv}}")
}

/// A text where it lies in a message: comparing it takes no memory. It ends with the message.
struct BusText {
    fileprivate let start: UnsafePointer<CChar>

    static func ~= (pattern: StaticString, text: BusText) -> Bool {
        strcmp(UnsafeRawPointer(pattern.utf8Start).assumingMemoryBound(to: CChar.self), text.start) == 0
    }
}

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

    /// Whether it is from this peer; nil is nobody.
    func isFrom(_ peer: String?) -> Bool {
        guard let peer, let sender = sd_bus_message_get_sender(pointer) else { return false }
        return peer.withCString { strcmp($0, sender) == 0 }
    }

    var path: String { Self.text(sd_bus_message_get_path(pointer)) }
    /// The radio that it is about; nil when it is about something else.
    var radio: RadioPath? { RadioPath(sd_bus_message_get_path(pointer)) }
    var interface: BusText? { sd_bus_message_get_interface(pointer).map { BusText(start: $0) } }
    var member: BusText? { sd_bus_message_get_member(pointer).map { BusText(start: $0) } }
    /// Such as `org.bluez.Error.NotReady`; empty for what is no error.
    var errorName: String { sd_bus_message_get_error(pointer).map { Self.text($0.pointee.name) } ?? "" }

    /// Of the call that it answers; nil for what is no answer.
    var replyCookie: UInt64? {
        var cookie: UInt64 = 0
        return sd_bus_message_get_reply_cookie(pointer, &cookie) >= 0 ? cookie : nil
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    /// For C.
    private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    private static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

    // MARK: Reading

    /// A text (`s`), a path of an object (`o`) or a signature (`g`).
    func text(_ type: Unicode.Scalar = "s") -> String? { readText(type).map { String(cString: $0) } }

    /// A text that is compared and not kept.
    func word() -> BusText? { readText("s").map { BusText(start: $0) } }

    private func readText(_ type: Unicode.Scalar) -> UnsafePointer<CChar>? {
        var text: UnsafePointer<CChar>?
        return sd_bus_message_read_basic(pointer, Self.code(type), &text) > 0 ? text : nil
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

    /// Hands over the bytes where they lie. Returns false when there are none.
    func bytes(_ take: (UnsafeRawBufferPointer) -> Void) -> Bool {
        var (start, size) = (UnsafeRawPointer?.none, 0)
        guard sd_bus_message_read_array(pointer, Self.code("y"), &start, &size) > 0 else { return false }
        take(UnsafeRawBufferPointer(start: start, count: size))
        return true
    }

    /// Reads the elements of an array of this type, until one cannot be read. Returns false when it is none, or one could not.
    @discardableResult
    func array(of contents: StaticString, _ element: () -> Bool) -> Bool {
        inside("a", contents) {
            while sd_bus_message_at_end(pointer, 0) == 0 { if !element() { return false } }
            return true
        }
    }

    /// Reads the entries of a dictionary, a key and a value each, likewise.
    @discardableResult
    func dictionary(of contents: BusDictionary, _ entry: () -> Bool) -> Bool {
        array(of: contents.whole) { inside("e", contents.entry, entry) }
    }

    /// Reads what a variant holds if that has this type, and skips it if not. Returns false when it is no variant.
    func variant(of contents: StaticString, _ value: () -> Bool) -> Bool {
        var (type, found) = (CChar(0), UnsafePointer<CChar>?.none)
        guard sd_bus_message_peek_type(pointer, &type, &found) > 0, type == Self.code("v") else { return false }
        guard let found, contents ~= BusText(start: found) else { return skip("v") }
        return inside("v", contents, value)
    }

    func skip(_ types: StaticString) -> Bool { sd_bus_message_skip(pointer, Self.text(types)) >= 0 }

    private func inside(_ type: Unicode.Scalar, _ contents: StaticString, _ body: () -> Bool) -> Bool {
        guard sd_bus_message_enter_container(pointer, Self.code(type), Self.text(contents)) > 0 else { return false }
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
