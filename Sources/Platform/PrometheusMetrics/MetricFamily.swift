package import PlacemarkModel

/// A metric as Prometheus knows it: a name, what it means, and one value or one for each set of labels.
package struct MetricFamily: Sendable {
    /// What may be made of the values.
    package enum Kind: String, Sendable {
        /// Only goes up, until the process starts again.
        case counter
        case gauge
    }

    /// One value, and the labels that tell it from the others of its family.
    ///
    /// The values of a label come from a short list that is fixed when the program is built: each is a time series in
    /// somebody's database for ever.
    package struct Sample: Sendable {
        package let labels: KeyValuePairs<String, String>
        package let value: Double

        package init(_ labels: KeyValuePairs<String, String>, _ value: Double) {
            self.labels = labels
            self.value = value
        }

        package init(_ labels: KeyValuePairs<String, String>, _ count: Int) { self.init(labels, Double(count)) }
    }

    package let name: String
    let kind: Kind
    /// One sentence, without a full stop at its end.
    let help: String
    package let samples: [Sample]
    /// The least precision that a reader needs to be told.
    package private(set) var precision = Precision.reduced

    /// - Parameters:
    ///   - samples: those whose value is not finite are left out. What is not known has no sample.
    ///   - program: whose metric it is; the name begins with it.
    package init(_ name: String, _ kind: Kind, _ help: String, samples: [Sample], program: String = "placemarkd") {
        self.name = "\(program)_\(name)"
        self.kind = kind
        self.help = help
        self.samples = samples.filter(\.value.isFinite)
    }

    /// - Parameter value: nil for what is not known.
    package init(_ name: String, _ kind: Kind, _ help: String, _ value: Double?, program: String = "placemarkd") {
        self.init(name, kind, help, samples: value.map { [Sample([:], $0)] } ?? [], program: program)
    }

    package init(_ name: String, _ kind: Kind, _ help: String, _ count: Int?, program: String = "placemarkd") {
        self.init(name, kind, help, count.map(Double.init), program: program)
    }

    /// One sample for each value of the label, also for those that have not been counted yet: a series that begins with
    /// its first event hides that event from `rate()`.
    package init<Value: CaseIterable & RawRepresentable<String>>(
        _ name: String, _ kind: Kind, _ help: String, by label: String, program: String = "placemarkd",
        _ count: (Value) -> Int
    ) {
        let samples = Value.allCases.map { Sample([label: $0.rawValue], count($0)) }
        self.init(name, kind, help, samples: samples, program: program)
    }
}

extension MetricFamily {
    /// The same for precise readers alone, because it grows as the box moves.
    package var forPreciseReaders: MetricFamily {
        var family = self
        family.precision = .precise
        return family
    }

    /// The family in Prometheus' text format, version 0.0.4; nothing when there is no sample.
    ///
    /// The format: https://prometheus.io/docs/instrumenting/exposition_formats/
    package var text: String {
        guard !samples.isEmpty else { return "" }
        return "# HELP \(name) \(escaped(help))\n# TYPE \(name) \(kind.rawValue)\n" + samples.map(line).joined()
    }

    private func line(of sample: Sample) -> String {
        let labels = sample.labels.map { "\($0.key)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
        // A whole number without a fraction, as far as a Double tells whole numbers apart.
        let value = Int(exactly: sample.value).map { "\($0)" } ?? "\(sample.value)"
        return name + (labels.isEmpty ? "" : "{\(labels)}") + " \(value)\n"
    }

    private func escaped(_ text: String, quotes: Bool = false) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": escaped += "\\n".unicodeScalars
            case "\\": escaped += "\\\\".unicodeScalars
            case "\"" where quotes: escaped += "\\\"".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
