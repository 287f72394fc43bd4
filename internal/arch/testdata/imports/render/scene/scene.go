package scene

import _ "github.com/go-gl/mathgl/mgl32"
