package settings

// Quality is what decides how long a picture takes. All of it acts on the next picture.
type Quality struct {
	View       int     // blocks
	Resolution float64 // pixels drawn per pixel shown along each side: ResolutionMin to 1
	Detail     string  // one of Details
	Clouds     bool
	Coarse     int // from how many blocks on groups of 2x2x2 blocks are drawn as one: 0 for nowhere, or CoarseMin to ViewMax
}

// CoarseMin is the least distance of what is drawn coarse, in blocks.
const CoarseMin = 32

// ResolutionMin is the smallest resolution scale.
const ResolutionMin = 0.25

// Details are how much is drawn of waves, clear water and smooth edges: as the driver is quick, never, always.
var Details = []string{"auto", "plain", "rich"}

// Custom is the name of a quality that is no preset's.
const Custom = "custom"

// Preset is a quality with a name.
type Preset struct {
	Name string
	Quality
}

// Presets are the presets, the quickest first.
var Presets = []Preset{
	{"potato", Quality{64, 0.5, "plain", false, 32}},
	{"low", Quality{112, 0.75, "plain", false, 64}},
	{"medium", Quality{160, 1, "auto", true, 0}},
	{"high", Quality{208, 1, "auto", true, 0}},
	{"ultra", Quality{320, 1, "rich", true, 0}},
}

// FindPreset returns the quality of a name.
func FindPreset(name string) (Quality, bool) {
	for _, p := range Presets {
		if p.Name == name {
			return p.Quality, true
		}
	}
	return Quality{}, false
}

// PresetOf returns the name of a quality, Custom if it is no preset's.
func PresetOf(q Quality) string {
	for _, p := range Presets {
		if p.Quality == q {
			return p.Name
		}
	}
	return Custom
}

// Quality returns the quality that is set.
func (c *Client) Quality() Quality {
	return Quality{c.View, c.Resolution, c.Detail, c.Clouds, c.Coarse}
}

// SetQuality sets a quality, and the preset to its name.
func (c *Client) SetQuality(q Quality) {
	c.View, c.Resolution, c.Detail, c.Clouds, c.Coarse = q.View, q.Resolution, q.Detail, q.Clouds, q.Coarse
	c.Preset = PresetOf(q)
}
