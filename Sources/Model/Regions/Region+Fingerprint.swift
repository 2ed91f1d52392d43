extension Region {
    /// Stands for the identifier and the shape: what says whether it is the same region as before.
    package var fingerprint: UInt64 {
        var print = Fingerprint()
        print.add(identifier)
        if let beacon {
            let members = BeaconMembers(beacon)
            for text in [members.uuid, members.namespace, members.instance, members.address] { print.add(text ?? "") }
            for number in [members.major, members.minor] { print.add(number.map(UInt64.init) ?? .max) }
        }
        switch shape {
        case .unlocated: break
        case .circle(let center, let radius):
            for number in [center.latitude, center.longitude, radius] { print.add(number) }
        case .polygons(let polygons):
            for polygon in polygons {
                print.add(UInt64(polygon.holes.count))
                for ring in [polygon.exterior] + polygon.holes {
                    print.add(UInt64(ring.count))
                    for vertex in ring {
                        print.add(vertex.latitude)
                        print.add(vertex.longitude)
                    }
                }
            }
        }
        return print.value
    }
}
