import Foundation
@testable import LocationEngine
import PlacemarkModel
import TestSupport
import Testing

@Suite("MagneticModel")
struct MagneticModelTests {
    private let model = MagneticModel.wmm2025

    @Test("the 100 test values of NOAA come out to the last digit", arguments: MagneticTestValues.rows)
    func testValues(row: [Double]) {
        let field = model.field(
            at: coordinate(row[2], row[3]), altitudeInMeters: row[1] * 1000, year: row[0])
        // They are rounded to a hundredth of a degree.
        #expect(abs(field.declination - row[4]) <= 0.0051)
        #expect(abs(field.inclination - row[5]) <= 0.0051)
        let found = [
            field.horizontalInNanotesla, field.northInNanotesla, field.eastInNanotesla, field.downInNanotesla,
            field.totalInNanotesla,
        ]
        for (ours, theirs) in zip(found, row[6...]) { #expect(abs(ours - theirs) <= 0.06) }
    }

    @Test("the coefficients are those of NOAA's file, as a package that is pinned by its hash has it")
    func coefficients() throws {
        let lines = try LineProgram.answers(of: Checkout.file("Tests/Engine/magnetic-coefficients"))
        let head = try #require(lines.first).split(separator: " ")
        #expect(head == ["2025.0", "WMM-2025", "11/13/2024"])
        // Degree, order, g, h and their changes in a year; lines of nines end the file.
        let rows = lines.dropFirst().map { $0.split(separator: " ").compactMap { Double($0) } }.filter { $0.count == 6 }
        #expect(rows.flatMap { $0[2...] } == model.coefficients)
    }

    @Test("10,000 places and dates agree with GeographicLib to a ten-thousandth of a degree, and to 0.01 nT")
    func againstGeographicLib() throws {
        var random = SeededRandom(seed: 32)
        var places: [(place: Coordinate, altitudeInMeters: Double, year: Double)] = []
        for _ in 0..<10_000 {
            // Evenly over the earth, and close to a pole now and then.
            let height = Double.random(in: -1...1, using: &random)
            let latitude = places.count % 50 == 0 ? 90 - 1e-4 * abs(height) : asin(height) * 180 / .pi
            places.append(
                (
                    coordinate(latitude, Double.random(in: -180...180, using: &random)),
                    Double.random(in: -500...20_000, using: &random), Double.random(in: 2025..<2030, using: &random)
                ))
        }
        let truth = try MagneticFieldProgram(model).fields(places)
        #expect(truth.count == places.count)
        for ((place, altitude, year), expected) in zip(places, truth) {
            let field = model.field(at: place, altitudeInMeters: altitude, year: year)
            let turn = (field.declination - expected.declination).remainder(dividingBy: 360)
            #expect(abs(turn) <= 1e-4 * max(1, 20_000 / field.horizontalInNanotesla), "\(place) in \(year)")
            #expect(abs(field.inclination - expected.inclination) <= 1e-4)
            #expect(abs(field.totalInNanotesla - expected.total) <= 0.01)
        }
    }

    @Test("the poles are places like any other: east of one meridian is north of another")
    func poles() {
        for latitude in [90.0, -90] {
            let first = model.field(at: coordinate(latitude, 0), year: 2026)
            let second = model.field(at: coordinate(latitude, 90), year: 2026)
            #expect(abs(first.horizontalInNanotesla - second.horizontalInNanotesla) < 0.001)
            #expect(abs(abs((first.declination - second.declination).remainder(dividingBy: 360)) - 90) < 0.001)
        }
    }
}

/// GeographicLib's own command line program, with the coefficients of a model of ours: they are held against NOAA's test values,
/// and its formulas are its own.
private struct MagneticFieldProgram {
    private let directory: TemporaryDirectory

    init(_ model: MagneticModel) throws {
        directory = try TemporaryDirectory()
        // The format: https://geographiclib.sourceforge.io/C++/doc/magnetic.html
        let description = """
            WMMF-1
            # the coefficients of placemarkd
            Name ours
            ReleaseDate 2024-11-13
            Radius 6371200
            NumModels 1
            Epoch \(Int(model.years.lowerBound))
            DeltaEpoch 5
            MinTime \(Int(model.years.lowerBound))
            MaxTime \(Int(model.years.upperBound))
            MinHeight -1000
            MaxHeight 850000
            Normalization schmidt
            ID PLACEMRK

            """
        try Data(description.utf8).write(to: URL(filePath: directory.file("ours.wmm")))
        var bytes = Data("PLACEMRK".utf8)
        for (cosines, sines) in [(0, 1), (2, 3)] {
            for _ in 0..<2 { withUnsafeBytes(of: Int32(model.degree).littleEndian) { bytes.append(contentsOf: $0) } }
            for (column, first) in [(cosines, 0), (sines, 1)] {
                for order in first...model.degree {
                    for degree in order...model.degree {
                        let row = 4 * (degree * (degree + 1) / 2 - 1 + order)
                        let number = degree == 0 ? 0 : model.coefficients[row + column]
                        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
                    }
                }
            }
        }
        try bytes.write(to: URL(filePath: directory.file("ours.wmm.cof")))
    }

    func fields(
        _ places: [(place: Coordinate, altitudeInMeters: Double, year: Double)]
    ) throws -> [(declination: Double, inclination: Double, total: Double)] {
        let lines = places.map { place, altitude, year in
            String(format: "%.9f %.12f %.12f %.6f", year, place.latitude, place.longitude, altitude)
        }
        let arguments = ["-d", directory.path, "-n", "ours", "-p", "5"]
        return try LineProgram.answers(of: "/usr/bin/MagneticField", arguments, to: lines).map { line in
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            try #require(numbers.count == 7, "\(line)")
            return (numbers[0], numbers[1], numbers[6])
        }
    }
}
