import Glibc

/// The system's words for an error number.
public enum SystemError {
    public static func text(_ number: Int32) -> String { String(cString: strerror(number)) }
}
