import ArgumentParser
import Gazetteer
import Glibc
import PlacemarkClient
import PlacemarkModel

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find places by name.",
        discussion: """
            Asks the world file, without the daemon; with --geocoder network, the daemon.

            A name in any language, and after it, if you like, the county, state or country, by name or by code. \
            Case, accents and punctuation do not matter. When no place has this name, the search finds names with one \
            letter mistyped, and names that begin with it. The largest places come first, or with --near those near a \
            coordinate.

            Writes a table, or with --json one line: {"results": [...]}. With --batch, each line of standard input is a \
            text to search for. Each gets one line of JSON, in order: results, or an object with the key \
            "error". Exit status: 0 found, 1 nothing found, 2 wrong usage, 66 no usable world file.

            EXAMPLES
              placemarkctl search München
              placemarkctl search Springfield, Illinois
              placemarkctl search Paris TX --limit 1
              placemarkctl search Springfield --near 42.1,-72.6 --country US
              printf '東京\\nМосква, Россия\\n' | placemarkctl search --batch --limit 1
            """)

    @Argument(help: ArgumentHelp("The text to search for; quotes are not needed.", valueName: "text"))
    var text: [String] = []
    @Option(
        // A latitude south of the equator begins like an option.
        parsing: .unconditional, help: ArgumentHelp("Prefer places near this coordinate.", valueName: "lat,lon"),
        transform: coordinate)
    var near: Coordinate?
    @Option(
        help: ArgumentHelp("Only places in this country, by ISO code; may be given several times.", valueName: "code"))
    var country: [String] = []
    @Option(help: ArgumentHelp("The most results to show, 1 to 1000.", valueName: "count"))
    var limit = 10
    @OptionGroup var reader: LanguageOptions
    @Flag(help: "Answer the lines of standard input.")
    var batch = false
    @OptionGroup var from: GeocoderOptions
    @OptionGroup var world: GazetteerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if from.asksNetwork {
            guard !batch, country.isEmpty else {
                throw ValidationError("--batch and --country go with the gazetteer only")
            }
            guard limit <= 50 else { throw ValidationError("--limit is from 1 to 50 with --geocoder network") }
        }
        guard 1...1000 ~= limit else { throw ValidationError("--limit is from 1 to 1000") }
        if batch {
            guard text.isEmpty else { throw ValidationError("--batch takes no text: it reads it from standard input") }
        } else if text.isEmpty {
            throw ValidationError("expected the name of a place, such as: Paris, Texas")
        }
    }

    func run() async throws {
        if from.asksNetwork {
            let results = try await from.daemon.client.search(
                text.joined(separator: " "), near: near, limit: limit, geocoder: .network,
                languages: reader.languages)
            return print(output.isForPeople ? Self.table(results) : JSON.line(Results(results: results)))
        }
        let gazetteer = try world.open()
        if batch { return try answerStandardInput(gazetteer) }
        do throws(SearchError) {
            let results = try search(text.joined(separator: " "), in: gazetteer)
            print(output.isForPeople ? Self.table(results) : JSON.line(Results(results: results)))
        } catch {
            throw CommandFailure(error.description, exitStatus: error.exitStatus)
        }
    }

    private func search(_ text: String, in gazetteer: Gazetteer) throws(SearchError) -> [SearchResult] {
        try gazetteer.search(
            text, near: near, in: country.isEmpty ? nil : country, limit: limit,
            preferredLanguages: reader.languages.languages)
    }

    private func answerStandardInput(_ gazetteer: Gazetteer) throws {
        var number = 0
        while let line = readLine() {
            number += 1
            do throws(SearchError) {
                print(JSON.line(Results(results: try search(line, in: gazetteer))))
            } catch {
                // Without names to search for, no other line will fare better.
                guard error == .noResult || error == .noName else {
                    throw CommandFailure(error.description, exitStatus: error.exitStatus)
                }
                var output = JSONWriter()
                output.failure(error.description, line: number)
                print(String(decoding: output.bytes, as: UTF8.self))
            }
        }
    }

    /// Name, state, country, coordinate, and the distance when somebody asked for it. The city stands in the state's place
    /// for a street or an address.
    private static func table(_ results: [SearchResult]) -> String {
        let rows = results.map { result in
            let placemark = result.placemark
            return [
                placemark.name ?? "",
                (placemark.thoroughfare == nil ? placemark.administrativeArea : placemark.locality) ?? "",
                placemark.country ?? "",
                "\(Words.number(result.coordinate.latitude, decimals: 5)),"
                    + "\(Words.number(result.coordinate.longitude, decimals: 5))",
                placemark.distance.map(Words.length) ?? "",
            ]
        }
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).filter { $0.1 > 0 }.map { Words.leftAligned($0.0, width: $0.1) }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        // The first result says it of all.
        let remark = results.first?.match == .withoutStreet ? ["(the street is not known: this is the city)"] : []
        return (lines + remark).joined(separator: "\n")
    }

    @Sendable private static func coordinate(_ text: String) throws -> Coordinate {
        guard let coordinate = Coordinate(parsing: text) else {
            throw ValidationError(
                "expected a latitude (-90 to 90) and a longitude (-180 to 180), such as: 47.141,9.521")
        }
        return coordinate
    }
}

private struct Results: Encodable { let results: [SearchResult] }

extension SearchError {
    /// 1 when there is no such place, 2 for a text without a name, and that of a world file that cannot be used.
    var exitStatus: Int32 {
        switch self {
        case .noResult: 1
        case .noName: 2
        case .noSearchLayer, .unsupportedSearchLayer: EX_NOINPUT
        }
    }
}
