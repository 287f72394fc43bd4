package shaders

import _ "github.com/go-gl/gl/v4.1-core/gl" // want "only render may"
