package ui

import (
	"math"
	"testing"

	"voxtide/render/draw2d"
)

// TestContrast: every text has enough contrast with its background, whatever frame is behind.
func TestContrast(t *testing.T) {
	white, black := [3]float64{255, 255, 255}, [3]float64{}
	for _, c := range []struct {
		name  string
		text  draw2d.Colour
		under []draw2d.Colour // backgrounds, from the frame up
	}{
		{"text on a plate", colourText, []draw2d.Colour{colourTextPlate}},
		{"secondary text on a plate", colourDim, []draw2d.Colour{colourTextPlate}},
		{"names in the chat", colourAccent, []draw2d.Colour{colourTextPlate}},
		{"text on a panel", colourText, []draw2d.Colour{colourDimming, colourPanel}},
		{"secondary text on a panel", colourDim, []draw2d.Colour{colourDimming, colourPanel}},
		{"warnings on a panel", colourWarn, []draw2d.Colour{colourDimming, colourPanel}},
		{"text on a button", colourText, []draw2d.Colour{colourPanel, colourControl}},
		{"secondary text on a button", colourDim, []draw2d.Colour{colourDimming, colourPanel, colourControl}},
		{"warnings on a button", colourWarn, []draw2d.Colour{colourDimming, colourPanel, colourControl}},
		{"text with the focus", colourText, []draw2d.Colour{colourPanel, colourFocus}},
		{"secondary text with the focus", colourDim, []draw2d.Colour{colourPanel, colourFocus}},
		{"the accent with the focus", colourAccent, []draw2d.Colour{colourPanel, colourFocus}},
		{"warnings with the focus", colourWarn, []draw2d.Colour{colourPanel, colourFocus}},
		{"hints in a field", colourDim.Fade(0.75), []draw2d.Colour{colourDimming, colourPanel, colourWell}},
		{"a button that is off", colourDim.Fade(0.8), []draw2d.Colour{colourDimming, colourPanel, colourControl}},
	} {
		for _, ground := range [][3]float64{white, black} {
			for _, u := range c.under {
				ground = mix(ground, u)
			}
			if got := contrast(mix(ground, c.text), ground); got < 4.5 {
				t.Errorf("%s: %.2f", c.name, got)
			}
		}
	}
}

// mix returns a colour blended over a background.
func mix(ground [3]float64, c draw2d.Colour) [3]float64 {
	a := float64(c.A) / 255
	for i, v := range []uint8{c.R, c.G, c.B} {
		ground[i] = ground[i]*(1-a) + float64(v)*a
	}
	return ground
}

// contrast returns the ratio of two colours' brightness as the guidelines for accessible texts count it.
func contrast(a, b [3]float64) float64 {
	bright := func(c [3]float64) float64 {
		sum := 0.0
		for i, w := range []float64{0.2126, 0.7152, 0.0722} {
			v := c[i] / 255
			if v <= 0.03928 {
				sum += w * v / 12.92
			} else {
				sum += w * math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		return sum
	}
	l, d := bright(a), bright(b)
	return (max(l, d) + 0.05) / (min(l, d) + 0.05)
}
