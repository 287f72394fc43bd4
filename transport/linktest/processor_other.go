//go:build !unix

package linktest

import "time"

// processor is not known here.
func processor() time.Duration { return 0 }
