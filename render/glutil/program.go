package glutil

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/shaders"
)

// ErrDriver is returned, wrapped with the operation that failed, when the driver refuses something.
var ErrDriver = errors.New("render: the driver refuses")

// Bindings of the uniform blocks, and units of the samplers. GLSL 410 cannot name them, so Build sets them.
const (
	BindingFrame   = 0
	BindingPalette = 1

	UnitBlocks       = 0
	UnitSectionSlots = 1
	UnitLightCells   = 2
	UnitAtlas        = 3
	UnitWaterDepth   = 4
	UnitCloudShadow  = 5
	UnitFarLand      = 6
	UnitMipAtlas     = 8
	UnitSunDepth     = 9
)

var blockBindings = []struct {
	name    string
	binding uint32
}{{"Frame\x00", BindingFrame}, {"Palette\x00", BindingPalette}}

var samplerUnits = []struct {
	name string
	unit int32
}{{"blocks\x00", UnitBlocks}, {"slots\x00", UnitSectionSlots}, {"cells\x00", UnitLightCells}, {"atlas\x00", UnitAtlas}, {"under\x00", UnitWaterDepth}, {"shade\x00", UnitCloudShadow}, {"colours\x00", UnitFarLand}, {"levels\x00", UnitMipAtlas}, {"sunDepth\x00", UnitSunDepth}}

// Program is a linked program of package shaders.
type Program struct{ id uint32 }

// Build compiles and links the program of a name with some #defines; rewrite, if not nil, changes the text of each stage
// first. The error carries the driver's log.
func (p *Program) Build(name string, defines []string, rewrite func(text string) string) error {
	vertex, fragment, err := shaders.Source(name, defines...)
	if err != nil {
		return err
	}
	if rewrite != nil {
		vertex, fragment = rewrite(vertex), rewrite(fragment)
	}
	v, err := compileStage(name, gl.VERTEX_SHADER, vertex)
	if err != nil {
		return err
	}
	defer gl.DeleteShader(v)
	f, err := compileStage(name, gl.FRAGMENT_SHADER, fragment)
	if err != nil {
		return err
	}
	defer gl.DeleteShader(f)
	p.id = gl.CreateProgram()
	gl.AttachShader(p.id, v)
	gl.AttachShader(p.id, f)
	gl.LinkProgram(p.id)
	gl.DetachShader(p.id, v) // the program needs them no longer, and the driver would keep them as long as it
	gl.DetachShader(p.id, f)
	var ok int32
	gl.GetProgramiv(p.id, gl.LINK_STATUS, &ok)
	if ok == gl.FALSE {
		var n int32
		gl.GetProgramiv(p.id, gl.INFO_LOG_LENGTH, &n)
		log := make([]byte, max(n, 1))
		gl.GetProgramInfoLog(p.id, int32(len(log)), nil, &log[0])
		return fmt.Errorf("%w: linking %s %v: %s", ErrDriver, name, defines, strings.TrimRight(string(log), "\x00\n "))
	}
	p.bind()
	return nil
}

// bind connects the program's uniform blocks and samplers with their bindings and units.
func (p *Program) bind() {
	gl.UseProgram(p.id)
	for _, b := range blockBindings {
		if i := gl.GetUniformBlockIndex(p.id, gl.Str(b.name)); i != gl.INVALID_INDEX {
			gl.UniformBlockBinding(p.id, i, b.binding)
		}
	}
	for _, s := range samplerUnits {
		if at := gl.GetUniformLocation(p.id, gl.Str(s.name)); at >= 0 {
			gl.Uniform1i(at, s.unit)
		}
	}
}

// Location returns the location of a uniform outside of blocks, below 0 if the program has none of that name.
func (p *Program) Location(name string) int32 {
	return gl.GetUniformLocation(p.id, gl.Str(name+"\x00"))
}

// Use makes the program the current one.
func (p *Program) Use() { gl.UseProgram(p.id) }

// Free deletes the program. It does nothing the second time.
func (p *Program) Free() {
	if p.id != 0 {
		gl.DeleteProgram(p.id)
		p.id = 0
	}
}

func compileStage(name string, stage uint32, text string) (uint32, error) {
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
