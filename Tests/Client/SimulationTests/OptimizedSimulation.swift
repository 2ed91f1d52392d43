import Foundation
import TestSupport
import Testing

/// The program that "make build" has built with optimization: what takes a minute there takes ten without.
enum OptimizedSimulation {
    private static let program = Checkout.file(".build/release/long-simulation")

    /// Runs it to its end, and returns what it has written. Any other exit status than 0 is an issue.
    static func run(_ arguments: [String]) async throws -> String {
        let child = try ChildProcess(program, arguments)
        let status = await child.exitStatus(within: .seconds(1800))
        #expect(status == 0, "\(program) \(arguments): \(child.standardOutput)\(child.standardError)")
        return child.standardOutput
    }
}
