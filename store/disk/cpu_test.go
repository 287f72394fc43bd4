//go:build !unix

package disk

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
