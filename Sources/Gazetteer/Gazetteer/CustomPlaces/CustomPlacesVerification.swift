import PlacemarkModel

extension CustomPlacesLayer {
    /// What is wrong with the layer's records; empty when all is well. At most `limit` faults are named.
    func faults(limit: Int = 10) -> [String] {
        var faults: [String] = []
        for index in 0..<featureCount where faults.count < limit {
            if let fault = fault(ofFeature: UInt32(index)) { faults.append("custom place \(index): \(fault)") }
        }
        for index in 0..<partCount where faults.count < limit {
            if let fault = fault(ofPart: UInt32(index)) { faults.append("custom part \(index): \(fault)") }
        }
        for item in 0..<tree.itemCount where faults.count < limit {
            if let fault = fault(ofItem: item) { faults.append("custom item \(item): \(fault)") }
        }
        for level in 1..<max(1, tree.levelCount) {
            for node in tree.boxes(ofLevel: level) where faults.count < limit {
                let box = box(at: node)
                if tree.children(of: node, onLevel: level).contains(where: { self.box(at: $0).union(box) != box }) {
                    faults.append("custom box \(node): it does not hold its children")
                }
            }
        }
        return faults
    }

    private func box(at index: Int) -> CustomBox {
        func number(_ field: Int) -> Int32 {
            boxes.littleEndian(Int32.self, at: index * CustomPlacesFormat.boxByteCount + field * 4)
        }
        return CustomBox(west: number(0), south: number(1), east: number(2), north: number(3))
    }

    private func fault(ofFeature index: UInt32) -> String? {
        guard let record = record(at: index) else { return "there is no record" }
        guard record.coordinate != nil else { return "its coordinate is out of range" }
        guard isText(record.name) else { return "its name is not in the string table" }
        guard let properties = properties(of: record) else { return "its properties are not in the table" }
        for property in properties {
            guard case (.some, .some) = self.property(at: property) else { return "a property cannot be read" }
        }
        return nil
    }

    private func fault(ofItem item: Int) -> String? {
        guard indexOfPart(ofItem: item) < partCount else { return "there is no such part" }
        let (box, earth) = (box(at: item), CustomBox.earth)
        guard box.west <= box.east, box.south <= box.north, box.union(earth) == earth else { return "its box is none" }
        guard CustomCells.bits(of: box).allSatisfy({ cells[$0 / 8] & (1 << UInt8($0 % 8)) != 0 }) else {
            return "the map of cells does not show it"
        }
        return nil
    }

    private func fault(ofPart index: UInt32) -> String? {
        guard let part = part(at: index) else { return "there is no record" }
        guard part.feature < featureCount else { return "its feature is not in the table" }
        if part.ringCount == 0 { return part.westOrRadius > 0 ? nil : "its radius is not above 0" }
        let (first, count) = (Int(part.firstRing), Int(part.ringCount))
        guard first <= ringCount, count <= ringCount - first else { return "its rings are not in the table" }
        for ring in first..<first + count {
            guard let vertices = vertices(ofRing: ring), vertices.count >= 3 else {
                return "ring \(ring) has no three vertices"
            }
        }
        return nil
    }

    private func isText(_ offset: UInt32) -> Bool {
        stringBytes(at: offset).flatMap { String(validating: $0, as: UTF8.self) } != nil
    }
}
