package sim

import (
	_ "embed"        // want "files belong"
	_ "io/fs"        // want "files belong"
	_ "math/rand/v2" // want "chance would differ"
	_ "regexp"       // want "not in coreStd"

	_ "github.com/go-gl/mathgl/mgl32" // want "not in coreStd"

	_ "voxtide/world"
)
