package render

import (
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/shaders"
)

// The programs.
const (
	progQuads = iota
	progQuadsDark
	progQuadsCutout
	progQuadsCutoutDark
	progLeavesFar
	progQuadsBlend
	progModels
	progModelsCutout
	progWater
	progSky
	progStars
	progSolid
	progPlain
	progHand
	progClouds
	progGhosts
	progGlyphs
	progIcons
	progImages
	programCount
)

// programTable says from which text each is built.
var programTable = [programCount]struct {
	name    string
	defines []string
	rich    []string // defines left out on slow machines
}{
	progQuads:           {name: "quads", rich: smooth},
	progQuadsDark:       {name: "quads", defines: []string{"DARK"}, rich: smooth},
	progQuadsCutout:     {name: "quads", defines: []string{"CUTOUT"}, rich: smooth},
	progQuadsCutoutDark: {name: "quads", defines: []string{"CUTOUT", "DARK"}, rich: smooth},
	progLeavesFar:       {name: "quads", defines: []string{"FILLED", "DARK"}, rich: smooth},
	progQuadsBlend:      {name: "quads", defines: []string{"BLEND"}, rich: smooth},
	progModels:          {name: "models", rich: smooth},
	progModelsCutout:    {name: "models", defines: []string{"CUTOUT"}, rich: smooth},
	progWater:           {name: "water", rich: []string{"SMOOTH", "WAVES"}},
	progSky:             {name: "sky", rich: smooth},
	progStars:           {name: "stars"},
	progSolid:           {name: "solid"},
	progPlain:           {name: "solid", defines: []string{"PLAIN"}},
	progHand:            {name: "solid", defines: []string{"HAND"}},
	progClouds:          {name: "clouds"},
	progGhosts:          {name: "ghosts"},
	progGlyphs:          {name: "flat", defines: []string{"GLYPHS"}},
	progIcons:           {name: "flat", defines: []string{"ICONS"}},
	progImages:          {name: "flat"},
}

// smooth is for pictures with several samples a pixel.
var smooth = []string{"SMOOTH"}

// program is a linked program with the places of the few uniforms outside blocks.
type program struct {
	id                 uint32
	turn, hand, offset int32
}

// samplerUnits names the units of samplers; GLSL 410 cannot.
var samplerUnits = []struct {
	name string
	unit int32
}{{"blocks\x00", unitBlocks}, {"slots\x00", unitSlots}, {"cells\x00", unitCells}, {"atlas\x00", unitAtlas}, {"under\x00", unitUnder}, {"shade\x00", unitShade}}

// build compiles and links a program. Its error carries the driver's log.
func (p *program) build(row *struct {
	name    string
	defines []string
	rich    []string
}, plain bool, cells Cells) error {
	defines := row.defines
	if !plain {
		defines = append(defines[:len(defines):len(defines)], row.rich...)
	}
	vertex, fragment, err := shaders.Source(row.name, defines...)
	if err != nil {
		return err
	}
	if cells == CellsTexture {
		vertex, fragment = inTexture(vertex), inTexture(fragment)
	}
	v, err := compile(row.name, gl.VERTEX_SHADER, vertex)
	if err != nil {
		return err
	}
	defer gl.DeleteShader(v)
	f, err := compile(row.name, gl.FRAGMENT_SHADER, fragment)
	if err != nil {
		return err
	}
	defer gl.DeleteShader(f)
	p.id = gl.CreateProgram()
	gl.AttachShader(p.id, v)
	gl.AttachShader(p.id, f)
	gl.LinkProgram(p.id)
	var ok int32
	gl.GetProgramiv(p.id, gl.LINK_STATUS, &ok)
	if ok == gl.FALSE {
		var n int32
		gl.GetProgramiv(p.id, gl.INFO_LOG_LENGTH, &n)
		log := make([]byte, max(n, 1))
		gl.GetProgramInfoLog(p.id, int32(len(log)), nil, &log[0])
		return fmt.Errorf("%w: linking %s %v: %s", ErrDriver, row.name, defines, strings.TrimRight(string(log), "\x00\n "))
	}
	p.places()
	return nil
}

// places binds blocks and samplers and looks up what else is set.
func (p *program) places() {
	gl.UseProgram(p.id)
	for name, at := range map[string]uint32{"Frame\x00": bindFrame, "Palette\x00": bindPalette} {
		if i := gl.GetUniformBlockIndex(p.id, gl.Str(name)); i != gl.INVALID_INDEX {
			gl.UniformBlockBinding(p.id, i, at)
		}
	}
	for _, s := range samplerUnits {
		if at := gl.GetUniformLocation(p.id, gl.Str(s.name)); at >= 0 {
			gl.Uniform1i(at, s.unit)
		}
	}
	p.turn = gl.GetUniformLocation(p.id, gl.Str("turn\x00"))
	p.offset = gl.GetUniformLocation(p.id, gl.Str("offset\x00"))
	p.hand = gl.GetUniformLocation(p.id, gl.Str("hand\x00"))
}

func compile(name string, stage uint32, text string) (uint32, error) {
	s := gl.CreateShader(stage)
	c, release := gl.Strs(text + "\x00")
	gl.ShaderSource(s, 1, c, nil)
	release()
	gl.CompileShader(s)
	var ok int32
	gl.GetShaderiv(s, gl.COMPILE_STATUS, &ok)
	if ok == gl.TRUE {
		return s, nil
	}
	var n int32
	gl.GetShaderiv(s, gl.INFO_LOG_LENGTH, &n)
	log := make([]byte, max(n, 1))
	gl.GetShaderInfoLog(s, int32(len(log)), nil, &log[0])
	gl.DeleteShader(s)
	kind := "vertex"
	if stage == gl.FRAGMENT_SHADER {
		kind = "fragment"
	}
	return 0, fmt.Errorf("%w: compiling the %s stage of %s: %s", ErrDriver, kind, name, strings.TrimRight(string(log), "\x00\n "))
}

// use makes a program the current one.
func (p *program) use() { gl.UseProgram(p.id) }

func (p *program) free() {
	if p.id != 0 {
		gl.DeleteProgram(p.id)
		p.id = 0
	}
}
