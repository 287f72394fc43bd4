package ui

import "voxtide/render/draw2d"

// The colours. TestContrast checks texts on every background, over the brightest and the darkest frame.
var (
	colourText      = draw2d.Colour{R: 238, G: 241, B: 245, A: 255}
	colourDim       = draw2d.Colour{R: 190, G: 197, B: 207, A: 255} // of secondary texts
	colourAccent    = draw2d.Colour{R: 94, G: 214, B: 196, A: 255}  // of focused or chosen widgets
	colourWarn      = draw2d.Colour{R: 255, G: 190, B: 92, A: 255}
	colourDimming   = draw2d.Colour{R: 8, G: 11, B: 15, A: 120}  // over the frame behind a page
	colourPanel     = draw2d.Colour{R: 17, G: 21, B: 27, A: 222} // of panels
	colourEdge      = draw2d.Colour{R: 255, G: 255, B: 255, A: 46}
	colourTextPlate = draw2d.Colour{R: 12, G: 15, B: 20, A: 196} // behind lines of text over the frame
	colourControl   = draw2d.Colour{R: 255, G: 255, B: 255, A: 16}
	colourFocus     = draw2d.Colour{R: 34, G: 82, B: 79, A: 255} // behind a focused widget
	colourWell      = draw2d.Colour{R: 0, G: 0, B: 0, A: 96}     // of fields and slots
	colourFaded     = draw2d.Colour{R: 17, G: 21, B: 27, A: 150} // over what cannot be made
	colourTip       = draw2d.Colour{R: 9, G: 12, B: 16, A: 244}
	colourBoard     = draw2d.Colour{R: 196, G: 158, B: 104, A: 255} // of a sign
	colourBoardEdge = draw2d.Colour{R: 120, G: 88, B: 52, A: 255}
	colourInk       = draw2d.Colour{R: 38, G: 26, B: 14, A: 255}
	colourWhite     = draw2d.Colour{R: 255, G: 255, B: 255, A: 255}
)

// Sizes of lines of text, in pixels at a scale of one.
const (
	textSmall = 15
	textBody  = 18
	textHead  = 26
	textTitle = 64
)
