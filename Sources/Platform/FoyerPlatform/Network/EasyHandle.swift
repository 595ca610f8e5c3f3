import CCurl
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// What all exchanges of a transport share.
struct EasySetup {
    private let userAgent: String
    /// The system's certificates and the extra ones as one PEM text; `nil` leaves curl its own.
    private let certificates: [UInt8]?
    private let certificateTrouble: String?

    init(_ configuration: HTTPTransport.Configuration) {
        userAgent = configuration.userAgent
        guard let path = configuration.extraCertificates else {
            certificates = nil
            certificateTrouble = nil
            return
        }
        let limit = HTTPTransport.Configuration.largestCertificates
        let bundle = ccurl_default_ca_bundle().flatMap { try? UserFile.read(String(cString: $0), limit: limit) } ?? []
        let extra = try? UserFile.read(path, limit: limit)
        certificates = bundle + [UInt8(ascii: "\n")] + (extra ?? [])
        certificateTrouble = extra == nil ? "the certificates in \(path) cannot be read" : nil
    }

    /// A handle that is ready to join, or `nil` if curl refuses an option.
    fileprivate func makeHandle(for request: HTTPRequest, remaining: Duration, owner: Transfer) -> EasyHandle? {
        guard let handle = EasyHandle(certificateTrouble: certificateTrouble) else { return nil }
        handle.setBounds(remaining: remaining)
        handle.setRequest(request, userAgent: userAgent)
        if let certificates { handle.set(CURLOPT_CAINFO_BLOB, blob: certificates) }
        handle.setOwner(owner)
        return handle.isGood ? handle : nil
    }
}

/// Carries exchanges with libcurl.
struct CurlCarrier: ExchangeCarrier {
    let multi: UnsafeMutableRawPointer
    let setup: EasySetup

    func begin(_ request: HTTPRequest, remaining: Duration, owner: Transfer) -> (any Exchange)? {
        guard let handle = setup.makeHandle(for: request, remaining: remaining, owner: owner), handle.join(multi) else {
            return nil
        }
        return handle
    }
}

/// One exchange in curl's hands, and everything that must outlive it.
final class EasyHandle: Exchange {
    let easy: UnsafeMutableRawPointer
    private(set) var isGood = true
    private let certificateTrouble: String?
    private let message: UnsafeMutablePointer<CChar>
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var body: UnsafeMutablePointer<CChar>?
    private var multi: UnsafeMutableRawPointer?

    private static let bufferSize = 128 * 1024
    /// curl's words for a line of a trailer that is longer than 4 KiB; older versions have no code of its own for it.
    private static let endlessTrailer = "Out of memory in chunked-encoding"

    init?(certificateTrouble: String?) {
        guard let easy = ccurl_easy_init() else { return nil }
        self.easy = easy
        self.certificateTrouble = certificateTrouble
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        check(ccurl_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, message))
    }

    deinit {
        leave()
        ccurl_easy_cleanup(easy)
        ccurl_slist_free_all(fields)
        message.deallocate()
        body?.deallocate()
    }

    func join(_ multi: UnsafeMutableRawPointer) -> Bool {
        guard ccurl_multi_add_handle(multi, easy) == CURLM_OK else { return false }
        self.multi = multi
        return true
    }

    /// Takes the exchange back from curl, and closes the socket of an unfinished one.
    func leave() {
        guard let multi else { return }
        ccurl_multi_remove_handle(multi, easy)
        self.multi = nil
    }

    func setBounds(remaining: Duration) {
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, text: "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        set(CURLOPT_HTTP09_ALLOWED, 0)
        set(CURLOPT_BUFFERSIZE, Self.bufferSize)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // A second beyond our own deadline, which is the one that counts; curl divides it among a name's addresses.
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(clamping: max(0, remaining.saturatedNanoseconds / 1_000_000) + 1000))
        // Otherwise leaving an exchange during a name lookup waits for the resolver's own timeout. Libraries without
        // the option just wait.
        ccurl_easy_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    }

    func setRequest(_ request: HTTPRequest, userAgent: String) {
        set(CURLOPT_URL, text: request.address.text)
        // The address is already normalised; what was validated is what is sent.
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_USERAGENT, text: userAgent)
        if request.address.isLoopback { set(CURLOPT_PROXY, text: "") }
        switch request.method {
        case .get: set(CURLOPT_HTTPGET, 1)
        case .head: set(CURLOPT_NOBODY, 1)
        case .delete: set(CURLOPT_CUSTOMREQUEST, text: "DELETE")
        case .post, .put:
            if request.method == .put { set(CURLOPT_CUSTOMREQUEST, text: "PUT") }
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: request.body.count + 1)
            for (index, byte) in request.body.enumerated() { copy[index] = CChar(bitPattern: byte) }
            body = copy
            set(CURLOPT_POST, 1)
            check(ccurl_easy_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count)))
            check(ccurl_easy_set_pointer(easy, CURLOPT_POSTFIELDS, copy))
        }
        // curl would wait for a "100 Continue" before large bodies.
        for line in ["Expect:"] + request.fields.map({ $0.name + ": " + $0.value }) {
            fields = ccurl_slist_append(fields, line)
        }
        check(ccurl_easy_set_list(easy, CURLOPT_HTTPHEADER, fields))
    }

    /// The owner outlives the exchange: it holds this handle.
    func setOwner(_ owner: Transfer) {
        let context = Unmanaged.passUnretained(owner).toOpaque()
        check(ccurl_easy_set_pointer(easy, CURLOPT_HEADERDATA, context))
        check(ccurl_easy_set_pointer(easy, CURLOPT_WRITEDATA, context))
        check(
            ccurl_easy_set_data_function(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                EasyHandle.hand(bytes, size * count, context) { $0.takeHeaderLine($1) }
            })
        check(
            ccurl_easy_set_data_function(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                EasyHandle.hand(bytes, size * count, context) { $0.takeBody($1) }
            })
        // A kept connection may be about to close, and a retry by curl would use up another attempt.
        if owner.isRetrying { set(CURLOPT_FRESH_CONNECT, 1) }
        // Libraries without it retry uncounted.
        ccurl_easy_set_before_request(
            easy,
            { context, _, _, _, _ in
                guard let context else { return CURL_PREREQFUNC_ABORT }
                let owner = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                return owner.maySend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            }, context)
    }

    func set(_ option: CURLoption, blob: [UInt8]) {
        check(ccurl_easy_set_blob(easy, option, blob, blob.count))
    }

    /// What curl's result means; `nil` if it succeeded.
    func failure(of code: CURLcode, host: String, hasHead: Bool) -> TransferFailure? {
        guard code != CURLE_OK else { return nil }
        var number = 0
        ccurl_easy_get_long(easy, CURLINFO_OS_ERRNO, &number)
        let kind = CurlResult.kind(of: code, systemError: Int32(clamping: number), hasHead: hasHead)
        var reason = String(cString: message)
        if hasHead, kind == .headerTooLarge || reason == Self.endlessTrailer { return .trailerTooLong(host) }
        if kind == .headerTooLarge { return .headsTooLarge(host) }
        if [.refused, .dns].contains(kind), let none = Self.noDescriptor() {
            return TransferFailure(.unavailable, "no descriptor for a connection: " + SystemError.text(none))
        }
        if reason.isEmpty { reason = String(cString: ccurl_error_text(code)) }
        if kind == .tls, let certificateTrouble { reason += "; " + certificateTrouble }
        return TransferFailure(kind, "\(host): \(reason)")
    }

    /// The error number if the process has no descriptor left, which curl reports as an unreachable host.
    private static func noDescriptor() -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if descriptor >= 0 { close(descriptor) }
        return descriptor < 0 && [EMFILE, ENFILE].contains(errno) ? errno : nil
    }

    /// curl's callbacks return the number of bytes they took; any other number stops the exchange.
    private static func hand(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        to take: (Transfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let owner = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        // There is nothing to refuse in an empty call, and 0 would also mean a refusal.
        return take(owner, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : (count == 0 ? 1 : 0)
    }

    private func set(_ option: CURLoption, _ value: Int) {
        check(ccurl_easy_set_long(easy, option, value))
    }

    private func set(_ option: CURLoption, text: String) {
        check(ccurl_easy_set_text(easy, option, text))
    }

    private func check(_ code: CURLcode) {
        if code != CURLE_OK { isGood = false }
    }
}

/// Maps curl's result codes to kinds of failure.
enum CurlResult {
    /// - Parameter hasHead: whether the final head was complete, so that the body is what broke.
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
        // curl reports a single line of more than 100 KiB as a lack of memory.
        case CURLE_OUT_OF_MEMORY: hasHead ? .unavailable : .headerTooLarge
        case CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN: .unavailable
        default: code.rawValue == CurlResult.tooLarge ? .headerTooLarge : .garbage
        }
    }

    /// `CURLE_TOO_LARGE`, with which newer libraries report an endless line of a head or trailer.
    private static let tooLarge: UInt32 = 100
}
