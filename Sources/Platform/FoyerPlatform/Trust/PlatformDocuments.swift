import FoyerCore
import FoyerPlatformCore

/// Documents of a platform, each with its signature if the host pins a key. What is kept of them is asked for only if it has
/// changed.
package struct PlatformDocuments: Sendable {
    let server: WebAddress
    let transport: HTTPTransport
    private var trust: DocumentTrust? { transport.trust }
    private let cache: DocumentCache?

    /// How often to fetch a document and its signature again if they do not match: a publication may have come between
    /// the two.
    private static let tries = 3

    /// - Parameter cache: keeps the documents; without it each is sent whole each time.
    init(server: WebAddress, transport: HTTPTransport, cache: DocumentCache? = nil) {
        (self.server, self.transport, self.cache) = (server, transport, cache)
    }

    /// Fetches a document. With a pinned key, a success has a valid signature, and 404, 410 and 451 are refused, since an
    /// absence cannot be signed.
    ///
    /// - Throws: `DocumentRefusal`, `TransferFailure`, `WebAddressError`.
    package func get(
        _ segments: String..., bodyBound: Int, deadline: Instant, mayRetry: Bool = true
    ) async throws -> HTTPResponse {
        func request(_ segments: [String], _ bound: Int) throws(WebAddressError) -> HTTPRequest {
            var address = server
            for segment in segments { address = try address.appending(segment) }
            var request = HTTPRequest(.get, address, bodyBound: bound, deadline: deadline)
            request.mayRetry = mayRetry
            return request
        }
        let document = try request(segments, bodyBound)
        guard let trust else { return try await fetch(document, in: transport.language?()) }
        let path = segments.joined(separator: "/")
        let signature = try request(["v1", "signatures"] + segments.dropFirst(), SignedDocument.maxSignatureBytes)
        for number in 1... {
            // If what is kept does not match, neither of the two is believed.
            let isAnew = number > 1
            async let signing = fetch(signature, isAnew: isAnew)
            let response = try await fetch(document, isAnew: isAnew)
            guard response.isSuccess else {
                guard [404, 410, 451].contains(response.status) else { return response }
                throw DocumentRefusal.unsignedAnswer(status: response.status)
            }
            let signed = try await signing
            let file = signed.status == 404 ? nil : try signed.requiringSuccess().body
            let result = await transport.surroundings.work.run {
                Result { () throws(DocumentRefusal) in
                    try trust.validate(path: path, body: response.body, signatureFile: file)
                }
            }
            if case .failure(.foreign) = result, number < Self.tries { continue }
            try result.get()
            return response
        }
        throw DocumentRefusal.foreign
    }

    /// Fetches a document, or takes the one that is kept if the platform says that it has not changed.
    private func fetch(
        _ request: HTTPRequest, in language: Language? = nil, isAnew: Bool = false
    ) async throws(TransferFailure) -> HTTPResponse {
        var asked = request
        if let field = language.flatMap({ HTTPField("Accept-Language", $0.rawValue) }) { asked.fields.append(field) }
        guard let cache else { return try await transport.fetch(asked) }
        let work = transport.surroundings.work
        let kept = isAnew ? nil : await work.run { cache.document(request.address, language) }
        asked.fields += kept?.conditions ?? []
        let response = try await transport.fetch(asked)
        if response.status == 304, let kept { return response.unchanged(kept.bytes) }
        await work.run { cache.keep(response, at: request.address, language) }
        return response
    }

    /// Fetches a picture that a document names, which its caller has bounded. With a pinned key, one that is named by its
    /// digest must have it: the name is signed, the picture itself is not.
    package func picture(_ request: HTTPRequest) async throws(TransferFailure) -> HTTPResponse {
        let response = try await transport.fetch(request)
        guard trust != nil, response.isSuccess else { return response }
        let isMeant = await transport.surroundings.work.run {
            DocumentTrust.isMeant(SHA256.hexadecimal(of: response.body), at: request.address)
        }
        guard isMeant else {
            throw TransferFailure(
                .garbage, "\(request.address.host): \(request.address.path) is not the picture that its name promises")
        }
        return response
    }
}
