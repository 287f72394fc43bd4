package physics

var inTest float64
