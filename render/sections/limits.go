package sections

import "time"

// Bounds of the sections on the GPU.
const (
	PageBytes = 8 << 20 // of a page's quads, at most; of its light cells and its models see below
	MaxPages  = 96

	Side = 16 // blocks
)

// Budget of a frame for copying meshes that are not urgent. At least one mesh is copied.
const (
	UploadBudget = time.Millisecond
	UploadBytes  = 2 << 20
)
