import PlacemarkModel

/// Whether bluetoothd is alive: one that hangs keeps its connection, and looks like one that hears nothing.
extension Bluez {
    /// Signs of life, counted in seconds. Not by a clock: while the machine or this program sleeps, nobody can answer.
    struct Pulse {
        /// How many seconds bluetoothd has for an answer. A region may be left after a silence of five seconds, and before that
        /// the daemon has to know that nobody listens.
        static let patience = 2

        /// Whether it has said anything in this second.
        var isFelt = false
        /// How many seconds in a row it has said nothing; it is asked in the first.
        var missed = 0
        var next = ContinuousClock.now

        var isLost: Bool { missed > Self.patience }
    }

    /// To be called once a second. Asks a bluetoothd that says nothing whether it is alive.
    func feelPulse(at now: ContinuousClock.Instant) {
        // Regions that come and go make it more often.
        guard let owner, now >= pulse.next else { return }
        pulse.next = now + .milliseconds(900)
        defer { pulse.isFelt = false }
        guard !pulse.isFelt else {
            if pulse.isLost { log("bluetoothd answers again") }
            pulse.missed = 0
            return
        }
        let wasLost = pulse.isLost
        pulse.missed += 1
        // Any program on the bus answers it, and does nothing for that.
        if pulse.missed == 1 { ask(.pulse, owner, "/", "org.freedesktop.DBus.Peer", "Ping") }
        if pulse.isLost, !wasLost { log(BeaconsFault.silentBluetoothd) }
    }
}
