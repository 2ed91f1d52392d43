import PlacemarkModel

/// What a source reports.
extension LocationMachine {
    mutating func handle(_ event: SourceEvent, _ step: inout Step) {
        switch event {
        case .connected:
            snapshot.counters.connections += 1
            source.connected(at: step.now)
        case .disconnected(let reason):
            // No receiver is known any more: the first one of the next connection counts at once.
            deviceSelector.disconnected()
            if source.state != .disconnected {
                visits.sourceEnded()
                trips?.sourceEnded()
                watchman.sourceEnded(at: step.now)
            }
            source.disconnected(because: reason, at: step.now)
        case .deviceFound(let device): source.found(device: device)
        case .deviceLost(let device):
            deviceSelector.lost(device)
            source.lost(device: device, at: step.now)
        case .devicesLeftOut(let devices, let filter): source.leftOut(devices: devices, by: filter)
        case .noFix(let device):
            count(.noFix)
            source.reportedNoPosition(device: device, at: step.now)
        case .invalidFix(let device):
            source.reportedUnbelievable(device: device, at: step.now)
            reject(.invalidCoordinate, &step)
        case .fix(let fix): handle(fix, &step)
        case .compass(let reading):
            if let heading = headingRule.heard(reading) { deliver(heading, &step) }
        }
    }

    /// Reports where the box points, if that is news.
    mutating func deliver(_ heading: Heading, _ step: inout Step) {
        if self.heading.delivers(heading) { report(.heading(heading), &step) }
    }

    /// Reports the source when its state is another than the one published last.
    mutating func reportSource(_ step: inout Step) {
        guard source.state != snapshot.source.state || source.reason != snapshot.source.reason else {
            snapshot.source = source
            return
        }
        snapshot.source = source
        step.log(.source(source.state, device: source.device, reason: source.reason))
        report(.source(source), &step)
    }
}
