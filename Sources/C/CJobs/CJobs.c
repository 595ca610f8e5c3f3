#include "CJobs.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define SWIFT_CALL __attribute__((swiftcall))

typedef struct Job Job;
typedef SWIFT_CALL void (*Enqueue)(Job *job);
typedef SWIFT_CALL void (*EnqueueHook)(Job *job, Enqueue original);
/// Null twice stands for the pool.
typedef struct {
    void *identity;
    void *implementation;
} Executor;

// Exported by the concurrency runtime (swift/Runtime/Concurrency.h).
extern EnqueueHook swift_task_enqueueGlobal_hook;
extern SWIFT_CALL void swift_task_enqueueGlobal(Job *job);
extern SWIFT_CALL void swift_job_run(Job *job, Executor executor);

typedef struct {
    Job **jobs;
    size_t first, count, room;
} Queue;

static _Thread_local Queue *queue;

/// Room for one more at the end: what was taken from the front is used again first.
static bool grow(Queue *q) {
    if (q->first + q->count < q->room) return true;
    if (q->first > q->room / 2) {
        memmove(q->jobs, q->jobs + q->first, q->count * sizeof *q->jobs);
        q->first = 0;
        return true;
    }
    size_t room = q->room ? q->room * 2 : 64;
    Job **more = realloc(q->jobs, room * sizeof *more);
    if (!more) return false;
    q->jobs = more;
    q->room = room;
    return true;
}

static SWIFT_CALL void take(Job *job, Enqueue original) {
    Queue *q = queue;
    if (!q || !grow(q)) {
        original(job);
        return;
    }
    q->jobs[q->first + q->count++] = job;
}

static void install(void) { swift_task_enqueueGlobal_hook = take; }

bool cjobs_keep(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    if (!queue) queue = calloc(1, sizeof *queue);
    return queue != NULL;
}

static Job *next(Queue *q) {
    if (!q || q->count == 0) return NULL;
    Job *job = q->jobs[q->first++];
    if (--q->count == 0) q->first = 0;
    return job;
}

bool cjobs_run_next(void) {
    Job *job = next(queue);
    if (!job) return false;
    swift_job_run(job, (Executor){NULL, NULL});
    return true;
}

void cjobs_release(void) {
    Queue *q = queue;
    queue = NULL;
    for (Job *job = next(q); job; job = next(q)) swift_task_enqueueGlobal(job);
    if (q) free(q->jobs);
    free(q);
}
