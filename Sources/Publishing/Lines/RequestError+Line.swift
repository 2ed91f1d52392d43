extension RequestError {
    /// The error as the line dialect answers it, with its newline: `error: CODE: sentence`.
    var line: [UInt8] { Array("error: \(code): \(sentence)\n".utf8) }
}
