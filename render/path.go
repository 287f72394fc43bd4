package render

// Path is how the sections of a page are drawn.
type Path uint8

// The paths.
const (
	PathAuto  Path = iota // what the self-test finds right and quick
	PathMulti             // one call for each page and pass
	PathLoop              // one call for each run of quads
)

// String names a path.
func (p Path) String() string { return [...]string{"auto", "multi", "loop"}[min(p, PathLoop)] }

// choosePath returns the path to use.
func (r *Renderer) choosePath() Path {
	if r.cfg.Path != PathAuto {
		return r.cfg.Path
	}
	return PathMulti
}
