package admin

import (
	"strings"
	"time"

	"voxtide/server/access"
	"voxtide/timestream"
	"voxtide/world"
)

// Commands about places with names, and about coming to others who agree.

// warp brings the issuer to a place with a name, or lists these.
func warp(o *invocation) {
	l := o.Access.Lists
	if !o.arg("WARP").Given {
		var names []string
		for i := range l.Warps {
			names = append(names, l.Warps[i].Name)
		}
		if len(names) == 0 {
			o.print("there are no warps: setwarp NAME gives where you stand a name")
			return
		}
		o.print("warps (%d): %s", len(names), strings.Join(names, ", "))
		return
	}
	p := o.self()
	if p == nil {
		return
	}
	to := l.Warp(o.arg("WARP").Text)
	if to == nil {
		o.fail("warp: there is no warp %q; warp lists them", o.arg("WARP").Text)
		return
	}
	o.teleport(p.Stream, world.BottomCentre(o.game.FreeRoom(to.At)))
	o.print("you are at %s", to.Name)
}

func setWarp(o *invocation) {
	at, ok := o.position("POSITION")
	if !ok {
		return
	}
	w := access.Warp{Name: o.arg("WARP").Text, At: at}
	before := o.Access.Lists.PersonalBook.Warps
	o.Access.Lists.Warps = append([]access.Warp(nil), before...)
	err := o.Access.Lists.SetWarp(w)
	if err == nil {
		err = o.Access.Lists.Validate()
	}
	if err != nil {
		o.Access.Lists.Warps = before
		o.fail("setwarp: %s", accessErrorText(err))
		return
	}
	o.changed = true
	o.print("warp %s leads to %d %d %d", w.Name, at.X, at.Y, at.Z)
}

func deleteWarp(o *invocation) {
	name := o.arg("WARP").Text
	if o.changed = o.Access.Lists.RemoveWarp(name); !o.changed {
		o.fail("delwarp: there is no warp %q", name)
		return
	}
	o.print("there is no warp %s any more", name)
}

// visitRequest is that a player wants to come to another one.
type visitRequest struct {
	by, to timestream.Stream
	name   string // who asks
	at     int64  // seconds since 1970
}

const (
	visitsMax = 256
	visitFor  = int64(2 * time.Minute / time.Second) // for which a request stands
)

// askToCome asks a player whether the issuer may come.
func askToCome(o *invocation) {
	p, to := o.self(), o.online("PLAYER")
	if p == nil {
		return
	}
	if p.Stream == to.Stream {
		o.fail("tpa: that is you")
		return
	}
	if o.Access.Lists.Ignores(to.Principal, p.Name) {
		o.fail("tpa: %s reads nothing of you", to.Name)
		return
	}
	o.dropVisits(func(r *visitRequest) bool { return r.by == p.Stream })
	if len(o.comers) >= visitsMax {
		o.comers = o.comers[1:]
	}
	o.comers = append(o.comers, visitRequest{p.Stream, to.Stream, p.Name, o.game.WallTime()})
	o.game.Tell(to.Stream, p.Name+" asks to come to you: /tpaccept or /tpdeny, within two minutes")
	o.print("%s is asked", to.Name)
}

// dropVisits drops requests, and those that are too old.
func (x *Executor) dropVisits(drop func(r *visitRequest) bool) {
	kept := x.comers[:0]
	for i := range x.comers {
		if r := &x.comers[i]; !drop(r) && x.game.WallTime()-r.at <= visitFor {
			kept = append(kept, *r)
		}
	}
	x.comers = kept
}

// takeVisit returns the last request to come to the issuer, and drops it; false if there is none, which it says.
func (o *invocation) takeVisit() (r visitRequest, ok bool) {
	p := o.self()
	if p == nil {
		return r, false
	}
	o.dropVisits(func(*visitRequest) bool { return false })
	for i := len(o.comers) - 1; i >= 0; i-- {
		if o.comers[i].to == p.Stream {
			r = o.comers[i]
			o.dropVisits(func(v *visitRequest) bool { return *v == r })
			return r, true
		}
	}
	o.fail("%s: nobody asks to come to you", o.call.Command.Name)
	return r, false
}

func letCome(o *invocation) {
	r, ok := o.takeVisit()
	if !ok {
		return
	}
	who, at := o.game.OnlineStream(r.by), world.Vec{}
	if at, ok = o.game.Position(r.to); who == nil || !ok {
		o.fail("tpaccept: %s is not here any more", r.name)
		return
	}
	o.teleport(r.by, at)
	o.game.Tell(r.by, o.issuerName()+" lets you come")
	o.print("%s comes to you", r.name)
}

func refuseToCome(o *invocation) {
	if r, ok := o.takeVisit(); ok {
		o.game.Tell(r.by, o.issuerName()+" does not let you come now")
		o.print("%s is told that you do not want it now", r.name)
	}
}
