package physics

import "voxtide/world"

// one is the length of a Direction.
const one = 1 << 16

// Direction returns the unit vector on X and Z of a heading (65536 a turn, 0 to -Z, 16384 to +X), scaled by
// 65536. There are 4096 directions; a heading takes the nearest. Opposite headings give exactly opposite vectors.
func Direction(yaw uint16) (x, z int64) {
	i := (yaw + 8) >> 4
	r := i & 1023
	s, c := int64(quadrant[r]), int64(quadrant[1024-r])
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

// headings holds, by back or forward (0 to 2) and left or right (0 to 2), how far the wish to go lies clockwise of the
// heading.
var headings = [3][3]uint16{
	{40960, 32768, 24576}, // back
	{49152, 0, 16384},     // neither
	{57344, 0, 8192},      // forward
}

// wish returns where the keys ask to go, as a Direction; 0, 0 for nowhere. The diagonals are no longer than the rest.
func wish(keys world.Keys, yaw uint16) (x, z int64) {
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
	return Direction(yaw + headings[f][r])
}
