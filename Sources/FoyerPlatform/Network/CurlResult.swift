import CCurl
import FoyerCore
import Glibc

/// curl's result codes in our words.
enum CurlResult {
    /// - Parameter hasHead: whether the final head was complete, so that what broke was the body.
    static func kind(of code: CURLcode, systemError: Int32, hasHead: Bool) -> TransferFailure.Kind {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .dns
        case CURLE_COULDNT_CONNECT, CURLE_PROXY: .refused
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_SSL_CONNECT_ERROR: systemError == ECONNRESET ? .reset : .tls
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CLIENTCERT:
            .tls
        case CURLE_PARTIAL_FILE: .cut
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING: hasHead ? .cut : .reset
        case CURLE_FILESIZE_EXCEEDED: .tooLarge
        // curl gives up on a single line of more than 100 KiB as if memory had run out.
        case CURLE_OUT_OF_MEMORY: hasHead ? .unavailable : .headerTooLarge
        case CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN: .unavailable
        default: code.rawValue == CurlResult.tooLarge && !hasHead ? .headerTooLarge : .garbage
        }
    }

    /// `CURLE_TOO_LARGE`, which newer libraries say for an endless line.
    private static let tooLarge: UInt32 = 100
}
