package sections

import "time"

// Bounds of the sections on the GPU.
const (
	PageBytes = 16 << 20 // of a page's quads; the same of its light cells; a quarter of it of its models
	MaxPages  = 48

	Side = 16 // blocks
)

// Budget of a frame for copying meshes that are not urgent. At least one mesh is copied.
const (
	UploadBudget = time.Millisecond
	UploadBytes  = 2 << 20
)
