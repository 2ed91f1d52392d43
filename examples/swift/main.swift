import PlacemarkClient
import PlacemarkModel

let client = PlacemarkClient(socketPath: CommandLine.arguments.dropFirst().first ?? PlacemarkClient.defaultSocketPath)
let here = try await client.currentPlacemark().placemark
print("In \(here.cityWithContext ?? "the middle of nowhere"), where clocks show the time of \(here.timeZone ?? "?")")
for await update in LocationUpdates.live(from: client) {
    guard let location = update.location else { print("No location: \(update.reason ?? "?")"); continue }
    print(update.isStationary ? "At rest, ±" : "Under way, ±", location.horizontalAccuracy ?? .infinity, "m")
}
