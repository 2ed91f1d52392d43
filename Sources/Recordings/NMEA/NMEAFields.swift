extension NMEALine {
    /// Degrees from `DDMM.MMMM` and the letter in the field after it; NaN when one of them is missing or wrong.
    func angle(_ index: Int, positive: Character, negative: Character) -> Double {
        let number = number(index)
        guard number >= 0, number < 100_000, let letter = letter(index + 1) else { return .nan }
        let degrees = (number / 100).rounded(.down)
        let size = degrees + (number - degrees * 100) / 60
        return letter == positive ? size : letter == negative ? -size : .nan
    }

    /// Nanoseconds since midnight from `HHMMSS.SSS`; nil when the field has no time.
    func timeOfDay(_ index: Int) -> Int64? {
        let field = self[index]
        guard let seconds = RunningDate.timeOfDay(field.prefix(6)) else { return nil }
        guard field.count > 7 else { return seconds }
        guard field.bytes(6, 1)?.first == UInt8(ascii: "."),
            let fraction = TimeText.nanoseconds(of: field.dropFirst(7))
        else { return nil }
        return seconds + Int64(fraction)
    }
}
