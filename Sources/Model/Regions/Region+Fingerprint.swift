extension Region {
    /// Stands for the identifier and the shape: what says whether it is the same region as before.
    package var fingerprint: UInt64 {
        var print = Fingerprint()
        print.add(identifier)
        switch shape {
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
