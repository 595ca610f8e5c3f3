/// What the processors are doing.
package enum Processors {
    /// Whether one of them has nothing to do. Asking costs some microseconds; the answer holds for this moment.
    package static var oneIsIdle: Bool {
        let load = String(decoding: OwnProcesses.read("/proc/loadavg", limit: 1 << 10), as: UTF8.self)
        return oneIsIdle(load, cores: BlockingThread.cores)
    }

    /// - Parameter load: what `/proc/loadavg` says, such as `0.42 0.31 0.20 2/345 6789`: the fourth word begins with the
    ///   number of threads that run or could run, among them the one that asks.
    static func oneIsIdle(_ load: String, cores: Int) -> Bool {
        let words = load.split(separator: " ")
        guard words.count >= 4, let running = words[3].split(separator: "/").first.flatMap({ Int($0) }) else {
            return false
        }
        return running <= cores
    }
}
