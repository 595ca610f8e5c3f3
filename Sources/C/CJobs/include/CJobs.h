/// Swift tasks on one thread of the caller's, in the order in which they become ready.
///
/// The concurrency runtime asks `swift_task_enqueueGlobal_hook` where it would hand a job to its pool. A thread that
/// keeps its jobs gets them back here; jobs of every other thread go to the pool as always.
#ifndef CJOBS_H
#define CJOBS_H

#include <stdbool.h>

/// From now on jobs that become ready on this thread wait for it. False where memory is short.
bool cjobs_keep(void);

/// Runs the oldest job of this thread; false where there is none.
bool cjobs_run_next(void);

/// Ends what `cjobs_keep` began. Jobs that still wait are handed to the pool.
void cjobs_release(void);

#endif
