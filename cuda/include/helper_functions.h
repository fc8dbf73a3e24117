#include "helper_string.h"
#include "helper_timer.h"
