package cputime

import (
	"syscall"
	"time"
	"unsafe"
)

// Thread returns the processor time of the calling thread; a goroutine that compares two readings has locked its thread.
func Thread() time.Duration {
	const threadClock = 3 // CLOCK_THREAD_CPUTIME_ID
	var t syscall.Timespec
	if _, _, no := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&t)), 0); no != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}
