package physics

import "voxtide/world"

func span(v world.Vec, d int64) int64 { return v[0] * d }

func square(v world.Vec) int64 { return v[0] * v[0] } // want "a product"

func difference(a, b world.Vec) int64 { return (a[0] - b[0]) * (a[0] - b[0]) } // want "a product"

func local(a, b world.Vec) int64 {
	d := a[0] - b[0]
	return d * d // want "a product"
}

func converted(a world.Pos) int64 { return int64(a.X) * -int64(a.Y) } // want "a product"

func assigned(a world.Vec) {
	a[0] *= a[1] // want "a product"
}

func scaled(a world.Vec) int64 {
	d := a[0] >> 20
	return d * d
}

func excused(v world.Vec) int64 {
	//exact: both are within one cell
	return v[0] * v[0]
}

func withoutReason(v world.Vec) int64 { // want+1 "no reason"
	//exact:
	return v[0] * v[0]
}
