#include "CPictures.h"
