package client

import (
	"runtime"
	"syscall"
)

// workerNice is how much a worker yields to other threads, in the system's steps: it gets about a third of the time of one that
// does not yield where both want a processor, and all of one that is idle. With much more it could be kept waiting for long
// while it holds what the picture waits for.
const workerNice = 5

// yieldToOthers gives the goroutine a thread of its own that yields to others: to that of pictures and to a driver's that
// computes them. It stays so; where it is not allowed nothing happens.
func yieldToOthers() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), workerNice)
}
