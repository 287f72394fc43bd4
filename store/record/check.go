package record

import (
	"fmt"

	"voxtide/store"
)

// CheckBatch returns what is wrong with a batch that could not be read back.
func CheckBatch(b *store.Batch) error {
	if len(b.Checks) > ChecksMax {
		return fmt.Errorf("%d checks", len(b.Checks))
	}
	for i := range b.Changes {
		if c := &b.Changes[i]; !KnownBlock(c.Block) || !KnownBlock(c.Before) {
			return fmt.Errorf("block %d after %d at %s", c.Block, c.Before, c.Pos)
		} else if x := c.Box; x != nil && (!ValidPart(&x.Now) || !ValidPart(&x.Before) || x.Now.Part != x.Before.Part || c.Block != c.Before) {
			return fmt.Errorf("%+v after %+v in %d at %s", x.Now, x.Before, c.Block, c.Pos)
		}
	}
	for i := range b.Snapshots {
		if n := &b.Snapshots[i]; len(n.Packed) > PackedMax {
			return fmt.Errorf("%d bytes of %s", len(n.Packed), n.Section)
		}
	}
	for i := range b.Players {
		r := &b.Players[i]
		if len(r.Name) > TextMax || len(r.Player.Name) > TextMax {
			return fmt.Errorf("a name of %d bytes", len(r.Name))
		}
		if !ValidPlayer(&r.Player) || !ValidEntity(&r.Avatar) {
			return fmt.Errorf("row of %q: %+v", r.Name, r)
		}
	}
	for i := range b.Entities {
		if e := &b.Entities[i]; !ValidEntity(e) {
			return fmt.Errorf("entity %+v", e)
		}
	}
	for i := range b.Chat {
		if len(b.Chat[i].Text) > TextMax {
			return fmt.Errorf("a line of %d bytes", len(b.Chat[i].Text))
		}
	}
	return nil
}
