package sections

import "time"

// Bounds of the sections on the GPU.
const (
	PageBytes = 8 << 20 // of a page's quads, at most; of its light cells and its models see below
	MaxPages  = 96

	Side = 16 // blocks
)

// Budget of a frame for copying meshes that are not urgent. At least one mesh is copied. Of a frame that takes longer than UploadFrame it is the
// same part: who sees few frames a second would wait for land by as much longer.
const (
	UploadBudget = time.Millisecond
	UploadBytes  = 2 << 20
	UploadFrame  = 16 * time.Millisecond
)

// FrameTimeMax bounds what a frame's length counts for: after a pause a frame is not to take longer still.
const FrameTimeMax = 250 * time.Millisecond

// InFrame returns how much may be done with a frame of what may be done with a short one, when the last one took a time.
func InFrame(short int, took time.Duration) int {
	return int(int64(short) * int64(min(max(took, UploadFrame), FrameTimeMax)) / int64(UploadFrame))
}
