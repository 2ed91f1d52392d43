/// What BlueZ says about its objects, read out of messages.
enum BluezMessages {
    /// An object with those of its properties that matter here.
    struct Object {
        let path: String
        var adapter: Adapter?
        /// The properties of a device that were told.
        var device: Advertisement?
        /// Who watches for advertisements by patterns, without asking others for more.
        var watcher = PatternWatcher.nobody
    }

    /// Who looks for the patterns of a monitor.
    enum PatternWatcher {
        case nobody
        /// BlueZ itself, which finds a radio with each advertisement that has one.
        case bluez
        /// The controller, which finds a radio once, and loses it.
        case controller
    }

    /// What is told of a controller; nil for what is not.
    struct Adapter: Hashable {
        var isPowered: Bool?
        var isDiscovering: Bool?
    }

    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let monitors = "org.bluez.AdvertisementMonitorManager1"
    static let monitor = "org.bluez.AdvertisementMonitor1"
    static let properties = "org.freedesktop.DBus.Properties"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"

    /// The answer of `GetManagedObjects`.
    static func managedObjects(_ message: BusMessage) -> [Object] {
        var objects: [Object] = []
        message.dictionary(of: .objects) {
            guard let object = object(message) else { return false }
            objects.append(object)
            return true
        }
        return objects
    }

    /// The signal `InterfacesAdded`, or an entry of the answer above.
    static func object(_ message: BusMessage) -> Object? {
        guard let path = message.text("o") else { return nil }
        var object = Object(path: path)
        let isWhole = message.dictionary(of: .interfaces) {
            switch message.word() {
            case "org.bluez.Adapter1"?:
                object.adapter = readAdapter(message)
                return object.adapter != nil
            case "org.bluez.Device1"?:
                object.device = readDevice(message)
                return object.device != nil
            case "org.bluez.AdvertisementMonitorManager1"?:
                object.watcher = readMonitors(message) ?? .nobody
                return true
            case nil: return false
            default: return message.skip("a{sv}")
            }
        }
        return isWhole ? object : nil
    }

    /// The signal `InterfacesRemoved`: the object, and what it is no more.
    static func removed(_ message: BusMessage) -> (path: String, interfaces: [String])? {
        guard let path = message.text("o") else { return nil }
        var interfaces: [String] = []
        message.array(of: "s") {
            guard let interface = message.text() else { return false }
            interfaces.append(interface)
            return true
        }
        return (path, interfaces)
    }

    /// What the signal `PropertiesChanged` tells.
    enum Change {
        case device(Advertisement)
        case adapter(Adapter)
    }

    /// The signal `PropertiesChanged`; nil when it is about something else, or is none.
    static func change(_ message: BusMessage) -> Change? {
        switch message.word() {
        case "org.bluez.Device1"?: readDevice(message).map(Change.device)
        case "org.bluez.Adapter1"?: readAdapter(message).map(Change.adapter)
        default: nil
        }
    }

    private static func readAdapter(_ message: BusMessage) -> Adapter? {
        var adapter = Adapter()
        let isWhole = message.dictionary(of: .properties) {
            switch message.word() {
            case "Powered"?:
                return message.variant(of: "b") {
                    adapter.isPowered = message.flag(); return true
                }
            case "Discovering"?:
                return message.variant(of: "b") {
                    adapter.isDiscovering = message.flag(); return true
                }
            case nil: return false
            default: return message.skip("v")
            }
        }
        return isWhole ? adapter : nil
    }

    /// The properties of a device.
    static func readDevice(_ message: BusMessage) -> Advertisement? {
        var advertisement = Advertisement()
        let isWhole = message.dictionary(of: .properties) {
            switch message.word() {
            case "RSSI"?:
                return message.variant(of: "n") {
                    advertisement.strength = message.int16().map { Int($0) }; return true
                }
            case "ManufacturerData"?:
                return message.variant(of: "a{qv}") {
                    message.dictionary(of: .numbered) {
                        guard let company = message.uint16() else { return false }
                        return message.variant(of: "ay") {
                            message.bytes { advertisement.add(manufacturer: company, $0) }
                        }
                    }
                }
            case "ServiceData"?:
                return message.variant(of: "a{sv}") {
                    message.dictionary(of: .properties) {
                        guard let uuid = message.text() else { return false }
                        return message.variant(of: "ay") {
                            message.bytes { data in
                                if let service = Advertisement.short(uuid) {
                                    advertisement.add(service: service, data)
                                }
                            }
                        }
                    }
                }
            case nil: return false
            default: return message.skip("v")
            }
        }
        return isWhole ? advertisement : nil
    }

    private static func readMonitors(_ message: BusMessage) -> PatternWatcher? {
        var (hasPatterns, isInController) = (false, false)
        let isWhole = message.dictionary(of: .properties) {
            switch message.word() {
            case "SupportedMonitorTypes"?: return find("or_patterns", in: message, &hasPatterns)
            case "SupportedFeatures"?: return find("controller-patterns", in: message, &isInController)
            case nil: return false
            default: return message.skip("v")
            }
        }
        guard isWhole else { return nil }
        guard hasPatterns else { return .nobody }
        return isInController ? .controller : .bluez
    }

    /// Looks for a text in a list of them. Returns false when that is none.
    private static func find(_ text: StaticString, in message: BusMessage, _ isThere: inout Bool) -> Bool {
        message.variant(of: "as") {
            message.array(of: "s") {
                guard let word = message.word() else { return false }
                if text ~= word { isThere = true }
                return true
            }
        }
    }
}
