package shadow

import (
	"fmt"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/glutil"
)

// Map is the depth of the land as the light sees it. Its zero value holds nothing yet.
type Map struct {
	View         View // that it was drawn for
	version      uint64
	at           float64 // when it was drawn, in seconds
	drawn        bool
	id, texture  uint32
	unsuccessful bool // the driver does not draw into it
}

// every is how often the map follows the land at most, in seconds: while sections come, there are new ones in each frame.
const every = 0.05

// Fits reports whether the map does for a view of a version of the land in a frame at a time in seconds.
func (m *Map) Fits(v *View, version uint64, seconds float64) bool {
	return m.drawn && m.View == *v && (m.version == version || seconds > m.at && seconds < m.at+every)
}

// Draw has the map drawn for a view of a version of the land, in a frame at a time in seconds: draw draws what throws shadows, with the depth alone. It leaves the
// framebuffer of the map bound. An error says that the driver refuses; further calls do nothing.
func (m *Map) Draw(v *View, version uint64, seconds float64, draw func()) error {
	if m.unsuccessful {
		return nil
	}
	if err := m.make(); err != nil {
		m.unsuccessful = true
		return err
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, m.id)
	gl.Viewport(0, 0, Side, Side)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.DepthMask(true)
	gl.Enable(gl.DEPTH_CLAMP) // what is nearer to the light than the map reaches is at its near end
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.PolygonOffset(1.5, 2)
	gl.Clear(gl.DEPTH_BUFFER_BIT)
	draw()
	gl.Disable(gl.POLYGON_OFFSET_FILL)
	gl.Disable(gl.DEPTH_CLAMP)
	m.View, m.version, m.at, m.drawn = *v, version, seconds, true
	return nil
}

// Bind binds the map to its unit; there must be one.
func (m *Map) Bind() { glutil.BindTexture(glutil.UnitSunDepth, gl.TEXTURE_2D, m.texture) }

// Drawn reports whether there is a map.
func (m *Map) Drawn() bool { return m.drawn }

// Bytes returns the memory that the map takes.
func (m *Map) Bytes() int {
	if m.texture == 0 {
		return 0
	}
	return 4 * Side * Side
}

// make makes the texture and its framebuffer.
func (m *Map) make() error {
	if m.texture != 0 {
		return nil
	}
	gl.GenTextures(1, &m.texture)
	m.Bind()
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, Side, Side, 0, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 0)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL)
	gl.GenFramebuffers(1, &m.id)
	gl.BindFramebuffer(gl.FRAMEBUFFER, m.id)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, m.texture, 0)
	gl.DrawBuffer(gl.NONE)
	gl.ReadBuffer(gl.NONE)
	if state := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); state != gl.FRAMEBUFFER_COMPLETE {
		m.Free()
		return fmt.Errorf("%w: a framebuffer of depth alone: 0x%04x", glutil.ErrDriver, state)
	}
	return nil
}

// Free frees everything on the GPU.
func (m *Map) Free() {
	if m.id != 0 {
		gl.DeleteFramebuffers(1, &m.id)
	}
	glutil.DeleteTexture(&m.texture)
	*m = Map{}
}
