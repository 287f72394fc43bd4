//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime returns how much time of processors this process has taken, a software driver's threads included; 0 where nobody knows.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
