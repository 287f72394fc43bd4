package terrain

import (
	"runtime"
	"syscall"
)

// workerNice is the nice value of a worker. Against a thread of nice 0 it gets about a third of a contended processor, and all
// of an idle one. A much higher value could delay a worker for long while the frame waits for its result.
const workerNice = 5

// lowerThreadPriority gives the goroutine its own thread for good and lowers the thread's priority, so that it yields to the
// frame loop and to the threads of a software driver. Where the system forbids it, the priority stays.
func lowerThreadPriority() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), workerNice)
}
