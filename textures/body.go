package textures

// Tiles of a body: each covers one whole side of a box, whatever the box measures. They are drawn with 8 by 8 letters
// of two by two pixels each, so that a head of half a block has pixels of the size that blocks have.

// shirts are the ramps of the shirts, by index.
var shirts = [...]ramp{rRed, rOrange, rYellow, rGreen, rTeal, rBlue, rPurple, rWool}

// small is a picture of 8 by 8 letters.
type small [8]string

var skinInks = map[byte]ink{
	's': rSkin.step(3), 'S': rSkin.step(4), 'd': rSkin.step(2), 'D': rSkin.step(1), 'm': rSkin.step(0),
	'h': rBark.step(1), 'H': rBark.step(2), 'g': rBark.step(0), 'w': rWool.step(4), 'e': rBlue.step(1),
	'j': rDenim.step(2), 'J': rDenim.step(3), 'k': rDenim.step(1), 'b': rBark.step(0), 'B': rBark.step(1),
}

var (
	faceArt     = small{"hHHhHHhh", "hhHhhHhg", "hSSSSSsg", "sweSSews", "sSSSSSsd", "sSDSSDsd", "dSsmmssd", "dddssddd"}
	headSideArt = small{"hHHhhHhh", "hhhHhhhg", "hhHhhhhg", "hhhhhsss", "hhhsssss", "ghdDsssd", "gssdsssd", "dddssssd"}
	headBackArt = small{"hHHhhHhh", "hhHhhHhg", "hHhhHhhg", "hhHhhhhg", "hhhhHhhg", "hhhhhhgg", "ghghgggg", "dssssssd"}
	headTopArt  = small{"hhHHhhhh", "hHhhhhHh", "hhhHhhhh", "hhHHHhhh", "hhHhhhHh", "hhhhHhhg", "hHhhhhhg", "hhhhhhgg"}
	torsoArt    = small{"23ssss32", "333dd332", "33333222", "33332222", "32333221", "33332221", "23322211", "kbbBBbbk"}
	armArt      = small{"33333322", "33332222", "33322221", "23322211", "dDDDDDDD", "sSSsssdd", "sSssssdd", "sssssddD"}
	legArt      = small{"JJjjjjkk", "JJjjjjjk", "JjjjJjjk", "Jjjjjjkk", "JJjjjjkk", "jjjjjkkk", "BBBBbbbb", "BBbbbbbb"}
	handArt     = small{"SSssssss", "Sssssssd", "SsSsssss", "sssssssd", "Ssssssss", "sssSsssd", "Sssssssd", "ssssdsdd"}
)

// body returns the painter of a small picture; digits are steps of the shirt.
func body(rows small, shirt ramp) func(*canvas, brush) {
	return func(c *canvas, _ brush) {
		for y, line := range rows {
			for x := range len(line) {
				k := line[x]
				i := skinInks[k]
				if k >= '0' && k <= '4' {
					i = shirt.step(int(k - '0'))
				}
				c.rect(2*x, 2*y, 2, 2, i)
			}
		}
	}
}
