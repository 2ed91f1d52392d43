import CMosquitto
import Glibc

/// OpenSSL's context for one connection: whom it believes, who it is, and which host it must find.
final class SecurityContext {
    let pointer: OpaquePointer
    /// What the server is told that it is called; lives as long as the context. Nil for an address, which is not a name.
    private let serverName: UnsafeMutablePointer<CChar>?
    /// What OpenSSL tells of the connection; lives as long as the context.
    private let peer = UnsafeMutablePointer<cmosquitto_peer>.allocate(capacity: 1)

    /// Throws `unusableFile`.
    init(_ security: MQTTSecurity, host: String) throws(MQTTError) {
        serverName = NumericAddress.isAddress(host) ? nil : strdup(host)
        peer.initialize(to: cmosquitto_peer(server_name: serverName, is_secured: false))
        guard let pointer = cmosquitto_new_context(host, peer) else {
            preconditionFailure("OpenSSL has no memory for a context")
        }
        self.pointer = pointer
        if let file = security.authorityFile {
            guard SSL_CTX_load_verify_file(pointer, file) == 1 else { throw .unusableFile(file, .authorities) }
        } else {
            SSL_CTX_set_default_verify_paths(pointer)
        }
        guard let certificate = security.certificateFile else { return }
        guard SSL_CTX_use_certificate_chain_file(pointer, certificate) == 1 else {
            throw .unusableFile(certificate, .certificate)
        }
        // Both may be in one file.
        let key = security.keyFile ?? certificate
        guard SSL_CTX_use_PrivateKey_file(pointer, key, SSL_FILETYPE_PEM) == 1 else {
            // OpenSSL compares the two already when it reads the second one.
            let isMismatch = cmosquitto_reason(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH
            throw .unusableFile(key, isMismatch ? .mismatch : .key)
        }
    }

    deinit {
        SSL_CTX_free(pointer)
        peer.deallocate()
        free(serverName)
    }

    /// Whether TLS stands or has stood, since it was last set to false.
    var isSecured: Bool {
        get { peer.pointee.is_secured }
        set { peer.pointee.is_secured = newValue }
    }
}

extension CertificateFault {
    /// What OpenSSL found; nil when there was nothing to find.
    init?(verification result: Int) {
        switch Int32(result) {
        case X509_V_OK: return nil
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
            X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED, X509_V_ERR_CERT_SIGNATURE_FAILURE:
            self = .unknownAuthority
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: self = .wrongHost
        case X509_V_ERR_CERT_HAS_EXPIRED: self = .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: self = .notYetValid
        case X509_V_ERR_CERT_REVOKED: self = .revoked
        default: self = .other(result)
        }
    }
}

extension MQTTError {
    /// What an error of OpenSSL means.
    ///
    /// - Parameters:
    ///   - reason: its number (SSL_R_…).
    ///   - verification: what came of the server's certificate.
    init(tlsReason reason: Int32, verification: Int, address: String) {
        if let fault = CertificateFault(verification: verification) {
            self = .certificate(address, fault)
            return
        }
        switch reason {
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_UNEXPECTED_EOF_WHILE_READING, SSL_R_HTTP_REQUEST,
            SSL_R_PACKET_LENGTH_TOO_LONG:
            self = .noTLS(address)
        case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED, SSL_R_SSLV3_ALERT_BAD_CERTIFICATE,
            SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE, SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED,
            SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN, SSL_R_TLSV1_ALERT_UNKNOWN_CA,
            SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED, SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
            self = .clientCertificateRefused(address)
        default: self = .tls(address, reason: Int(reason))
        }
    }
}
