import FoyerCore
import Logging

/// Writes log events as lines of a ``LogFile``: time, level, label, message, metadata.
///
/// Everything passes through `SafeText`: logs are read in terminals and contain what servers send.
package struct FileLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level
    package var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let file: LogFile

    package init(label: String, file: LogFile, level: Logger.Level = .info) {
        self.label = label
        self.file = file
        logLevel = level
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let stamp = LogTime.now
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        var text = "\(event.level) \(label): \(event.message)"
        if let error = event.error { text += " error=\(error)" }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { text += " \(key)=\(value)" }
        file.append(stamp + " " + SafeText(text).string)
    }
}
