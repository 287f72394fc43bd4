package physics

import (
	_ "math/bits"
	_ "time" // want "now is an argument"
)
