package textures

// Hand-drawn art in letters: sixteen rows of sixteen.

var greenInks = map[byte]ink{
	'1': rGreen.step(0), '2': rGreen.step(1), '3': rGreen.step(2), '4': rGreen.step(3), '5': rGreen.step(4),
}

// withGreens returns the greens of stalks together with other inks.
func withGreens(more map[byte]ink) map[byte]ink {
	out := map[byte]ink{}
	for k, v := range greenInks {
		out[k] = v
	}
	for k, v := range more {
		out[k] = v
	}
	return out
}

var redFlowerArt = [Size]string{
	"................",
	"................",
	".....ab..ab.....",
	"....abcabbcc....",
	"....bbccbccd....",
	"...abcdyydbbb...",
	"...bccyyoydcc...",
	"....cdyoydcd....",
	"....bbcyydbcc...",
	"....bccddbccd...",
	".....cd.2.cd....",
	"........2.......",
	"..45....3..45...",
	"...345..2.44....",
	"....234.234.....",
	".....1232.......",
}

var redFlowerInks = withGreens(map[byte]ink{
	'a': rRed.step(4), 'b': rRed.step(3), 'c': rRed.step(2), 'd': rRed.step(1),
	'y': rYellow.step(3), 'o': rYellow.step(1),
})

var yellowFlowerArt = [Size]string{
	"................",
	"................",
	"................",
	"......abab......",
	".....abbabb.....",
	"....abbabbbc....",
	"....babobabc....",
	"....bbaoabcc....",
	".....bcbcbcd....",
	".....ccbcdd.....",
	"......c3dd......",
	".......3........",
	"..5....2...4....",
	"..45..32..45....",
	"...345.2.34.....",
	"....2323321.....",
}

var yellowFlowerInks = withGreens(map[byte]ink{
	'a': rYellow.step(4), 'b': rYellow.step(3), 'c': rYellow.step(2), 'd': rYellow.step(1), 'o': rOrange.step(1),
})

var mushroomArt = [Size]string{
	"................",
	"................",
	"................",
	"................",
	"......abbb......",
	"....abbwwbbc....",
	"...abbbwwbbcc...",
	"...bwwbbbbbwcd..",
	"..bbwwbbbccwwd..",
	"..bbbbbcccccwd..",
	"..cddpqpqpqddd..",
	".....dstts......",
	"......stt.......",
	"......stt.......",
	".....4sttu.5....",
	"....23suut324...",
}

var mushroomInks = withGreens(map[byte]ink{
	'a': rRed.step(4), 'b': rRed.step(3), 'c': rRed.step(2), 'd': rRed.step(1), 'w': rWool.step(4),
	'p': rSkin.step(1), 'q': rSkin.step(2), 's': rWool.step(4), 't': rWool.step(2), 'u': rWool.step(1),
})

var fernArt = [Size]string{
	"........5.......",
	".....4..4..5....",
	"......4.34.4....",
	"...5..34.33.....",
	"..4.4..33.4.54..",
	".4..34.23.343...",
	"...4.33.2233..4.",
	"5.4.3.32232.44..",
	".434.3.222.343.5",
	"..233.2122233.4.",
	"4...32.1123.343.",
	".344.321122433..",
	"..2334.11.233.4.",
	"....23311232243.",
	"..34.22112223...",
	".....1211121....",
}

var fernInks = map[byte]ink{
	'1': rTurf.step(0), '2': rTurf.step(1), '3': rTurf.step(2), '4': rTurf.step(3), '5': rTurf.step(4),
}

var torchArt = [Size]string{
	"................",
	"................",
	"................",
	"................",
	"................",
	"................",
	".......45.......",
	".......34.......",
	".......cd.......",
	".......ba.......",
	".......cb.......",
	".......cb.......",
	".......ba.......",
	".......cb.......",
	".......cb.......",
	".......ba.......",
}

var torchInks = map[byte]ink{
	'3': rFlame.step(2), '4': rFlame.step(3), '5': rFlame.step(4),
	'a': rWood.step(0), 'b': rWood.step(1), 'c': rWood.step(3), 'd': rCoal.step(3),
}
