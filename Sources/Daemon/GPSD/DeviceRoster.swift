import PlacemarkModel

/// The receivers that gpsd has told of in this connection, and what is news about them.
struct DeviceRoster: Sendable {
    /// The only receiver that counts, or nil for all of them.
    let filter: String?
    private var known: Set<String> = []
    /// Those that do not count.
    private var leftOut: Set<String> = []

    /// gpsd has at most 4 to 64 of them, depending on its build. The bound is for servers that are not gpsd.
    private static let mostDevices = 64

    init(filter: String?) { self.filter = filter }

    /// Whether reports of this receiver count. gpsd leaves the name out when there is only one.
    func counts(_ device: String?) -> Bool { filter == nil || device == nil || device == filter }

    /// Whose a line is that does not say so; nil when gpsd has several, or when this one is unknown yet.
    var only: String? { known.count == 1 && !leavesOut ? known.first : nil }

    /// Whether a line that does not say whose it is can be that of a receiver which does not count.
    var leavesOut: Bool { !leftOut.isEmpty }

    /// News of one receiver, from a DEVICE report or from a TPV.
    mutating func update(_ path: String, isActive: Bool) -> SourceEvent? {
        guard !path.isEmpty else { return nil }
        guard counts(path) else { return leaveOut(path, isActive: isActive) }
        guard isActive else { return known.remove(path).map { .deviceLost(device: $0) } }
        guard known.count < Self.mostDevices, known.insert(path).inserted else { return nil }
        return .deviceFound(device: path)
    }

    private mutating func leaveOut(_ path: String, isActive: Bool) -> SourceEvent? {
        let isNews =
            isActive
            ? leftOut.count < Self.mostDevices && leftOut.insert(path).inserted : leftOut.remove(path) != nil
        return isNews ? filter.map { .devicesLeftOut(leftOut.sorted(), filter: $0) } : nil
    }

    /// A whole list, from a DEVICES report: what it does not mention is gone. Those that do not count are told once, however many
    /// of them are news.
    mutating func replace(with devices: [ReportLine.Device]) -> [SourceEvent] {
        let active = Set(devices.lazy.filter(\.isActive).map(\.path))
        let leftOutBefore = leftOut
        let gone = known.union(leftOut).subtracting(active).sorted()
        let events = (gone.map { ($0, false) } + devices.map { ($0.path, $0.isActive) })
            .compactMap { update($0.0, isActive: $0.1) }
        guard let filter, leftOut != leftOutBefore else { return events.filter { !$0.isOfDevicesLeftOut } }
        return [.devicesLeftOut(leftOut.sorted(), filter: filter)] + events.filter { !$0.isOfDevicesLeftOut }
    }
}

extension SourceEvent {
    fileprivate var isOfDevicesLeftOut: Bool { if case .devicesLeftOut = self { true } else { false } }
}
