import LocationEngine
import PlacemarkModel

/// Entering and leaving alternate for each region, one of them at a time, and the list of regions that the box is in
/// says the same.
struct RegionAlternation: Invariant {
    private let identifiers: Set<String>
    /// What was reported last of each region that reports both.
    private var wasEntry: [String: Bool] = [:]
    private var listed: [String] = []

    init(regions: [Region]) { identifiers = Set(regions.map(\.identifier)) }

    mutating func check(_ step: Step, _ violations: inout Violations) {
        guard step.publicationCount > 0 else { return }
        let list = step.publication?.snapshot.regions ?? []
        defer { listed = list }
        if list != listed { checkList(list, step, &violations) }
        var seen: Set<String> = []
        for event in step.news {
            switch event.kind {
            case .regionEntered(let region, _): check(region, true, list, &seen, step, &violations)
            case .regionExited(let region, _): check(region, false, list, &seen, step, &violations)
            default: break
            }
        }
    }

    private mutating func check(
        _ region: Region, _ isEntry: Bool, _ list: [String], _ seen: inout Set<String>, _ step: Step,
        _ violations: inout Violations
    ) {
        let name = region.identifier
        if !identifiers.contains(name) { complain("\(name) is not watched", step, &violations) }
        if !seen.insert(name).inserted { complain("\(name) was crossed twice at once", step, &violations) }
        guard isEntry ? region.notifyOnEntry : region.notifyOnExit else {
            return complain("\(name) reports what it was told not to", step, &violations)
        }
        if listed.contains(name) == isEntry { complain("\(name) was entered or left before", step, &violations) }
        if list.contains(name) != isEntry { complain("the list has not followed \(name)", step, &violations) }
        guard region.notifyOnEntry, region.notifyOnExit else { return }
        if wasEntry.updateValue(isEntry, forKey: name) == isEntry {
            complain("\(name) was \(isEntry ? "entered" : "left") twice", step, &violations)
        }
    }

    private func checkList(_ list: [String], _ step: Step, _ violations: inout Violations) {
        if zip(list, list.dropFirst()).contains(where: { $0 >= $1 }) {
            complain("the list is not in order, or names a region twice", step, &violations)
        }
        if !identifiers.isSuperset(of: list) { complain("the list names what is not watched", step, &violations) }
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("regions alternate", at: step.now, text())
    }
}
