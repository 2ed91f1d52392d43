/// Why nothing is heard of beacons, in words for a person, as far as more than one program knows them. Whoever listens may say
/// something else.
package enum BeaconsFault {
    /// It has begun, and it is not known yet whether anything will be heard: no news for a log.
    package static let beginning = "listening is about to begin"
    package static let noBluetoothd = "bluetoothd is not running"
    /// It runs, and hangs.
    package static let silentBluetoothd = "bluetoothd does not answer"
    package static let noController = "there is no Bluetooth controller"
    package static let switchedOff = "the Bluetooth controller is switched off"
    /// Nobody has connected to the daemon.
    package static let noListener = "placemark-beacons is not connected"
}
