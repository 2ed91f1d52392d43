import PlacemarkModel

extension CustomPlacesLayer {
    /// Adds what the custom places know of `coordinate` to the placemark. Without a place there it changes nothing and
    /// allocates nothing.
    ///
    /// The smallest feature gives `name`, and the names of all come before the world's `areasOfInterest`, smallest
    /// first. Each other property comes from the smallest feature that has it. The named place of the world goes, with
    /// its distance and bearing, when it was distant or when its locality is replaced: it no longer names this placemark.
    func apply(to placemark: inout Placemark, at coordinate: Coordinate) {
        let features = self.features(containing: coordinate)
        guard !features.isEmpty else { return }
        var names: [String] = []
        var given: UInt32 = 0
        for feature in features {
            guard let record = record(at: feature), let name = string(at: record.name) else { continue }
            if !names.contains(name) { names.append(name) }
            for index in properties(of: record) ?? 0..<0 {
                guard case (let key?, let value?) = property(at: index), given & (1 << key.rawValue) == 0 else {
                    continue
                }
                given |= 1 << key.rawValue
                placemark[keyPath: key.property] = value
            }
        }
        guard let name = names.first else { return }
        placemark.name = name
        let gives = { (key: CustomPlaceKey) in given & (1 << key.rawValue) != 0 }
        // A pack's number belongs to the pack's street.
        if gives(.thoroughfare), !gives(.subThoroughfare) { placemark.subThoroughfare = nil }
        if gives(.thoroughfare) || gives(.subThoroughfare) { placemark.subThoroughfareInterpolated = nil }
        placemark.areasOfInterest = names + (placemark.areasOfInterest ?? []).filter { !names.contains($0) }
        if gives(.locality) { placemark.localitySource = .own }
        if placemark.distant == true || gives(.locality) {
            (placemark.distant, placemark.distance, placemark.bearing) = (nil, nil, nil)
        }
    }

    /// The numbers of the features that contain the coordinate, each once, ascending: the smallest area first.
    ///
    /// A point on an edge, a vertex or a circle is inside.
    func features(containing coordinate: Coordinate) -> [UInt32] {
        let point = CustomPoint(coordinate)
        var found: [UInt32] = []
        search(point, coordinate, &found)
        // The antimeridian has two longitudes, and a box that ends there has one of them.
        if Int64(point.longitude.magnitude) == CustomPlacesFormat.halfTurn {
            search(CustomPoint(longitude: -point.longitude, latitude: point.latitude), coordinate, &found)
        }
        if found.count > 1 {
            found.sort()
            var last: UInt32?
            found.removeAll { feature in
                defer { last = feature }
                return feature == last
            }
        }
        return found
    }

    private func search(_ point: CustomPoint, _ coordinate: Coordinate, _ found: inout [UInt32]) {
        guard CustomCells.isSet(point, in: cells) else { return }
        let top = tree.levelCount - 1
        search(tree.boxes(ofLevel: top), level: top, point, coordinate, &found)
    }

    /// No deeper than the tree has levels, and each box at most once, whatever the boxes say.
    private func search(
        _ range: Range<Int>, level: Int, _ point: CustomPoint, _ coordinate: Coordinate, _ found: inout [UInt32]
    ) {
        for box in range where isInside(point, box: box) {
            if level > 0 {
                search(tree.children(of: box, onLevel: level), level: level - 1, point, coordinate, &found)
            } else if let part = part(at: indexOfPart(ofItem: box)), part.feature < featureCount,
                contains(part, point, coordinate)
            {
                found.append(part.feature)
            }
        }
    }

    @inline(__always)
    private func isInside(_ point: CustomPoint, box: Int) -> Bool {
        let offset = box * CustomPlacesFormat.boxByteCount
        return boxes.littleEndian(Int32.self, at: offset) <= point.longitude
            && boxes.littleEndian(Int32.self, at: offset + 4) <= point.latitude
            && boxes.littleEndian(Int32.self, at: offset + 8) >= point.longitude
            && boxes.littleEndian(Int32.self, at: offset + 12) >= point.latitude
    }

    private func contains(_ part: Part, _ point: CustomPoint, _ coordinate: Coordinate) -> Bool {
        if part.ringCount == 0 {
            guard let center = record(at: part.feature)?.coordinate else { return false }
            return coordinate.distance(to: center) <= Double(part.westOrRadius) / 1000
        }
        // East of the part's west edge, so that a polygon across the antimeridian is like any other.
        var x = Int64(point.longitude) - Int64(part.westOrRadius)
        if x < 0 { x += CustomPlacesFormat.fullTurn }
        if x >= CustomPlacesFormat.fullTurn { x -= CustomPlacesFormat.fullTurn }
        let (first, count) = (Int(part.firstRing), Int(part.ringCount))
        guard first <= ringCount, count <= ringCount - first else { return false }
        var isInside = false
        for ring in first..<first + count {
            guard let range = vertices(ofRing: ring) else { return false }
            switch crossings(range, x: x, y: Int64(point.latitude)) {
            case .onEdge: return true
            case .odd: isInside.toggle()
            case .even: break
            }
        }
        return isInside
    }

    private enum Crossings { case even, odd, onEdge }

    /// How often a ray to the east crosses the ring: exact, for the vertices are integers, and the products of two
    /// differences are below 2⁶³. (They may wrap round in a damaged file.)
    private func crossings(_ range: Range<Int>, x: Int64, y: Int64) -> Crossings {
        guard let last = range.last else { return .even }
        var isOdd = false
        var (x1, y1) = vertex(at: last)
        for index in range {
            let (x2, y2) = vertex(at: index)
            if (y1 <= y) != (y2 <= y) || (y1 == y || y2 == y) {
                // The side of the edge on which the point lies: 0 on its line.
                let (left, right) = ((x2 &- x1) &* (y &- y1), (x &- x1) &* (y2 &- y1))
                if left == right && min(x1, x2) <= x && x <= max(x1, x2) && min(y1, y2) <= y && y <= max(y1, y2) {
                    return .onEdge
                }
                if (y1 <= y) != (y2 <= y), (left > right) == (y2 > y1) { isOdd.toggle() }
            }
            (x1, y1) = (x2, y2)
        }
        return isOdd ? .odd : .even
    }

    /// - Precondition: `index` is in 0..<vertexCount.
    @inline(__always)
    private func vertex(at index: Int) -> (x: Int64, y: Int64) {
        let offset = index * CustomPlacesFormat.vertexByteCount
        return (
            Int64(vertices.littleEndian(UInt32.self, at: offset)),
            Int64(vertices.littleEndian(Int32.self, at: offset + 4))
        )
    }
}
