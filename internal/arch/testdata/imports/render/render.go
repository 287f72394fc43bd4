package render

import (
	_ "github.com/go-gl/gl/v4.1-core/gl"
	_ "github.com/go-gl/glfw/v3.3/glfw" // want "only window may"
)
