import ArgumentParser
import Gazetteer
import PlacemarkClient
import PlacemarkModel

struct ReverseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reverse", abstract: "Find the place at a coordinate.",
        discussion: """
            Asks the world file, without the daemon; with --geocoder network, the daemon.

            Reads a coordinate as maps and phones copy it: decimal degrees, a geo: link, or degrees, minutes and \
            seconds with N, S, E and W.

            With --batch, each line of standard input is a coordinate. Each gets one line of JSON, in order: a \
            placemark, or an object with the key "error".

            With --explain it says what each layer and each rule knew, and which of them the placemark follows.

            EXAMPLES
              placemarkctl reverse geo:47.141,9.521
              placemarkctl reverse 47°8′27.6″N 9°31′15.6″E
              placemarkctl reverse 47.141 9.521
              placemarkctl reverse --explain 47.141 9.521
              printf '47.141,9.521\\n-18.14,178.44\\n' | placemarkctl reverse --batch
            """)

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Degrees north and degrees east.", valueName: "lat> <lon"))
    var coordinate: [String] = []
    @Flag(help: "Answer the lines of standard input.")
    var batch = false
    @Flag(help: "Say why the answer is what it is: each layer and rule that was asked.")
    var explain = false
    @OptionGroup var reader: LanguageOptions
    @OptionGroup var from: GeocoderOptions
    @OptionGroup var world: GazetteerOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        coordinate = try HyphenatedWords.checked(coordinate)
        guard !explain || !batch && !from.asksNetwork else {
            throw ValidationError(
                "--explain is for one coordinate and for the gazetteer: not with --batch or --geocoder network")
        }
        if batch {
            guard !from.asksNetwork else { throw ValidationError("--batch goes with the gazetteer only") }
            guard coordinate.isEmpty else {
                throw ValidationError("--batch takes no coordinate: it reads them from standard input")
            }
        } else if parsed == nil {
            throw ValidationError(
                "expected a latitude (-90 to 90) and a longitude (-180 to 180), such as: 47.141 9.521")
        }
    }

    private var parsed: Coordinate? { Coordinate(parsing: coordinate.joined(separator: " ")) }

    func run() async throws {
        if let parsed, from.asksNetwork {
            let client = from.daemon.client
            return try await output.show(
                json: await client.answer(
                    to: PlacemarkClient.reverseRequest(parsed, geocoder: .network, languages: reader.languages)),
                text: await Table(
                    client.reverseGeocode(parsed, geocoder: .network, languages: reader.languages)
                ).text)
        }
        let gazetteer = try world.open()
        if batch { return answerStandardInput(gazetteer) }
        guard let parsed, let placemark = placemark(at: parsed, in: gazetteer) else {
            throw CommandFailure("the gazetteer knows no place there")
        }
        guard explain else { return print(output.isForPeople ? Table(placemark).text : JSON.line(placemark)) }
        guard let explanation = gazetteer.explanation(at: parsed) else {
            throw CommandFailure("the gazetteer's file was cut or replaced while it was read; ask again")
        }
        print(
            output.isForPeople
                ? Table(placemark).text + "\n\n" + Words.explanation(explanation) : JSON.line(explanation))
    }

    private func placemark(at coordinate: Coordinate, in gazetteer: Gazetteer) -> Placemark? {
        gazetteer.placemark(at: coordinate, preferredLanguages: reader.languages.languages)
    }

    private func answerStandardInput(_ gazetteer: Gazetteer) {
        var (number, output) = (0, JSONWriter(capacity: 4096))
        while let line = readLine() {
            number += 1
            output.removeAll()
            if let coordinate = Coordinate(parsing: line) {
                if let placemark = placemark(at: coordinate, in: gazetteer) {
                    output.write(placemark)
                } else {
                    output.failure("the gazetteer knows no place there", line: number)
                }
            } else {
                output.failure("expected LAT,LON in degrees, such as 47.141,9.521", line: number)
            }
            output.newline()
            print(String(decoding: output.bytes, as: UTF8.self), terminator: "")
        }
    }
}
