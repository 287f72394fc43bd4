package textures

// Tiles of a player: each covers one whole face of a limb, whatever its size. They are art of 8 by 8 letters of two by two
// pixels each, so that the pixels of a head of half a block are as large as the pixels of blocks.

// shirts are the ramps of the shirts, by index.
var shirts = [...]ramp{rRed, rOrange, rYellow, rGreen, rTeal, rBlue, rPurple, rWool}

// smallArt is art of 8 by 8 letters.
type smallArt [8]string

var skinInks = map[byte]ink{
	's': rSkin.step(3), 'S': rSkin.step(4), 'd': rSkin.step(2), 'D': rSkin.step(1), 'm': rSkin.step(0),
	'h': rBark.step(1), 'H': rBark.step(2), 'g': rBark.step(0), 'w': rWool.step(4), 'e': rBlue.step(1),
	'j': rDenim.step(2), 'J': rDenim.step(3), 'k': rDenim.step(1), 'b': rBark.step(0), 'B': rBark.step(1),
}

var (
	faceArt     = smallArt{"hHHhHHhh", "hhHhhHhg", "hSSSSSsg", "sweSSews", "sSSSSSsd", "sSDSSDsd", "dSsmmssd", "dddssddd"}
	headSideArt = smallArt{"hHHhhHhh", "hhhHhhhg", "hhHhhhhg", "hhhhhsss", "hhhsssss", "ghdDsssd", "gssdsssd", "dddssssd"}
	headBackArt = smallArt{"hHHhhHhh", "hhHhhHhg", "hHhhHhhg", "hhHhhhhg", "hhhhHhhg", "hhhhhhgg", "ghghgggg", "dssssssd"}
	headTopArt  = smallArt{"hhHHhhhh", "hHhhhhHh", "hhhHhhhh", "hhHHHhhh", "hhHhhhHh", "hhhhHhhg", "hHhhhhhg", "hhhhhhgg"}
	torsoArt    = smallArt{"23ssss32", "333dd332", "33333222", "33332222", "32333221", "33332221", "23322211", "kbbBBbbk"}
	armArt      = smallArt{"33333322", "33332222", "33322221", "23322211", "dDDDDDDD", "sSSsssdd", "sSssssdd", "sssssddD"}
	legArt      = smallArt{"JJjjjjkk", "JJjjjjjk", "JjjjJjjk", "Jjjjjjkk", "JJjjjjkk", "jjjjjkkk", "BBBBbbbb", "BBbbbbbb"}
	handArt     = smallArt{"SSssssss", "Sssssssd", "SsSsssss", "sssssssd", "Ssssssss", "sssSsssd", "Sssssssd", "ssssdsdd"}
)

// skinTile returns the painter of small art; digits are steps of the shirt's ramp.
func skinTile(rows smallArt, shirt ramp) func(*canvas, brush) {
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
