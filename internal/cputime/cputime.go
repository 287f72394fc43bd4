//go:build unix

// Package cputime measures the processor time that this process has used.
//
// Owner: nobody; any goroutine may call it.
package cputime

import (
	"syscall"
	"time"
)

// Used returns the processor time of all threads, those of drivers included; 0 where the system does not tell.
func Used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
