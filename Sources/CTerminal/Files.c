#define _GNU_SOURCE
#include "CTerminal.h"
#include <unistd.h>

int foyer_sync_file_system(int fd) { return syncfs(fd); }
