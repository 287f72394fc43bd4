package render

/*
#include <stdlib.h>
#include <malloc.h>

// keep makes the C library keep freed memory instead of returning it to the system. To set one of its thresholds ends the
// automatic change of both, so the other is set as well.
static void keep(int bytes) {
#ifdef __GLIBC__
	mallopt(M_TRIM_THRESHOLD, bytes);
	mallopt(M_TOP_PAD, bytes / 8);
#endif
}
*/
import "C"

// retainedBytes is the freed memory that the C library keeps.
const retainedBytes = 256 << 20

// retainFreedMemory is for drivers that compute on the CPU. They allocate and free megabytes for each frame; a sixth of the
// time of a frame was spent on memory that went back and forth between the C library and the system.
func retainFreedMemory() { C.keep(retainedBytes) }
