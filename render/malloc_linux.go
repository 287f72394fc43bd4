package render

/*
#include <stdlib.h>
#include <malloc.h>

// keep tells the C library not to hand freed memory back to the system. Setting one of its thresholds also ends their
// moving by themselves, so the other is set as well.
static void keep(int bytes) {
#ifdef __GLIBC__
	mallopt(M_TRIM_THRESHOLD, bytes);
	mallopt(M_TOP_PAD, bytes / 8);
#endif
}
*/
import "C"

// keptBytes is how much freed memory the C library keeps.
const keptBytes = 256 << 20

// keepMemory is for drivers that compute: they take and free megabytes for each picture, and a sixth of its time went into
// memory that went to and fro between the C library and the system.
func keepMemory() { C.keep(keptBytes) }
