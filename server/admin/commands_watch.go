package admin

// Commands by which those who keep order are not seen, and see through the eyes of others.

// vanish lets the issuer be unseen, or seen again.
func vanish(o *invocation) {
	p := o.self()
	if p == nil {
		return
	}
	unseen := !p.Unseen
	if o.arg("WHAT").Given {
		unseen = o.arg("WHAT").Text == "on"
	}
	o.game.SetUnseen(p.Stream, unseen)
	if unseen {
		o.print("you are vanished: only those who may vanish see you, and know that you are here. vanish off ends it")
		return
	}
	o.print("everybody sees you")
}

// spectate shows the issuer the world through the eyes of a player, or ends that.
func spectate(o *invocation) {
	p := o.self()
	if p == nil {
		return
	}
	name := o.arg("PLAYER")
	switch {
	case !name.Given && o.game.Watched(p.Stream) == 0:
		o.fail("spectate: you watch nobody: spectate NAME shows the world through the eyes of a player")
	case !name.Given:
		o.game.Watch(p.Stream, 0)
		o.print("you are in your own body")
	default:
		to := o.online("PLAYER")
		if to.Stream == p.Stream {
			o.fail("spectate: that is you")
			return
		}
		o.game.Watch(p.Stream, to.Stream)
		o.print("you see what %s sees; your body stays where it is, unseen. Sneak, or spectate alone, ends it", to.Name)
	}
}

// freeze lets a player do nothing but look and speak.
func freeze(o *invocation) {
	p, reason := o.online("PLAYER"), limitReason(o.arg("REASON").Text)
	if o.protects(p.Principal) {
		return
	}
	o.game.Freeze(p.Name, true)
	o.noteRecord(p.Principal, "freeze", reason)
	if reason != "" {
		reason = ": " + reason
	}
	o.game.Tell(p.Stream, "You are frozen by somebody who keeps order here"+reason+". You can look and speak.")
	o.print("%s is frozen, also when they come back, until unfreeze or a restart", p.Name)
}

func unfreeze(o *invocation) {
	w := o.principal("NAME")
	if !o.game.Frozen(w.Name) {
		o.fail("unfreeze: %s is not frozen", w.Name)
		return
	}
	o.game.Freeze(w.Name, false)
	o.noteRecord(w, "unfreeze", "")
	o.notify(w, "You can move again.")
	o.print("%s can move again", w.Name)
}
