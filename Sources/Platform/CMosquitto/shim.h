// libmosquitto for Swift, and what is needed of OpenSSL, with which libmosquitto speaks TLS.
//
// libmosquitto 2.0.11 says of a refused certificate only that it was refused, and compares host names by code of its own. So
// we hand it an SSL_CTX that is made here: OpenSSL checks chain, dates and host name, and tells which of them was wrong.

#ifndef PLACEMARKD_CMOSQUITTO_SHIM_H
#define PLACEMARKD_CMOSQUITTO_SHIM_H

#include <stdbool.h>

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/// What a context knows of its connection.
typedef struct {
    /// What the server is told that it is called; NULL for nothing.
    const char *server_name;
    /// Whether a handshake was completed: TLS stands, or has stood. The library frees the connection before it says that it is lost.
    bool is_secured;
} cmosquitto_peer;

/// The library connects to an address, and would send that as the name of the server. A broker behind others is found by its
/// real name: the one in the context, or none where that is an address itself.
static inline void cmosquitto_follow_handshake(const SSL *ssl, int where, int result) {
    (void)result;
    cmosquitto_peer *peer = (cmosquitto_peer *)SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
    if ((where & SSL_CB_HANDSHAKE_START) != 0) { SSL_set_tlsext_host_name((SSL *)ssl, (void *)peer->server_name); }
    if ((where & SSL_CB_HANDSHAKE_DONE) != 0) { peer->is_secured = true; }
}

/// A key with a passphrase is refused instead of asking for it at the terminal.
static inline int cmosquitto_no_passphrase(char *buffer, int size, int is_writing, void *context) {
    (void)buffer, (void)size, (void)is_writing, (void)context;
    return 0;
}

/// A context for a client that trusts nobody yet: TLS 1.2 or later, the certificate of the server is checked, and so is
/// `host`, a name or an address. `peer` must outlive the context. Returns NULL when there is no memory.
static inline SSL_CTX *cmosquitto_new_context(const char *host, cmosquitto_peer *peer) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (context == NULL) { return NULL; }
    X509_VERIFY_PARAM *checks = SSL_CTX_get0_param(context);
    X509_VERIFY_PARAM_set_hostflags(checks, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    int is_set = X509_VERIFY_PARAM_set1_ip_asc(checks, host) == 1 || X509_VERIFY_PARAM_set1_host(checks, host, 0) == 1;
    if (!is_set || SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1) {
        SSL_CTX_free(context);
        return NULL;
    }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_default_passwd_cb(context, cmosquitto_no_passphrase);
    SSL_CTX_set_app_data(context, peer);
    SSL_CTX_set_info_callback(context, cmosquitto_follow_handshake);
    return context;
}

/// The part of an error's number that tells what it is (SSL_R_…).
static inline int cmosquitto_reason(unsigned long error) { return ERR_GET_REASON(error); }

#endif
