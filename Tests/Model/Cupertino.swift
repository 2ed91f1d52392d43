import PlacemarkModel

func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
}

let cupertino = coordinate(37.3318, -122.0312)
