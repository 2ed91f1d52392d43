package import Files
import Glibc
package import LocationEngine

/// The secret behind the reduced positions. It is made once, and never again: positions of the same place with another
/// secret would tell more than those with one.
public enum SavedSecret {
    /// Where it is kept: its own user alone may read it.
    public struct File: Sendable {
        private let file: AtomicFile

        public init(directory: String) { self.init(directory: directory, name: "position-secret") }

        init(directory: String, name: String) { file = AtomicFile(directory: directory, name: name, mode: 0o600) }

        /// Reads the secret; makes it when there is none. A damaged one is set aside under the name
        /// `position-secret.damaged`. One that only cannot be read at present is left alone, and no other is made.
        package func readOrMake() throws(AtomicFile.WriteError) -> SecretOffset {
            file.removeTemporary()
            switch try FileContents.look(at: file.path, below: 4096) {
            case .nothing: break
            case .bytes(let bytes):
                if let secret = Self.secret(bytes) { return secret }
                fallthrough
            case .foreign: rename(file.path, file.path + ".damaged")
            }
            var random = SystemRandomNumberGenerator()
            let key: (UInt64, UInt64) = (random.next(), random.next())
            try file.write(Array("\(Self.hexadecimal(key.0))\(Self.hexadecimal(key.1))\n".utf8))
            return SecretOffset(key: key)
        }

        /// 32 hexadecimal digits and a newline.
        private static func secret(_ bytes: [UInt8]) -> SecretOffset? {
            guard bytes.count == 33, bytes.last == UInt8(ascii: "\n") else { return nil }
            let halves = [bytes[..<16], bytes[16..<32]].compactMap {
                UInt64(String(decoding: $0, as: UTF8.self), radix: 16)
            }
            return halves.count == 2 ? SecretOffset(key: (halves[0], halves[1])) : nil
        }

        private static func hexadecimal(_ number: UInt64) -> String {
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}
