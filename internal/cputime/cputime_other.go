//go:build !unix

// Package cputime measures nothing on this system.
package cputime

import "time"

// Used returns 0: this system does not tell.
func Used() time.Duration { return 0 }
