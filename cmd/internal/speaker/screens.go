package speaker

import (
	"log/slog"

	"voxtide/render/scene"
	"voxtide/sound"
)

// Screens is a speaker with what only the screens know: what was pressed, and whether a box is open. Without a card it goes on writing
// captions.
type Screens struct {
	*Speaker
	captions Captions
	box      bool // was open in the last frame
}

// NewScreens returns screens with a new speaker.
func NewScreens(log *slog.Logger) *Screens { return &Screens{Speaker: New(log)} }

// Hear lets a frame be heard. pressed is how many widgets were pressed, box says that a page shows what lies in a box. It returns the
// frame's captions, valid until the next call.
func (s *Screens) Hear(sc *scene.Scene, pressed int, box bool) []Caption {
	s.Frame(sc)
	if pressed > 0 {
		s.Play(sound.Click)
	}
	list := s.captions.Of(sc)
	if box != s.box {
		s.box = box
		k := sound.BoxShut
		if box {
			k = sound.BoxOpen
		}
		s.Play(k)
		s.captions.list = append(list, Caption{Text: sound.Of(k, sound.NoMaterial).Subtitle()})
		return s.captions.list
	}
	return list
}
