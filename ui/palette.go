package ui

import "voxtide/render"

// The colours. TestContrast holds texts against what they may lie on, over the brightest picture.
var (
	colourText   = render.Colour{R: 238, G: 241, B: 245, A: 255}
	colourDim    = render.Colour{R: 190, G: 197, B: 207, A: 255} // of lesser texts
	colourAccent = render.Colour{R: 94, G: 214, B: 196, A: 255}  // of what has the focus or is chosen
	colourWarn   = render.Colour{R: 255, G: 190, B: 92, A: 255}
	colourShade  = render.Colour{R: 8, G: 11, B: 15, A: 120}  // over the picture behind a page
	colourPanel  = render.Colour{R: 17, G: 21, B: 27, A: 222} // of panels
	colourEdge   = render.Colour{R: 255, G: 255, B: 255, A: 46}
	colourPlate  = render.Colour{R: 12, G: 15, B: 20, A: 196} // behind lines over the picture
	colourRest   = render.Colour{R: 255, G: 255, B: 255, A: 16}
	colourLit    = render.Colour{R: 34, G: 82, B: 79, A: 255} // behind what has the focus
	colourWell   = render.Colour{R: 0, G: 0, B: 0, A: 96}     // of fields and slots
	colourWhite  = render.Colour{R: 255, G: 255, B: 255, A: 255}
)

// Sizes of lines of text, in pixels at a scale of one.
const (
	textSmall = 15
	textBody  = 18
	textHead  = 26
	textTitle = 64
)
