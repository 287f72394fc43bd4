//go:build unix

// Package cputime tells how much time of processors this process has taken, for those who measure.
//
// Owner: nobody; any goroutine may ask.
package cputime

import (
	"syscall"
	"time"
)

// Used returns it, all threads and those of drivers included; 0 where nobody knows.
func Used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
