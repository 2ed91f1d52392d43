/// The addresses of servers and extracts, which are kept beside packs, listed, and told in errors: none has a name or password in it.
///
/// There is no other place for them, either: libcurl would take them from no file, and a server of extracts that wants a login is
/// asked with a browser or curl.
package enum ExtractAddress {
    /// What is wrong with an address that somebody has typed, without what it may hide; nil when nothing is.
    package static func mistake(in address: String) -> String? {
        if holdsLogin(address) {
            return
                "expected an address without @: a name or password in it would be kept beside the pack and written to the"
                + " log, and this program never logs in anywhere. Download the extract yourself, and make the pack with"
                + " placemark-gazetteer import"
        }
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
            return "\(address): expected an address that begins with https:// or http://"
        }
        return nil
    }

    /// Whether there may be a name or a password in it, as an earlier version has kept them.
    static func holdsLogin(_ address: String) -> Bool { address.contains("@") }
}
