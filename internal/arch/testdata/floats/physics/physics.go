package physics

import (
	"math"
	"strconv"

	"voxtide/render/scene"
)

const large int64 = 1e9

var highest = math.MaxInt32

var speed float64 // want "float64"

const half = 0.5 // want "float"

const many = 1e9 // want "float"

var root = math.Sqrt(2) // want "float64"

var text, _ = strconv.ParseFloat("", 64) // want "float64"

var inferred = scene.Angle() // want "float32"

type metres float64 // want "metres"

func far(m metres) bool { return m > 9 } // want "metres"

func rounds(x int) bool { return strconv.FormatFloat(0, 'e', x, 64) == "" } // want "strconv.FormatFloat"
