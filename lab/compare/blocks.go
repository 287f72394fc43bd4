package compare

// blockMeter follows every block action of the tape over all screens.
type blockMeter struct {
	events []blockEvent // of the truth
	next   int          // the first that has not begun
	open   []openBlock
}

// openBlock is an action whose consequences are still looked for.
type openBlock struct {
	blockEvent
	shown  bool // on the own screen
	ghost  bool // shown and taken back
	seenBy int  // bits, by player
}

// Frames for which a consequence is waited for, and for which a shown block must stay.
const (
	waitFrames  = 240
	ghostFrames = 180
)

// look looks at the cells of the open actions in a frame.
func (b *blockMeter) look(frame int, screens []Screen, out *sample) {
	for b.next < len(b.events) && b.events[b.next].frame <= frame {
		b.open = append(b.open, openBlock{blockEvent: b.events[b.next]})
		b.next++
	}
	kept := b.open[:0]
	for _, o := range b.open {
		if frame >= o.until || frame > o.frame+waitFrames {
			o.close(out)
			continue
		}
		for i, s := range screens {
			is := s.Block(o.cell) == o.after
			switch {
			case i == o.player && is && !o.shown:
				o.shown = true
				out.waitBlocks = append(out.waitBlocks, ms(frame-o.frame))
			case i == o.player && !is && o.shown && frame <= o.frame+ghostFrames:
				o.ghost = true
			case i != o.player && is && o.seenBy>>i&1 == 0:
				o.seenBy |= 1 << i
				out.seenAfter = append(out.seenAfter, ms(frame-o.frame))
			}
		}
		kept = append(kept, o)
	}
	b.open = kept
}

// close counts an action.
func (o *openBlock) close(out *sample) {
	out.placed++
	if !o.shown {
		out.unseen++
	}
	if o.ghost {
		out.ghosts++
	}
}

// end counts the actions that are still open.
func (b *blockMeter) end(out *sample) {
	for i := range b.open {
		b.open[i].close(out)
	}
	b.open = nil
}
