package physics

import "voxtide/world"

// vectorLength is the length of a HeadingVector.
const vectorLength = 1 << 16

// HeadingVector returns the unit vector on X and Z of a heading (65536 a turn, 0 to -Z, 16384 to +X), scaled by
// 65536. There are 4096 directions; a heading takes the nearest. Opposite headings give exactly opposite vectors.
func HeadingVector(yaw uint16) (x, z int64) {
	i := (yaw + 8) >> 4
	r := i & 1023
	s, c := int64(quarterSine[r]), int64(quarterSine[1024-r])
	switch i >> 10 & 3 {
	case 0:
		return s, -c
	case 1:
		return c, s
	case 2:
		return -s, c
	}
	return -c, -s
}

// wishHeadings holds the direction that the keys ask for, clockwise from the heading: by back, none or forward (0 to 2)
// and left, none or right (0 to 2).
var wishHeadings = [3][3]uint16{
	{40960, 32768, 24576}, // back
	{49152, 0, 16384},     // neither
	{57344, 0, 8192},      // forward
}

// wishVector returns the direction that the keys ask for, as a HeadingVector; 0, 0 for none. Diagonals are no longer
// than the others.
func wishVector(keys world.Keys, yaw uint16) (x, z int64) {
	f, r := 1, 1
	if keys&world.KeyForward != 0 {
		f++
	}
	if keys&world.KeyBack != 0 {
		f--
	}
	if keys&world.KeyRight != 0 {
		r++
	}
	if keys&world.KeyLeft != 0 {
		r--
	}
	if f == 1 && r == 1 {
		return 0, 0
	}
	return HeadingVector(yaw + wishHeadings[f][r])
}
