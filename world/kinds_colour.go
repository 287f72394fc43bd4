package world

// Colours are the names of the sixteen dyes.
var Colours = [16]string{"white", "light_gray", "gray", "black", "brown", "red", "orange", "yellow", "lime", "green", "cyan", "light_blue",
	"blue", "purple", "magenta", "pink"}

// colourKinds returns what is dyed: six kinds of each colour.
func colourKinds() (out []KindInfo) {
	wools := map[string]Block{"white": WhiteWool, "red": RedWool, "blue": BlueWool, "green": GreenWool}
	carpets := map[string]Block{"red": RedCarpet, "blue": BlueCarpet}
	for _, c := range Colours {
		wool := plain(c+"_wool", 400, SoundCloth, c+"_wool").in(GroupColour).by(ToolShears)
		carpet := cut(wool, c+"_carpet", ClassCarpet, c+"_wool")
		carpet.Hardness, carpet.shape = ms(100), ShapeCarpet
		glass := clear(plain(c+"_glass", 300, SoundGlass, c+"_glass")).in(GroupColour)
		pane := cut(glass, c+"_glass_pane", ClassPane, c+"_glass_pane")
		out = append(out, constant(wool, wools[c]), constant(carpet, carpets[c]), glass, pane, stone(c+"_concrete", 1200, "").in(GroupColour),
			stone(c+"_glazed", 900, "").in(GroupColour))
	}
	return append(out, cut(clear(plain("glass", 300, SoundGlass, "")).in(GroupColour), "glass_pane", ClassPane, "glass"))
}
