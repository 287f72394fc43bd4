//go:build !unix

package bots

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
