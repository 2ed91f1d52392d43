// libcurl for Swift, which imports no variadic functions: each wrapper passes one kind of value.

#include <curl/curl.h>

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

// libcurl copies the text, except that of CURLOPT_POSTFIELDS.
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_receiver(CURL *handle, CURLoption option, ccurl_receiver receiver) {
    return curl_easy_setopt(handle, option, receiver);
}

static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_get_socket(CURL *handle, curl_socket_t *value) {
    return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, value);
}

// Where a login may come from: an enumeration's value in libcurl 7, and a macro in later ones.
static inline long ccurl_netrc_optional(void) { return CURL_NETRC_OPTIONAL; }

// The text is libcurl's, and lives until the handle is used again.
static inline CURLcode ccurl_get_text(CURL *handle, CURLINFO info, char **value) {
    return curl_easy_getinfo(handle, info, value);
}

// libcurl keeps the list until another one is set; it does not copy it.
static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(handle, option, list);
}

// Macros with casts, which Swift does not import.
static inline long ccurl_basic(void) { return (long)CURLAUTH_BASIC; }
static inline long ccurl_bearer(void) { return (long)CURLAUTH_BEARER; }

// Called once a second at least while a transfer is under way; anything but 0 ends it.
typedef int (*ccurl_watcher)(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d);

static inline CURLcode ccurl_set_watcher(CURL *handle, ccurl_watcher watcher, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, watcher);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    return code;
}
