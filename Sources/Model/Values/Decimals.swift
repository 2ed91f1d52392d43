extension Double {
    /// The nearest number with at most `decimals` digits after the point, for output that people read.
    public func rounded(toDecimals decimals: Int) -> Double {
        let scale = Self.powerOfTen(decimals)
        return (self * scale).rounded() / scale
    }

    /// The number with so many decimals, 0…15, and no exponent, which not every reader of decimals knows.
    ///
    /// - Parameter width: how many digits to have before the point at least, with zeros in front.
    /// - Returns: 0 for what is no number, or too large.
    package func fixed(decimals: Int, width: Int = 1) -> String {
        guard let scaled = Int(exactly: (self * Self.powerOfTen(decimals)).rounded()) else { return "0" }
        let digits = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + width - digits.count)) + digits
        let number = decimals == 0 ? padded : "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
        return scaled < 0 ? "-" + number : number
    }

    /// Exact up to 22.
    private static func powerOfTen(_ exponent: Int) -> Double {
        var power = 1.0
        for _ in 0..<exponent { power *= 10 }
        return power
    }
}
