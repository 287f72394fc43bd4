package past_test

import (
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/server/past"
	"voxtide/world"
)

// Somebody stands 3 blocks north of the striker, who looks north.
func Example() {
	w := world.New()
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	w.AddStream(1, 0, 1)
	w.AddStream(2, 0, 1)
	by := world.Entity{ID: world.AvatarID(1), Kind: world.KindAvatar, Stream: 1}
	by.Motion.Pos = world.BottomCentre(world.Pos{X: 5, Z: 8})
	at := world.Entity{ID: world.AvatarID(2), Kind: world.KindAvatar, Stream: 2}
	at.Motion.Pos = world.BottomCentre(world.Pos{X: 5, Z: 5})
	w.AddEntity(by)
	w.AddEntity(at)

	p := past.New(past.Bounds{})
	p.Record(w, time.Second)
	shot := past.Shot{Action: &actions.Action{Kind: actions.Hit, Target: at.ID}, By: &by, How: protocol.HitsRewind, Now: time.Second, Told: time.Second}
	fmt.Println(p.Judge(w, &shot).Why)
	shot.Yaw = 1 << 14 // east
	fmt.Println(p.Judge(w, &shot).Why)
	// Output:
	// done
	// missed
}
