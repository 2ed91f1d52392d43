// The programs are linked statically, and there is no static Testing.
#if canImport(Testing)
    public import Foundation
    public import TestSupport
    import Testing

    /// Whether suites tagged `.soak` shall be thorough rather than quick.
    public enum Soak {
        public static let isOn = ProcessInfo.processInfo.environment["PLACEMARKD_SOAK"] != nil
    }

    /// What not every machine has. A test that needs it is cancelled without it, and `Scripts/run-tests` says so.
    extension SmallFileSystem {
        /// A small file system; where nobody may mount one, the test is cancelled.
        public static func orCancel(_ kind: Kind = .tmpfs, kilobytes: Int) async throws -> SmallFileSystem {
            do {
                return try await SmallFileSystem(kind, kilobytes: kilobytes)
            } catch let error as NotPermitted {
                try Test.cancel("this machine mounts no small \(kind): \(error)")
            }
        }
    }

    extension SharedData {
        /// A recording of a real receiver; where it does not lie beside the checkout, the test is cancelled.
        public static func traceOrCancel(_ name: String) throws -> URL {
            let file = files(in: "traces", withExtension: "nmea").first { $0.lastPathComponent == name }
            guard let file else { try Test.cancel("the recording \(name) does not lie beside the checkout") }
            return file
        }

        /// An OpenStreetMap extract; where it does not lie beside the checkout, the test is cancelled.
        public static func extractOrCancel(_ name: String) throws -> URL {
            let file = files(in: "osm", withExtension: "pbf").first { $0.lastPathComponent == name }
            guard let file else { try Test.cancel("the extract \(name) does not lie beside the checkout") }
            return file
        }

        /// Recorded answers of Nominatim; where they do not lie beside the checkout, the test is cancelled.
        public static func nominatimSamplesOrCancel() throws -> [URL] {
            let samples = files(in: "nominatim/samples", withExtension: "http")
            if samples.isEmpty { try Test.cancel("the recorded answers of Nominatim do not lie beside the checkout") }
            return samples
        }
    }

    extension RealNominatim {
        /// A real Nominatim; where its database does not lie beside the checkout, the test is cancelled.
        public static func orCancel() async throws -> RealNominatim {
            do {
                return try await RealNominatim()
            } catch let error as NotThere {
                try Test.cancel("\(error)")
            }
        }
    }
#endif
