import Files
import FoundationEssentials
import PlacemarkModel
import SystemClocks

/// Keeps the budget for the next process: a helper that is restarted every second asks no more than one that runs.
struct BudgetFile: Sendable {
    private let file: AtomicFile

    init(directory: String) { file = AtomicFile(directory: directory, name: "budget.json", mode: 0o600) }

    /// The budget as an earlier process has left it; a new one where nothing can be read.
    func resumed(_ settings: RequestBudget.Settings, at now: BootInstant) -> RequestBudget {
        guard let bytes = FileContents.read(file.path, below: 16 << 10),
            let memory = try? JSONDecoder().decode(RequestBudget.Memory.self, from: Data(bytes))
        else { return RequestBudget(settings, startingAt: now) }
        return RequestBudget(settings, resuming: memory, boot: BootIdentity.current, at: now)
    }

    /// Returns why it could not be kept; nil when it was.
    func save(_ memory: RequestBudget.Memory) -> String? {
        var memory = memory
        memory.boot = BootIdentity.current
        guard let json = try? JSONEncoder().encode(memory) else { return "it cannot be encoded" }
        do throws(AtomicFile.WriteError) {
            try file.write(Array(json))
            return nil
        } catch {
            return error.description
        }
    }
}
