package render

import (
	"strconv"

	"voxtide/render/farlist"
	"voxtide/render/glutil"
	"voxtide/render/sections"
)

// The programs of the passes.
const (
	progQuads = iota
	progQuadsUnlit
	progQuadsCutout
	progQuadsCutoutUnlit
	progLeavesFar
	progQuadsBlend
	progModels
	progModelsCutout
	progCasters
	progCastersCutout
	progModelCasters
	progModelCastersCutout
	progWater
	progWaterBelow
	progSky
	progStars
	progBoxes
	progUntextured
	progHeld
	progClouds
	progPreview
	progFar
	progFarOwn
	programCount
)

// programRow says how a program is built: from which text of package shaders, and with which #defines.
type programRow struct {
	name    string
	defines []string
	full    []string // defines at full quality alone
	fine    bool     // it is used at full quality alone
}

// multisample is for programs that draw into a framebuffer with several samples a pixel.
var multisample = []string{"SMOOTH"}

// farPlaces is how many places the programs of far land have.
var farPlaces = "PLACES " + strconv.Itoa(farlist.Places)

var programTable = [programCount]programRow{
	progQuads:              {name: "quads", full: multisample},
	progQuadsUnlit:         {name: "quads", defines: []string{"DARK"}, full: multisample},
	progQuadsCutout:        {name: "quads", defines: []string{"CUTOUT"}, full: multisample},
	progQuadsCutoutUnlit:   {name: "quads", defines: []string{"CUTOUT", "DARK"}, full: multisample},
	progLeavesFar:          {name: "quads", defines: []string{"FILLED", "DARK"}, full: multisample},
	progQuadsBlend:         {name: "quads", defines: []string{"BLEND"}, full: multisample},
	progModels:             {name: "models", full: multisample},
	progModelsCutout:       {name: "models", defines: []string{"CUTOUT"}, full: multisample},
	progCasters:            {name: "casters", fine: true},
	progCastersCutout:      {name: "casters", defines: []string{"CUTOUT"}, fine: true},
	progModelCasters:       {name: "casters", defines: []string{"MODELS"}, fine: true},
	progModelCastersCutout: {name: "casters", defines: []string{"MODELS", "CUTOUT"}, fine: true},
	progWater:              {name: "water", full: []string{"SMOOTH", "WAVES"}},
	progWaterBelow:         {name: "water", defines: []string{"SUBMERGED"}, full: []string{"SMOOTH", "WAVES"}},
	progSky:                {name: "sky", full: multisample},
	progStars:              {name: "stars"},
	progBoxes:              {name: "solid", full: multisample},
	progUntextured:         {name: "solid", defines: []string{"PLAIN"}},
	progHeld:               {name: "solid", defines: []string{"HAND"}, full: multisample},
	progClouds:             {name: "clouds"},
	progPreview:            {name: "preview"},
	progFar:                {name: "far", defines: []string{farPlaces}, full: multisample},
	progFarOwn:             {name: "far", defines: []string{farPlaces, "OWN"}, full: multisample},
}

// program is a program of a pass with the locations of the few uniforms outside of blocks, below 0 where it has none.
type program struct {
	glutil.Program
	rotation, held, offset int32
}

// programs are all programs, by the constants above.
type programs [programCount]program

// quality is how finely the programs draw.
type quality uint8

const (
	qualityReduced   quality = iota
	qualityOneSample         // full quality where a pixel has one sample: holes have hard edges
	qualityFull
)

// build builds all programs that a quality needs, for one storage of the light.
func (p *programs) build(q quality, light sections.LightStorage) error {
	for i := range p {
		row := &programTable[i]
		if row.fine && q == qualityReduced {
			continue
		}
		defines := row.defines
		if q != qualityReduced {
			defines = append(defines[:len(defines):len(defines)], row.full...)
		}
		if q == qualityOneSample {
			defines = append(defines, "SINGLE")
		}
		if err := p[i].Build(row.name, defines, light.RewriteShader()); err != nil {
			return err
		}
		p[i].rotation, p[i].offset, p[i].held = p[i].Location("turn"), p[i].Location("offset"), p[i].Location("hand")
	}
	return nil
}

func (p *programs) free() {
	for i := range p {
		p[i].Free()
	}
}
