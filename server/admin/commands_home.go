package admin

import (
	"fmt"
	"strings"
	"time"

	"voxtide/timestream"
	"voxtide/world"
)

// Commands by which players come back to places, and by which operators look into what players carry.

// place is where a player was before a command took them away, and when, in seconds since 1970.
type place struct {
	at   world.Vec
	when int64
}

// placesMax bounds the players whose places are remembered for the command back.
const placesMax = 1024

// teleport brings a player somewhere, and remembers where they were.
func (x *Executor) teleport(of timestream.Stream, to world.Vec) {
	if at, ok := x.game.Position(of); ok {
		if len(x.places) >= placesMax {
			clear(x.places)
		}
		x.places[of] = place{at, x.game.WallTime()}
	}
	x.game.Teleport(of, to)
}

func setHome(o *invocation) {
	p := o.self()
	if p == nil {
		return
	}
	at, ok := o.game.Position(p.Stream)
	if !ok {
		o.fail("sethome: you have no body")
		return
	}
	o.game.SetHome(p.Stream, at)
	o.print("this is your home: home brings you here, and so does dying")
}

func home(o *invocation) {
	p := o.self()
	if p == nil {
		return
	}
	to, ok := o.game.Home(p.Stream)
	if !ok {
		o.fail("home: you have none: sethome makes one of where you stand, and a bed is one")
		return
	}
	o.teleport(p.Stream, to)
	o.print("you are at home")
}

// back brings the issuer to where they were before a command took them away or, if that was later, to where they died.
func back(o *invocation) {
	p := o.self()
	if p == nil {
		return
	}
	to, known := o.places[p.Stream]
	for _, d := range o.game.Deaths(nil) {
		if when := o.game.WallTime() - int64(d.Ago/time.Second); strings.EqualFold(d.Name, p.Name) {
			if !known || when > to.when {
				to, known = place{world.BottomCentre(o.game.FreeRoom(d.At)), when}, true
			}
			break
		}
	}
	if !known {
		o.fail("back: no command has brought you anywhere, and you have not died, since the server started")
		return
	}
	o.teleport(p.Stream, to.at)
	o.print("you are back")
}

// see lists what a player carries.
func see(o *invocation) {
	name := o.arg("NAME").Text
	slots, here, known := o.game.Inventory(name)
	if !known {
		o.fail("see: nobody called %s was ever here, or nothing is kept of them", name)
		return
	}
	text, n := "", 0
	for i, st := range slots {
		if st.Count == 0 {
			continue
		}
		n++
		part := fmt.Sprintf("%d %v", st.Count, st.Item)
		if text != "" && len(text)+len(part) > 100 {
			o.print("  %s", text)
			text = ""
		}
		if text != "" {
			text += ", "
		}
		if i < world.HotbarSize && part != "" {
			part = fmt.Sprintf("[%d] %s", i+1, part)
		}
		text += part
	}
	switch {
	case n == 0:
		o.print("%s carries nothing", name)
	default:
		o.print("  %s", text)
	}
	if !here {
		o.print("%s is not here: that is what was kept", name)
	}
}
