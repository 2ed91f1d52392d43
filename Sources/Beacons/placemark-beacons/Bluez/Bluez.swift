import Glibc
import PlacemarkModel

/// Has BlueZ listen for beacons, and hands what it hears to the ear. `Bluez+Signals` has what BlueZ says, `Bluez+Monitor` what it
/// asks, `Bluez+Pulse` whether it is alive.
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
    /// Where our own objects are, as BlueZ sees them.
    static let root = "/org/placemarkd/beacons"

    /// How it listens.
    enum ListeningMethod: String { case monitor, discovery }

    enum State: Equatable {
        case idle
        /// Waits for answers.
        case starting(ListeningMethod, adapter: String)
        case listening(ListeningMethod, adapter: String)
        /// Until then.
        case failed(until: ContinuousClock.Instant)
    }

    enum Question {
        case owner, objects, filter(adapter: String), start(ListeningMethod, adapter: String), pulse
    }

    var ear = BeaconEar()
    let bus: SystemBus
    let log: (String) -> Void
    private var wanted: [BeaconConstraint] = []
    private(set) var patterns: [BeaconPattern]?
    /// The bus' name of the daemon of BlueZ; nil while it does not run.
    var owner: String?
    /// Whether the bus has said who that is.
    var isOwnerKnown = false
    var adapters: [String: (isPowered: Bool, watcher: BluezMessages.PatternWatcher)] = [:]
    var areAdaptersKnown = false
    var state = State.idle
    var questions: [UInt64: Question] = [:]
    /// Controllers that have refused to watch for patterns.
    var withoutMonitors: Set<String> = []
    private(set) var trouble: String?
    var pulse = Pulse()

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

    /// Whether it listens, so that what comes is advertisements.
    var isListening: Bool { if case .listening = state { true } else { false } }

    var descriptor: Int32 { bus.descriptor }
    var events: Int16 { bus.events }

    /// Why nothing is heard, in words for a person; nil while it listens.
    var fault: String? {
        if pulse.isLost { return BeaconsFault.silentBluetoothd }
        if case .listening = state { return nil }
        if !isOwnerKnown || (owner != nil && !areAdaptersKnown) { return BeaconsFault.beginning }
        if owner == nil { return BeaconsFault.noBluetoothd }
        if adapters.isEmpty { return BeaconsFault.noController }
        if !adapters.values.contains(where: \.isPowered) { return BeaconsFault.switchedOff }
        return trouble ?? BeaconsFault.beginning
    }

    func listen(for constraints: [BeaconConstraint]) {
        guard constraints != wanted else { return }
        wanted = constraints
        ear.listen(for: constraints)
        patterns = BeaconPattern.patterns(of: constraints)
        switch state {
        case .listening(.monitor, let adapter), .starting(.monitor, let adapter):
            // Also for the same patterns: the ear has forgotten the names of radios, and BlueZ does not repeat them.
            _ = bus.call(Self.service, adapter, BluezMessages.monitors, "UnregisterMonitor") {
                $0.append(Self.root, as: "o")
            }
            questions = questions.filter { if case .start = $0.value { false } else { true } }
            state = .idle
        case .listening(.discovery, _): leaveDiscovery()
        case .starting(.discovery, _), .idle, .failed: break
        }
    }

    /// Handles what has come. Returns whether that was all; throws when the bus is lost.
    func process(at now: ContinuousClock.Instant) throws(SystemBus.Failure) -> Bool {
        defer { begin(at: now) }
        for _ in 0..<Self.mostAtOnce {
            guard let message = try bus.next() else { return true }
            handle(message, now)
        }
        return false
    }

    // MARK: To BlueZ

    func ask(
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
        if canWatch(adapter) {
            state = .starting(.monitor, adapter: adapter)
            ear.isToldOfLoss = features.watcher == .controller
            // Answered first, with the names of radios that BlueZ knows already: later it tells only what is new.
            ask(.objects, Self.service, "/", BluezMessages.objectManager, "GetManagedObjects")
            ask(.start(.monitor, adapter: adapter), Self.service, adapter, BluezMessages.monitors, "RegisterMonitor") {
                $0.append(Self.root, as: "o")
            }
        } else {
            state = .starting(.discovery, adapter: adapter)
            ear.isToldOfLoss = false
            setFilter(of: adapter)
        }
    }

    /// Whether a monitor finds all that is wanted there.
    private func canWatch(_ adapter: String) -> Bool {
        guard patterns != nil, let watcher = adapters[adapter]?.watcher else { return false }
        return watcher != .nobody && !withoutMonitors.contains(adapter)
    }

    /// Ends a discovery, in which radios are asked for more, where a monitor is enough again: no address is wanted any more.
    private func leaveDiscovery() {
        guard case .listening(.discovery, let adapter) = state, canWatch(adapter) else { return }
        _ = bus.call(Self.service, adapter, BluezMessages.adapter, "StopDiscovery")
        state = .idle
    }

    /// With any filter at all BlueZ tells each strength, and not only one that is 8 dB off. A threshold for strengths is none of
    /// ours: the kernel would leave out what has no strength, and so all of a controller that measures none.
    private func setFilter(of adapter: String) {
        ask(.filter(adapter: adapter), Self.service, adapter, BluezMessages.adapter, "SetDiscoveryFilter") { message in
            message.container("a", "{sv}") {
                message.entry("Transport", "s") { message.append("le") }
                message.entry("DuplicateData", "b") { message.append(true) }
            }
        }
    }

    func failed(_ why: String, _ now: ContinuousClock.Instant) {
        if trouble != why { log(why) }
        (trouble, state) = (why, .failed(until: now + Self.retryInterval))
    }

    func listening(_ method: ListeningMethod, _ adapter: String) {
        (trouble, state) = (nil, .listening(method, adapter: adapter))
        log("listening by \(method.rawValue) on \(adapter.split(separator: "/").last ?? "")")
        // What is wanted may have changed since it began.
        leaveDiscovery()
    }

    /// BlueZ, or the controller, is not what it was.
    func startAnew(because why: String?) {
        if let why, case .listening = state { log(why) }
        (trouble, state) = (why, .idle)
        ear.allGone()
    }
}
