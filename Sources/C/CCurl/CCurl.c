#include "CCurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The typed wrappers are what checks types here; curl's own macros would only get in the way of the pointers.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define FUNCTIONS(X) \
    X(curl_global_init) X(curl_version_info) X(curl_easy_strerror) \
    X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_setopt) X(curl_easy_getinfo) \
    X(curl_slist_append) X(curl_slist_free_all) \
    X(curl_multi_init) X(curl_multi_cleanup) X(curl_multi_setopt) \
    X(curl_multi_add_handle) X(curl_multi_remove_handle) \
    X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_info_read)

#define MEMBER(name) __typeof__(&name) name;
static struct { FUNCTIONS(MEMBER) } library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char trouble[256];
static int is_loaded;

// In `exit` OpenSSL frees what threads of its own end free too: a transfer thread that ended in that moment met a heap in
// pieces (1 of 1,000 exits on a busy machine, "malloc_consolidate(): invalid chunk size"). The system takes the memory
// back anyway. Without OpenSSL below curl there is nothing to ask for.
static void leave_openssl_alone_at_exit(void *handle) {
    static const uint64_t no_atexit = 0x00080000; // OPENSSL_INIT_NO_ATEXIT of <openssl/crypto.h>
    int (*init)(uint64_t, const void *) = (__typeof__(init))dlsym(handle, "OPENSSL_init_crypto");
    if (init != NULL) init(no_atexit, NULL);
}

static void load(void) {
#ifdef __APPLE__
    static const char *const names[] = {"libcurl.4.dylib"};
#else
    // The second is Debian's build over GnuTLS; either does.
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
    void *handle = NULL;
    for (size_t index = 0; handle == NULL && index < sizeof names / sizeof *names; index++)
        handle = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        // The library may well be there: the loader's own words are all that tells.
        const char *words = dlerror();
        for (size_t index = 0; words != NULL && index < 2; index++) {
            const char *none_left = strerror((int[]){EMFILE, ENFILE}[index]);
            if (strstr(words, none_left) == NULL) continue;
            snprintf(trouble, sizeof trouble, "no descriptor for %s: %s", names[0], none_left);
            return;
        }
        snprintf(trouble, sizeof trouble, "%s cannot be loaded (on Debian: apt install libcurl4)", names[0]);
        return;
    }
#define FIND(name) \
    if ((library.name = (__typeof__(&name))dlsym(handle, #name)) == NULL) { \
        snprintf(trouble, sizeof trouble, "libcurl is too old: it has no " #name); \
        return; \
    }
    FUNCTIONS(FIND)
    leave_openssl_alone_at_exit(handle);
    CURLcode code = library.curl_global_init(CURL_GLOBAL_DEFAULT);
    if (code != CURLE_OK) {
        snprintf(trouble, sizeof trouble, "libcurl did not start: %s", library.curl_easy_strerror(code));
        return;
    }
    is_loaded = 1;
}

const char *ccurl_load(void) {
    pthread_once(&once, load);
    return is_loaded ? NULL : trouble;
}

const char *ccurl_default_ca_bundle(void) {
    const curl_version_info_data *info = library.curl_version_info(CURLVERSION_NOW);
    // An older library's record ends before this member.
    return info->age >= CURLVERSION_SEVENTH ? info->cainfo : NULL;
}

const char *ccurl_error_text(CURLcode code) { return library.curl_easy_strerror(code); }

CURL *ccurl_easy_init(void) { return library.curl_easy_init(); }
void ccurl_easy_cleanup(CURL *easy) { library.curl_easy_cleanup(easy); }

CURLcode ccurl_easy_set_long(CURL *easy, CURLoption option, long value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_text(CURL *easy, CURLoption option, const char *value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return library.curl_easy_setopt(easy, option, &blob);
}

CURLcode ccurl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
    return library.curl_easy_setopt(easy, option, list);
}

CURLcode ccurl_easy_set_data_function(CURL *easy, CURLoption option, curl_write_callback function) {
    return library.curl_easy_setopt(easy, option, function);
}

CURLcode ccurl_easy_set_before_request(CURL *easy, curl_prereq_callback function, void *context) {
    CURLcode code = library.curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
    return code == CURLE_OK ? library.curl_easy_setopt(easy, CURLOPT_PREREQDATA, context) : code;
}

CURLcode ccurl_easy_get_long(CURL *easy, CURLINFO info, long *value) {
    return library.curl_easy_getinfo(easy, info, value);
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
    return library.curl_slist_append(list, text);
}

void ccurl_slist_free_all(struct curl_slist *list) { library.curl_slist_free_all(list); }

CURLM *ccurl_multi_init(void) { return library.curl_multi_init(); }
CURLMcode ccurl_multi_cleanup(CURLM *multi) { return library.curl_multi_cleanup(multi); }

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return library.curl_multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *easy) { return library.curl_multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *easy) { return library.curl_multi_remove_handle(multi, easy); }
CURLMcode ccurl_multi_perform(CURLM *multi, int *running) { return library.curl_multi_perform(multi, running); }

CURLMcode ccurl_multi_poll(CURLM *multi, int wake_fd, int timeout_milliseconds) {
    struct curl_waitfd wake = {.fd = wake_fd, .events = CURL_WAIT_POLLIN, .revents = 0};
    return library.curl_multi_poll(multi, &wake, 1, timeout_milliseconds, NULL);
}

int ccurl_multi_next_ended(CURLM *multi, CURL **easy, CURLcode *result) {
    int left = 0;
    for (CURLMsg *message; (message = library.curl_multi_info_read(multi, &left)) != NULL;) {
        if (message->msg != CURLMSG_DONE) continue;
        *easy = message->easy_handle;
        *result = message->data.result;
        return 1;
    }
    return 0;
}
