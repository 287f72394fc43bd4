package occlusion

// Box is a box in blocks from the corner of a section, within it or a little around it.
type Box struct{ Low, High [3]int8 }

// sorted is the order in which a face asks about the boxes of a section.
type sorted struct {
	order []int32
	ends  [2 * (side + 1)]int32 // by plane twice: of those before it, and of those behind it
}

// sort sorts boxes by the plane of their near side. What lies in that plane, or anywhere in its box, is asked about before the plane is added, for the plane's blocks
// may be its own; what reaches on from there after it.
func (o *sorted) sort(boxes []Box, asked []int32, loose int32, face int) {
	a := &axes[face]
	o.ends = [2 * (side + 1)]int32{}
	keyOf := func(i int32) int {
		b := &boxes[i]
		low, high := int(b.Low[a.ahead]), int(b.High[a.ahead])
		key := 2 * low
		if a.sign < 0 {
			key = 2 * (side - high)
		}
		if low != high && i < loose {
			key++
		}
		return min(max(key, 0), len(o.ends)-1)
	}
	for _, i := range asked {
		o.ends[keyOf(i)]++
	}
	sum := int32(0)
	for k, n := range o.ends {
		o.ends[k] = sum
		sum += n
	}
	if cap(o.order) < len(asked) {
		o.order = make([]int32, 2*len(asked))
	}
	o.order = o.order[:len(asked)]
	for _, i := range asked {
		k := keyOf(i)
		o.order[o.ends[k]] = i
		o.ends[k]++
	}
}
