//go:build !linux

package server

import "time"

// threadTime returns 0: the time of a thread is unknown on this system.
func threadTime() time.Duration { return 0 }
