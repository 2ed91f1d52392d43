/// Our monitor of advertisements, as BlueZ sees it: an object that says what to watch for, and is told what is found.
extension Bluez {
    private static let monitorPath = "/org/placemarkd/beacons/monitor"

    /// Answers a call of BlueZ.
    func called(_ message: BusMessage) {
        switch (message.interface, message.member) {
        case ("org.freedesktop.DBus.ObjectManager"?, "GetManagedObjects"?):
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
        case ("org.freedesktop.DBus.Properties"?, "GetAll"?): bus.answer(message) { writeMonitor($0) }
        case ("org.bluez.AdvertisementMonitor1"?, "DeviceFound"?):
            if let radio = message.text("o").flatMap({ RadioPath($0) }) { ear.found(radio) }
            bus.answer(message)
        case ("org.bluez.AdvertisementMonitor1"?, "DeviceLost"?):
            if let radio = message.text("o").flatMap({ RadioPath($0) }) { ear.lost(radio) }
            bus.answer(message)
        case ("org.bluez.AdvertisementMonitor1"?, "Release"?):
            bus.answer(message)
            if case .listening(.monitor, let adapter) = state {
                withoutMonitors.insert(adapter)
                startAnew(because: "the controller no longer watches for patterns")
            }
        case ("org.bluez.AdvertisementMonitor1"?, "Activate"?): bus.answer(message)
        default: bus.refuse(message)
        }
    }

    private func writeMonitor(_ message: BusMessage) {
        message.container("a", "{sv}") {
            message.entry("Type", "s") { message.append("or_patterns") }
            // Found with whatever strength, lost after ten seconds without any. For the controller alone: BlueZ itself finds
            // each advertisement without these, and with them nothing that sends more seldom than every RSSIHighTimeout.
            if ear.isToldOfLoss {
                for name in ["RSSILowThreshold", "RSSIHighThreshold"] {
                    message.entry(name, "n") { message.append(Int16(-127)) }
                }
                message.entry("RSSIHighTimeout", "q") { message.append(UInt16(1)) }
                message.entry("RSSILowTimeout", "q") { message.append(UInt16(10)) }
                message.entry("RSSISamplingPeriod", "q") { message.append(UInt16(0)) }
            }
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
