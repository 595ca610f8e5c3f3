import FoyerCore

/// Why a request failed.
extension Phrase {
    static func answered(status: Int) -> Phrase {
        Phrase("The platform answered HTTP \(status).", "平台返回 HTTP \(status)。", "平台傳回 HTTP \(status)。")
    }

    /// Why a transfer failed: the kind in words, and a sentence that names host and reason.
    package static func transfer(_ failure: TransferFailure) -> Phrase {
        let words: (String, String) =
            switch failure.kind {
            case .refused: ("无法连接到服务器", "無法連線至伺服器")
            case .dns: ("找不到服务器的地址", "找不到伺服器的位址")
            case .tls: ("无法建立安全连接", "無法建立安全連線")
            case .reset: ("连接被中断", "連線被中斷")
            case .cut: ("数据未传完连接就断开了", "資料未傳完連線就中斷了")
            case .tooLarge, .headerTooLarge: ("服务器返回的数据过大", "伺服器傳回的資料過大")
            case .badRedirect: ("无法跟随重定向", "無法跟隨重新導向")
            case .garbage: ("服务器的应答无法理解", "無法理解伺服器的回應")
            case .status(let status): ("服务器返回 HTTP \(status)", "伺服器傳回 HTTP \(status)")
            case .wrongSize: ("数据大小与声明不符", "資料大小與宣告不符")
            case .timedOut: ("服务器应答超时", "伺服器回應逾時")
            case .cancelled: ("请求已取消", "請求已取消")
            case .sinkFailed: ("无法写入文件", "無法寫入檔案")
            case .unavailable: ("本机无法进行网络传输", "本機無法進行網路傳輸")
            }
        return Phrase(failure.sentence, "\(words.0)（\(failure.sentence)）", "\(words.1)（\(failure.sentence)）")
    }
}
