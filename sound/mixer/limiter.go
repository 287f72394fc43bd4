package mixer

// Ceiling is the greatest output, a little below full scale.
const Ceiling = 0.95

// limiter turns loud passages down so that no frame is above Ceiling. It holds one block back: while that goes out, its gain moves on one
// line to the one that the next block bears. At both ends of the line the gain is at most what the held block bears, so all along it is.
type limiter struct {
	held     [2 * block]float32 // left, right, ...
	bears    float32            // the most gain that the held block bears; 0 before there was one
	gain     float32            // at the beginning of the held block; 0 stands for 1
	step     float32            // of the gain, a frame
	out      [2 * block]float32 // the block that goes out
	outGain  float32
	anything bool // in the held block or in out
	heldAny  bool
}

// release is how far the gain comes back in a block: all the way in a fifth of a second.
const release = 1.0 / 150

// push takes the next block, and lets the one before go out.
func (x *limiter) push(left, right *[block]float32) {
	if x.bears == 0 {
		x.bears, x.gain = 1, 1
	}
	var peak float32
	for i := range left {
		peak = max(peak, abs(left[i]), abs(right[i]))
	}
	bears := float32(1)
	if peak > Ceiling {
		bears = Ceiling / peak
	}
	to := min(x.gain+release, x.bears, bears)
	x.out, x.outGain, x.step = x.held, x.gain, (to-x.gain)/block
	x.anything = x.heldAny
	for i := range left {
		x.held[2*i], x.held[2*i+1] = left[i], right[i]
	}
	x.heldAny = peak > 1e-6
	x.bears, x.gain = bears, to
}

// take copies frames of the block that goes out, from one of them on.
func (x *limiter) take(out []float32, from int) {
	g := x.outGain + x.step*float32(from)
	for i := 0; i < len(out); i += 2 {
		at := 2*from + i
		out[i], out[i+1] = clip(x.out[at]*g), clip(x.out[at+1]*g)
		g += x.step
	}
}

// clip keeps what rounding adds within full scale.
func clip(v float32) float32 { return max(-Ceiling-1e-4, min(Ceiling+1e-4, v)) }

// empty reports whether nothing is held back.
func (x *limiter) empty() bool { return !x.anything && !x.heldAny }
