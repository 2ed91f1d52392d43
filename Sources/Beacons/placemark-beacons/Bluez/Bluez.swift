import Glibc
import PlacemarkModel

/// Has BlueZ listen for beacons, and hands what it hears to the ear.
///
/// Where the controller can watch for patterns, nothing is sent at all: the way of `AdvertisementMonitorManager1`. Elsewhere a
/// discovery runs, in which each advertisement is told, with its strength. It never connects, advertises or pairs, and it does
/// not switch a controller on.
final class Bluez {
    /// How long to wait after something has failed.
    static let retryInterval = Duration.seconds(2)
    /// How many messages are handled before the loop looks after everything else.
    static let mostAtOnce = 500
    static let service = "org.bluez"
    private static let root = "/org/placemarkd/beacons"
    private static let monitorPath = "/org/placemarkd/beacons/monitor"

    /// How it listens.
    enum Way: String { case monitor, discovery }

    private enum State: Equatable {
        case idle
        /// Waits for answers.
        case starting(Way, adapter: String)
        case listening(Way, adapter: String)
        /// Until then.
        case failed(until: ContinuousClock.Instant)
    }

    private enum Question {
        case owner, objects, filter(adapter: String), start(Way, adapter: String), device(path: String)
    }

    var ear = BeaconEar()
    private let bus: SystemBus
    private let log: (String) -> Void
    private var wanted: [BeaconConstraint] = []
    private var patterns: [BeaconPattern]?
    /// The bus' name of the daemon of BlueZ; nil while it does not run.
    private var owner: String?
    /// Whether the bus has said who that is.
    private var isOwnerKnown = false
    private var adapters: [String: (isPowered: Bool, hasMonitors: Bool)] = [:]
    private var areAdaptersKnown = false
    private var state = State.idle
    private var questions: [UInt64: Question] = [:]
    /// Controllers that have refused to watch for patterns.
    private var withoutMonitors: Set<String> = []
    private(set) var trouble: String?

    /// - Parameter log: takes a line, in which there is no address.
    init(_ bus: SystemBus, log: @escaping (String) -> Void) {
        (self.bus, self.log) = (bus, log)
        let sender = "type='signal',sender='\(Self.service)'"
        bus.match("\(sender),interface='\(BluezMessages.objectManager)'")
        for interface in [BluezMessages.device, BluezMessages.adapter] {
            bus.match(
                "\(sender),interface='\(BluezMessages.properties)',member='PropertiesChanged',arg0='\(interface)'")
        }
        bus.match(
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.service)'")
        ask(.owner, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner") {
            $0.append(Self.service)
        }
    }

    var descriptor: Int32 { bus.descriptor }
    var events: Int16 { bus.events }

    /// Why nothing is heard, in words for a person; nil while it listens.
    var fault: String? {
        if case .listening = state { return nil }
        if !isOwnerKnown || (owner != nil && !areAdaptersKnown) { return "listening is about to begin" }
        if owner == nil { return "bluetoothd does not run" }
        if adapters.isEmpty { return "there is no Bluetooth controller" }
        if !adapters.values.contains(where: \.isPowered) { return "the Bluetooth controller is switched off" }
        return trouble ?? "listening is about to begin"
    }

    func listen(for constraints: [BeaconConstraint]) {
        wanted = constraints
        ear.listen(for: constraints)
        let before = patterns
        patterns = BeaconPattern.patterns(of: constraints)
        switch state {
        case .listening(.monitor, let adapter), .starting(.monitor, let adapter):
            guard patterns != before else { return }
            _ = bus.call(Self.service, adapter, BluezMessages.monitors, "UnregisterMonitor") {
                $0.append(Self.root, as: "o")
            }
            state = .idle
        case .listening(.discovery, _), .starting(.discovery, _), .idle, .failed: break
        }
    }

    /// Handles what has come. Throws when the bus is lost.
    func process(at now: ContinuousClock.Instant) throws(SystemBus.Failure) {
        for _ in 0..<Self.mostAtOnce {
            guard let message = try bus.next() else { break }
            handle(message, now)
        }
        begin(at: now)
    }

    // MARK: To BlueZ

    private func ask(
        _ question: Question, _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: (BusMessage) -> Void = { _ in }
    ) {
        if let cookie = bus.call(destination, path, interface, member, arguments) { questions[cookie] = question }
    }

    /// Begins to listen, if it does not and can.
    private func begin(at now: ContinuousClock.Instant) {
        switch state {
        case .starting, .listening: return
        case .failed(let until): if now < until { return }
        case .idle: break
        }
        guard owner != nil, !wanted.isEmpty else { return }
        guard let (adapter, features) = adapters.filter({ $0.value.isPowered }).min(by: { $0.key < $1.key }) else {
            return
        }
        if patterns != nil, features.hasMonitors, !withoutMonitors.contains(adapter) {
            state = .starting(.monitor, adapter: adapter)
            ask(.start(.monitor, adapter: adapter), Self.service, adapter, BluezMessages.monitors, "RegisterMonitor") {
                $0.append(Self.root, as: "o")
            }
        } else {
            state = .starting(.discovery, adapter: adapter)
            ask(.filter(adapter: adapter), Self.service, adapter, BluezMessages.adapter, "SetDiscoveryFilter") {
                message in
                message.container("a", "{sv}") {
                    message.entry("Transport", "s") { message.append("le") }
                    message.entry("DuplicateData", "b") { message.append(true) }
                    // All that is heard at all. With a threshold each strength is told; without, every eighth dB.
                    message.entry("RSSI", "n") { message.append(Int16(-127)) }
                }
            }
        }
    }

    private func failed(_ why: String, _ now: ContinuousClock.Instant) {
        if trouble != why { log(why) }
        (trouble, state) = (why, .failed(until: now + Self.retryInterval))
    }

    private func listening(_ way: Way, _ adapter: String) {
        (trouble, state) = (nil, .listening(way, adapter: adapter))
        log("listening by \(way.rawValue) on \(adapter.split(separator: "/").last ?? "")")
    }

    /// BlueZ, or the controller, is not what it was.
    private func startAnew(because why: String?) {
        if let why, case .listening = state { log(why) }
        (trouble, state) = (why, .idle)
        ear.allGone()
    }

    // MARK: From BlueZ

    private func handle(_ message: BusMessage, _ now: ContinuousClock.Instant) {
        switch message.kind {
        case .reply, .error:
            guard let cookie = message.replyCookie, let question = questions.removeValue(forKey: cookie) else { return }
            answered(question, message, now)
        case .signal where message.sender == owner: signalled(message)
        case .signal where message.sender == "org.freedesktop.DBus" && message.member == "NameOwnerChanged":
            guard message.text() == Self.service, message.text() != nil, let new = message.text() else { return }
            owned(by: new.isEmpty ? nil : new)
        case .call:
            // Nobody else has anything to ask.
            guard message.sender == owner else { return bus.refuse(message) }
            called(message)
        case .signal, .other: break
        }
    }

    private func owned(by new: String?) {
        guard new != owner else { return }
        owner = new
        (adapters, areAdaptersKnown) = ([:], false)
        withoutMonitors = []
        questions = [:]
        startAnew(because: new == nil ? "bluetoothd has gone" : nil)
        guard new != nil else { return }
        ask(.objects, Self.service, "/", BluezMessages.objectManager, "GetManagedObjects")
    }

    private func answered(_ question: Question, _ message: BusMessage, _ now: ContinuousClock.Instant) {
        let isError = message.kind == .error
        switch question {
        case .owner:
            isOwnerKnown = true
            if !isError, let name = message.text() { owned(by: name) }
        case .objects:
            guard !isError else { return failed("bluetoothd does not tell its controllers: \(message.errorName)", now) }
            areAdaptersKnown = true
            for object in BluezMessages.managedObjects(message) { take(object) }
        case .device(let path):
            if !isError, let advertisement = BluezMessages.readDevice(message) { ear.heard(advertisement, from: path) }
        case .filter(let adapter):
            guard !isError else { return failed("no discovery: \(message.errorName)", now) }
            ask(
                .start(.discovery, adapter: adapter), Self.service, adapter, BluezMessages.adapter, "StartDiscovery")
        case .start(let way, let adapter):
            if !isError || message.errorName == "org.bluez.Error.InProgress" { return listening(way, adapter) }
            if way == .monitor { withoutMonitors.insert(adapter) }
            failed("no \(way.rawValue): \(message.errorName)", now)
            if way == .monitor { state = .idle }
        }
    }

    private func signalled(_ message: BusMessage) {
        switch message.member {
        case "PropertiesChanged":
            let path = message.path
            if adapters[path] != nil {
                guard let change = BluezMessages.changedAdapter(message) else { return }
                changed(change, of: path)
            } else if let advertisement = BluezMessages.changedDevice(message), !advertisement.isEmpty {
                ear.heard(advertisement, from: path)
            }
        case "InterfacesAdded":
            guard let object = BluezMessages.object(message) else { return }
            take(object)
            // It is there because it was heard just now.
            if let device = object.device, !device.isEmpty { ear.heard(device, from: object.path) }
        case "InterfacesRemoved":
            guard let (path, interfaces) = BluezMessages.removed(message) else { return }
            if interfaces.contains(BluezMessages.device) { ear.gone(path) }
            guard interfaces.contains(BluezMessages.adapter) else { return }
            adapters[path] = nil
            withoutMonitors.remove(path)
            if uses(path) { startAnew(because: "the Bluetooth controller has gone") }
        default: break
        }
    }

    private func take(_ object: BluezMessages.Object) {
        guard let adapter = object.adapter else { return }
        adapters[object.path] = (adapter.isPowered ?? false, object.hasMonitors)
    }

    private func changed(_ change: BluezMessages.Adapter, of path: String) {
        if let isPowered = change.isPowered {
            adapters[path]?.isPowered = isPowered
            if !isPowered, uses(path) { startAnew(because: "the Bluetooth controller is switched off") }
        }
        if change.isDiscovering == false, state == .listening(.discovery, adapter: path) {
            startAnew(because: "the discovery has ended")
        }
    }

    private func uses(_ adapter: String) -> Bool {
        switch state {
        case .starting(_, adapter: adapter), .listening(_, adapter: adapter): true
        default: false
        }
    }

    // MARK: The monitor, as BlueZ sees it

    private func called(_ message: BusMessage) {
        switch (message.interface, message.member) {
        case (BluezMessages.objectManager, "GetManagedObjects"):
            bus.answer(message) { answer in
                answer.container("a", "{oa{sa{sv}}}") {
                    answer.container("e", "oa{sa{sv}}") {
                        answer.append(Self.monitorPath, as: "o")
                        answer.container("a", "{sa{sv}}") {
                            answer.container("e", "sa{sv}") {
                                answer.append(BluezMessages.monitor)
                                writeMonitor(answer)
                            }
                        }
                    }
                }
            }
        case (BluezMessages.properties, "GetAll"): bus.answer(message) { writeMonitor($0) }
        case (BluezMessages.monitor, "DeviceFound"):
            bus.answer(message)
            guard let path = message.text("o") else { return }
            ear.isPresent(true, path)
            // BlueZ may know it from before, and tells only what is new.
            ask(.device(path: path), Self.service, path, BluezMessages.properties, "GetAll") {
                $0.append(BluezMessages.device)
            }
        case (BluezMessages.monitor, "DeviceLost"):
            if let path = message.text("o") { ear.isPresent(false, path) }
            bus.answer(message)
        case (BluezMessages.monitor, "Release"):
            bus.answer(message)
            if case .listening(.monitor, let adapter) = state {
                withoutMonitors.insert(adapter)
                startAnew(because: "the controller no longer watches for patterns")
            }
        case (BluezMessages.monitor, "Activate"): bus.answer(message)
        default: bus.refuse(message)
        }
    }

    private func writeMonitor(_ message: BusMessage) {
        message.container("a", "{sv}") {
            message.entry("Type", "s") { message.append("or_patterns") }
            // Found with the first second of whatever strength, lost after ten without any.
            for name in ["RSSILowThreshold", "RSSIHighThreshold"] {
                message.entry(name, "n") { message.append(Int16(-127)) }
            }
            message.entry("RSSIHighTimeout", "q") { message.append(UInt16(1)) }
            message.entry("RSSILowTimeout", "q") { message.append(UInt16(10)) }
            message.entry("RSSISamplingPeriod", "q") { message.append(UInt16(0)) }
            message.entry("Patterns", "a(yyay)") {
                message.container("a", "(yyay)") {
                    for pattern in patterns ?? [] {
                        message.container("r", "yyay") {
                            message.append(pattern.start)
                            message.append(pattern.type)
                            message.append(pattern.bytes)
                        }
                    }
                }
            }
        }
    }
}
