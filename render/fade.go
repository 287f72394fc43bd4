package render

import "github.com/go-gl/gl/v4.1-core/gl"

// A section that comes is drawn in the colour of the fog at first and then less and less so: it comes out of the haze
// instead of being there at once. The slot of a section says when it came; as a byte cannot tell for long, it is cleared
// once the section is seen as it is. What the player builds where nothing was comes at once, and so does all in pictures
// without time.
const (
	fadeTicks = 32  // of a second, in the byte
	fadeTurn  = 255 // ticks in which the byte comes round; 0 is long ago
	fadeFor   = 0.5 // seconds after which a section is surely seen as it is: the shaders take less
)

// comes notes that a section has just come.
func (s *store) comes(i int32) {
	if s.seconds <= 0 {
		return
	}
	s.sections[i].born = bornAt(s.seconds)
	s.sections[i].since = s.seconds
	s.fading = append(s.fading, i)
}

// bornAt returns the byte of a time in seconds.
func bornAt(seconds float64) uint8 { return uint8(int64(seconds*fadeTicks)%fadeTurn) + 1 }

// settled clears the slots of sections that are seen as they are. Pictures under way may read them, to the same end.
func (s *store) settled() {
	n := 0
	for ; n < len(s.fading); n++ {
		i := s.fading[n]
		sec := &s.sections[i]
		if sec.born != 0 && s.seconds > 0 && s.seconds >= sec.since && s.seconds-sec.since < fadeFor {
			break
		}
		if sec.born == 0 {
			continue // gone, or another one by now
		}
		sec.born = 0
		if sec.page >= 0 {
			p := s.pages[sec.page]
			if d := mapped(gl.TEXTURE_BUFFER, p.slotBuf, sec.at.slot, slotBytes); d != nil {
				for a, c := range sec.key {
					d[a] = uint32(c * sectionSide)
				}
				d[3] = sec.at.cells.start
				gl.UnmapBuffer(gl.TEXTURE_BUFFER)
			}
		}
	}
	s.fading = s.fading[:copy(s.fading, s.fading[n:])]
}
