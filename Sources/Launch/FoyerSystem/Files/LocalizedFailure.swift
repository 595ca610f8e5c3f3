import FoyerCore
import Glibc

/// A failure that the user is told of, and by which no caller decides: one sentence, in every language.
package struct LocalizedFailure: Error, Equatable, Sendable, CustomStringConvertible {
    package let cause: Phrase

    package init(_ cause: Phrase) {
        self.cause = cause
    }

    package static func notRead(_ path: String, _ code: Int32 = errno) -> LocalizedFailure {
        LocalizedFailure(.fileNotRead(path, SystemError.cause(code)))
    }

    package static func notWritten(_ path: String, _ code: Int32 = errno) -> LocalizedFailure {
        LocalizedFailure(.fileNotWritten(path, SystemError.cause(code)))
    }

    package var description: String { cause.english }
}
