import Glibc

/// Opens an address in the user's browser, as the desktop has it set.
enum BrowserOpening {
    /// Returns why it could not be tried; nil when it was.
    static func open(_ address: String) -> String? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Standard output is for the address alone.
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        let arguments = ["xdg-open", address]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var processID: pid_t = 0
        let code = posix_spawnp(&processID, "xdg-open", &actions, nil, &words, environ)
        // It ends by itself, and as a child that nobody waits for it costs a row of a table.
        return code == 0 ? nil : String(cString: strerror(code))
    }
}
