#ifndef FOYER_CCurl_H
#define FOYER_CCurl_H

// libcurl without linking it. The library (and OpenSSL behind it) is opened at first use, so that a program which
// shows its first frame has not yet paid for it (16 ms, four times the whole start), and one that never fetches never does.
//
// curl's option functions are variadic, which Swift cannot call: here is one typed function for each kind of value.

#include <curl/curl.h>

/// Opens the library and initialises it, once a process; any thread may call it any number of times.
/// Returns NULL when it is ready, else a sentence that says what is missing.
const char *ccurl_load(void);

// Everything below requires that `ccurl_load` has returned NULL.

/// The certificate bundle that the library was built to trust, or NULL where it does not say.
const char *ccurl_default_ca_bundle(void);
const char *ccurl_error_text(CURLcode code);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);
CURLcode ccurl_easy_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value);
/// The library copies the text, save for POSTFIELDS, which must outlive the transfer.
CURLcode ccurl_easy_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_easy_set_pointer(CURL *easy, CURLoption option, void *value);
/// Copies `count` bytes.
CURLcode ccurl_easy_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count);
CURLcode ccurl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *list);
CURLcode ccurl_easy_set_data_function(CURL *easy, CURLoption option, curl_write_callback function);
/// Called each time before the request is sent, also where the library repeats it by itself. Needs libcurl 7.80.
CURLcode ccurl_easy_set_before_request(CURL *easy, curl_prereq_callback function, void *context);
CURLcode ccurl_easy_get_long(CURL *easy, CURLINFO info, long *value);

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text);
void ccurl_slist_free_all(struct curl_slist *list);

CURLM *ccurl_multi_init(void);
CURLMcode ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi, int *running);
/// Sleeps until a transfer has something to do, `wake_fd` is readable, or the time is over.
CURLMcode ccurl_multi_poll(CURLM *multi, int wake_fd, int timeout_milliseconds);
/// Takes the next ended transfer; 0 when there is none.
int ccurl_multi_next_ended(CURLM *multi, CURL **easy, CURLcode *result);

#endif
