package sim

import (
	"testing"

	"voxtide/world"
)

func TestKinds(t *testing.T) {
	for k := world.KindNone + 1; k < world.KindCount; k++ {
		if behaviours[k] == nil || world.EntityKinds[k].Name == "" {
			t.Errorf("entity kind %d has no whole row", k)
		}
	}
}
