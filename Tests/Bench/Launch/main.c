// A launch without a page, as somebody writes it in C: the package is fetched, held against its digest, and unpacked on
// every processor; each file and folder is synced, and one rename at the end gives them their place.
//
//   bench-launch URL SHA256 FOLDER
#define _GNU_SOURCE
#include <curl/curl.h>
#include <fcntl.h>
#include <libdeflate.h>
#include <nettle/sha2.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void fail(const char *reason) {
    fprintf(stderr, "bench-launch: %s\n", reason);
    exit(1);
}

static struct sha256_ctx hash;

static size_t receive(char *bytes, size_t one, size_t count, void *file) {
    sha256_update(&hash, count, (const uint8_t *)bytes);
    return fwrite(bytes, one, count, file);
}

static void fetch(const char *url, const char *digest, const char *path) {
    FILE *file = fopen(path, "wb");
    CURL *curl = curl_easy_init();
    if (!file || !curl) fail("no file");
    sha256_init(&hash);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, file);
    if (curl_easy_perform(curl) != CURLE_OK || fclose(file) != 0) fail("no package");
    curl_easy_cleanup(curl);
    uint8_t bytes[SHA256_DIGEST_SIZE];
    char text[2 * SHA256_DIGEST_SIZE + 1];
    sha256_digest(&hash, sizeof bytes, bytes);
    for (size_t index = 0; index < sizeof bytes; index += 1) sprintf(text + 2 * index, "%02x", bytes[index]);
    if (strcmp(text, digest) != 0) fail("another digest");
}

static const uint8_t *package;
static const uint8_t **entries;
static int entry_count;
static atomic_int next_entry;
static const char *staging;

static uint32_t number(const uint8_t *bytes, int count) {
    uint32_t value = 0;
    while (count-- > 0) value = value << 8 | bytes[count];
    return value;
}

static void sync_folder(const char *path) {
    int folder = open(path, O_RDONLY | O_DIRECTORY);
    if (folder < 0 || fsync(folder) != 0) fail("no folder");
    close(folder);
}

static void path_of(const uint8_t *entry, char *path) {
    snprintf(path, 4096, "%s/%.*s", staging, (int)number(entry + 28, 2), (const char *)entry + 46);
}

static void unpack(struct libdeflate_decompressor *inflater, const uint8_t *entry, uint8_t **room, size_t *size) {
    uint32_t packed = number(entry + 20, 4), whole = number(entry + 24, 4);
    const uint8_t *local = package + number(entry + 42, 4);
    const uint8_t *bytes = local + 30 + number(local + 26, 2) + number(local + 28, 2);
    if (*size < whole) *room = realloc(*room, *size = whole);
    if (number(entry + 10, 2) == 8) {
        if (libdeflate_deflate_decompress(inflater, bytes, packed, *room, whole, NULL) != 0) fail("damaged");
        bytes = *room;
    }
    if (libdeflate_crc32(0, bytes, whole) != number(entry + 16, 4)) fail("damaged");
    char path[4096];
    path_of(entry, path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0 || write(file, bytes, whole) != (ssize_t)whole || fsync(file) != 0) fail("no room");
    close(file);
}

static void *work(void *unused) {
    struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
    uint8_t *room = NULL;
    size_t size = 0;
    int index;
    while ((index = atomic_fetch_add(&next_entry, 1)) < entry_count) unpack(inflater, entries[index], &room, &size);
    return unused;
}

/// The folders of all entries, made or synced; few, so that it may ask more than once for the same.
static void each_folder(int syncs) {
    char path[4096], last[4096] = "";
    for (int index = 0; index < entry_count; index += 1) {
        path_of(entries[index], path);
        *strrchr(path, '/') = 0;
        if (strcmp(path, last) == 0) continue;
        strcpy(last, path);
        for (char *end = path + strlen(staging); end; end = strchr(end + 1, '/')) {
            char kept = *end;
            *end = 0;
            if (syncs) sync_folder(path);
            else mkdir(path, 0700);
            *end = kept;
        }
        if (syncs) sync_folder(path);
        else mkdir(path, 0700);
    }
}

int main(int count, char **arguments) {
    if (count < 4) return 64;
    char archive[4096], place[4096];
    snprintf(archive, sizeof archive, "%s.package", arguments[3]);
    snprintf(place, sizeof place, "%s.staging", arguments[3]);
    staging = place;
    fetch(arguments[1], arguments[2], archive);
    int file = open(archive, O_RDONLY);
    struct stat status;
    fstat(file, &status);
    package = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    const uint8_t *end = package + status.st_size - 22;
    entry_count = (int)number(end + 10, 2);
    entries = malloc((size_t)entry_count * sizeof *entries);
    const uint8_t *entry = package + number(end + 16, 4);
    for (int index = 0; index < entry_count; index += 1) {
        entries[index] = entry;
        entry += 46 + number(entry + 28, 2) + number(entry + 30, 2) + number(entry + 32, 2);
    }
    each_folder(0);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pthread_t threads[64];
    if (processors > 64) processors = 64;
    for (long index = 0; index < processors; index += 1) pthread_create(&threads[index], NULL, work, NULL);
    for (long index = 0; index < processors; index += 1) pthread_join(threads[index], NULL);
    each_folder(1);
    if (rename(place, arguments[3]) != 0) fail("no place");
    char *slash = strrchr(place, '/');
    *slash = 0;
    sync_folder(place);
    unlink(archive);
    return 0;
}
