import PlacemarkModel

/// What BlueZ, and the bus about it, say.
extension Bluez {
    /// Handles one message, whoever it is from.
    func handle(_ message: BusMessage, _ now: ContinuousClock.Instant) {
        if message.isFrom(owner) { pulse.isFelt = true }
        switch message.kind {
        case .reply, .error:
            guard let cookie = message.replyCookie, let question = questions.removeValue(forKey: cookie) else { return }
            answered(question, message, now)
        case .signal where message.isFrom(owner): signalled(message)
        case .signal where message.isFrom("org.freedesktop.DBus"):
            guard case "NameOwnerChanged"? = message.member else { return }
            guard message.text() == Self.service, message.text() != nil, let new = message.text() else { return }
            owned(by: new.isEmpty ? nil : new)
        case .call:
            // Nobody else has anything to ask.
            guard message.isFrom(owner) else { return bus.refuse(message) }
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
        pulse = Pulse()
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
            guard !isError else { return failed("bluetoothd does not name its controllers: \(message.errorName)", now) }
            areAdaptersKnown = true
            for object in BluezMessages.managedObjects(message) {
                take(object)
                if let device = object.device, let radio = RadioPath(object.path) { ear.learn(device, of: radio) }
            }
        case .filter(let adapter):
            guard !isError else { return failed("no discovery: \(message.errorName)", now) }
            ask(
                .start(.discovery, adapter: adapter), Self.service, adapter, BluezMessages.adapter, "StartDiscovery")
        case .start(let method, let adapter):
            if !isError || message.errorName == "org.bluez.Error.InProgress" { return listening(method, adapter) }
            if method == .monitor { withoutMonitors.insert(adapter) }
            failed("no \(method.rawValue): \(message.errorName)", now)
            if method == .monitor { state = .idle }
        // Also when the bus answers in its place: then nobody can know.
        case .pulse: pulse.isFelt = true
        }
    }

    private func signalled(_ message: BusMessage) {
        switch message.member {
        case "PropertiesChanged"?:
            switch BluezMessages.change(message) {
            case .device(let advertisement):
                guard !advertisement.isEmpty, let radio = message.radio else { return }
                ear.heard(advertisement, from: radio)
            case .adapter(let change): changed(change, of: message.path)
            case nil: break
            }
        case "InterfacesAdded"?:
            guard let object = BluezMessages.object(message) else { return }
            take(object)
            // It is there because it was heard just now.
            if let device = object.device, !device.isEmpty, let radio = RadioPath(object.path) {
                ear.heard(device, from: radio)
            }
        case "InterfacesRemoved"?:
            guard let (path, interfaces) = BluezMessages.removed(message) else { return }
            if interfaces.contains(BluezMessages.device), let radio = RadioPath(path) { ear.gone(radio) }
            guard interfaces.contains(BluezMessages.adapter) else { return }
            adapters[path] = nil
            withoutMonitors.remove(path)
            if uses(path) { startAnew(because: "the Bluetooth controller has gone") }
        default: break
        }
    }

    private func take(_ object: BluezMessages.Object) {
        guard let adapter = object.adapter else { return }
        adapters[object.path] = (adapter.isPowered ?? false, object.watcher)
    }

    private func changed(_ change: BluezMessages.Adapter, of path: String) {
        if let isPowered = change.isPowered {
            adapters[path]?.isPowered = isPowered
            if !isPowered, uses(path) { startAnew(because: BeaconsFault.switchedOff) }
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
}
