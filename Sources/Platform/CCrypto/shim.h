// OpenSSL's digests for Swift, which cannot see through their macros.

#include <openssl/evp.h>

// Null where this system's OpenSSL refuses MD5. The checksums of extracts are MD5; what they protect from is damage.
static inline EVP_MD_CTX *ccrypto_md5_new(void) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context && EVP_DigestInit_ex(context, EVP_md5(), NULL) == 1) return context;
    EVP_MD_CTX_free(context);
    return NULL;
}

static inline int ccrypto_update(EVP_MD_CTX *context, const void *bytes, size_t count) {
    return EVP_DigestUpdate(context, bytes, count);
}

// Writes the digest, 16 bytes, and frees the context.
static inline int ccrypto_finish(EVP_MD_CTX *context, unsigned char *digest) {
    int result = EVP_DigestFinal_ex(context, digest, NULL);
    EVP_MD_CTX_free(context);
    return result;
}
