//go:build !linux

package cputime

import "time"

// Thread returns 0: this system does not tell.
func Thread() time.Duration { return 0 }
