package admin

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/protocol"
	"voxtide/server/access"
)

// Commands about people.

// online returns the player who is named as being in the world.
func (o *invocation) online(arg string) *Player { return o.game.Online(o.arg(arg).Text) }

// self returns the issuer as a player; for the console it says so and returns nil.
func (o *invocation) self() *Player {
	p := o.game.OnlineStream(o.by.Stream)
	if p == nil {
		o.fail("%s: name a player; the console is nowhere in the world", o.call.Command.Name)
	}
	return p
}

// target returns the player who is named, or else the issuer; nil if that is the console, which is told so.
func (o *invocation) target(arg string) *Player {
	if o.arg(arg).Given {
		return o.online(arg)
	}
	return o.self()
}

// principal returns a person by name, with the key to which that name is bound.
func (o *invocation) principal(arg string) access.Principal {
	w := access.Principal{Name: o.arg(arg).Text}
	if p := o.game.Online(w.Name); p != nil {
		w = p.Principal
	} else if r := o.roster.Find(w.Name); r != nil {
		w.Key = access.Identity(r.Key)
	} else if key, known := o.game.KeyElsewhere(w.Name); known {
		w.Key = key
	}
	return w
}

// issuerName returns the name of the issuer, for people.
func (o *invocation) issuerName() string {
	if o.by.Who.Name == "" {
		return "the console"
	}
	return o.by.Who.Name
}

func list(o *invocation) {
	players := slices.DeleteFunc(o.game.Players(nil), func(p Player) bool { return !o.seesPlayer(&o.by, &p) })
	if len(players) == 1 {
		o.print("1 player")
	} else {
		o.print("%d players", len(players))
	}
	if !o.granted { // players may not learn where others are
		var all []string
		for _, p := range players {
			all = append(all, p.Name)
		}
		o.print("%s", strings.Join(all, ", "))
		o.printElsewhere()
		return
	}
	for _, p := range players {
		text := fmt.Sprintf("  %s at %d %d %d", p.Name, p.Cell.X, p.Cell.Y, p.Cell.Z)
		if p.RoundTrip > 0 {
			text += fmt.Sprintf(", %d ms", p.RoundTrip.Milliseconds())
		}
		if p.Unseen {
			text += ", vanished"
		}
		if p.Disconnected > 0 {
			text += fmt.Sprintf(", without a connection for %v", p.Disconnected.Round(time.Second))
		}
		o.print("%s", text)
	}
	o.printElsewhere()
}

// accessErrorText returns an error of the access lists as people read it.
func accessErrorText(err error) string { return strings.TrimPrefix(err.Error(), "access: ") }

func say(o *invocation) {
	text, ok := o.cleaned("announcement", o.arg("TEXT").Text)
	if !ok {
		return
	}
	o.game.BroadcastAll(text)
	if o.by.outside() { // players hear it with everybody else
		o.print("said: %s", text)
	}
}

func msg(o *invocation) { o.whisper(o.online("PLAYER")) }

// reply answers the player who whispered to the issuer last.
func reply(o *invocation) {
	name := o.whispers[o.by.Who.Name]
	to := o.game.Online(name)
	switch {
	case o.by.outside() || name == "":
		o.fail("reply: nobody has sent you a private message: /msg PLAYER TEXT sends one")
	case to == nil:
		o.fail("reply: %s is not here any more", name)
	default:
		o.whisper(to)
	}
}

// whisper sends the TEXT of a command to one player, who may answer it with reply.
func (o *invocation) whisper(to *Player) {
	text := o.arg("TEXT").Text
	if !o.mayWhisper(text) {
		return
	}
	text, ok := o.cleaned("message", text)
	if !ok {
		return
	}
	if o.Access.Lists.Ignores(to.Principal, o.by.Who.Name) && o.by.Rank < commands.Operator {
		o.fail("%s reads nothing of you", to.Name)
		return
	}
	o.game.Tell(to.Stream, fmt.Sprintf("%s to you: %s", o.issuerName(), text))
	if !o.by.outside() {
		o.noteWhisper(o.by.Who.Name, to.Name)
	}
	o.print("you to %s: %s", to.Name, text)
}

// mayWhisper reports whether the issuer may say a text to one player; if not it says why.
func (o *invocation) mayWhisper(text string) bool {
	if m := o.Access.Lists.ActiveMute(o.by.Who, o.game.BanTime()); m != nil && o.by.Rank < commands.Operator {
		o.fail("%s", MuteText(m))
		return false
	}
	if why := o.newcomerText(); why != "" && (o.game.Rules().Policy.Newcomers == access.NewcomersAsked || access.HasLink(text)) {
		o.fail("%s", why)
		return false
	}
	return true
}

// cleaned returns what may be read of a text of the issuer: words that are not to be said here become stars, or have all of it refused, which it
// says then.
func (o *invocation) cleaned(what, text string) (string, bool) {
	p := o.game.Rules().Policy
	if p.Words == nil {
		return text, true
	}
	masked, word := p.Words.Mask(text)
	if word == "" || o.by.Rank >= commands.Operator || o.May(o.by, "words").Granted {
		return text, true
	}
	if w, ok := o.observer.(WordObserver); ok {
		w.Worded(o.issuerName(), what, word, "", p.RefuseWords)
	}
	if p.RefuseWords {
		o.fail("%s", actions.Worded.String())
		return "", false
	}
	return masked, true
}

// WordObserver is told of texts with words that are not to be said, as package server says.
type WordObserver interface {
	Worded(player, what, word, text string, refused bool)
}

// listWords says how many words the list has, or which of them a line holds.
func listWords(o *invocation) {
	p := o.game.Rules().Policy
	switch line := o.arg("LINE"); {
	case p.Words == nil:
		o.print("there is no list of words that are not said here: chat_words in the settings names a file")
	case !line.Given:
		o.print("%d entries are in the list of words that are not said here; %s", p.Words.Len(), map[bool]string{true: "a line with one is refused", false: "they are shown with stars"}[p.RefuseWords])
	default:
		masked, word := p.Words.Mask(line.Text)
		if word == "" {
			o.print("nothing of the list is in it")
			return
		}
		o.print("%q is in it; shown with stars: %s", word, masked)
	}
}

// whispersMax bounds for how many players the last whisper is kept, those who have left among them.
const whispersMax = 4096

// noteWhisper keeps who whispered to a player last. Where there is no room, those who have left are forgotten.
func (x *Executor) noteWhisper(from, to string) {
	if _, known := x.whispers[to]; !known && len(x.whispers) >= whispersMax {
		for name := range x.whispers {
			if x.game.Online(name) == nil {
				delete(x.whispers, name)
			}
		}
	}
	x.whispers[to] = from
}

func kick(o *invocation) {
	reason := limitReason(o.arg("REASON").Text)
	if reason == "" {
		reason = protocol.ReasonKicked.String()
	}
	p := o.online("PLAYER")
	if o.protects(p.Principal) {
		return
	}
	o.noteRecord(p.Principal, "kick", reason)
	o.game.Kick(p.Name, reason)
	o.print("%s is gone: %s", p.Name, reason)
}

// limitReason cuts a reason to access.ReasonMax bytes.
func limitReason(reason string) string {
	if len(reason) > access.ReasonMax {
		reason = strings.ToValidUTF8(reason[:access.ReasonMax], "")
	}
	return reason
}

// principalWithKey returns a person whom a key tells from others of that name: a player who is here, or was here with a key, or whose
// key is given. Otherwise it says what to do and returns false: the right of a mere name would go to the first stranger who takes it.
func (o *invocation) principalWithKey(arg string) (access.Principal, bool) {
	w := o.principal(arg)
	switch k := o.arg("KEY"); {
	case k.Given:
		key, ok := o.keyArgument()
		if !ok {
			return w, false
		}
		w.Key = key
	case w.Key == (access.Identity{}) && o.game.Online(w.Name) == nil:
		o.fail("%s: nobody called %s was ever here with a key, and the first player who comes under that name would be it:", o.call.Command.Name, w.Name)
		o.print("give it while they are here, or with their key behind the name")
		return w, false
	}
	return w, true
}

// keyArgument returns the key that is given as KEY; otherwise it says what a key is and returns false.
func (o *invocation) keyArgument() (key access.Identity, ok bool) {
	b, err := hex.DecodeString(strings.TrimSpace(o.arg("KEY").Text))
	if err != nil || len(b) != len(key) || access.Identity(b) == (access.Identity{}) {
		o.fail("%s: a key is %d hexadecimal digits, as in access.toml; /friend shows a player's own", o.call.Command.Name, 2*len(key))
		return key, false
	}
	return access.Identity(b), true
}

func op(o *invocation) {
	w, ok := o.principalWithKey("NAME")
	if !ok {
		return
	}
	switch added, err := o.Access.Lists.AddOperator(w); {
	case err != nil:
		o.fail("op: %s", accessErrorText(err))
	case !added && !o.Access.Unsaved():
		o.print("%s is an operator already", w.Name)
	default:
		o.changed = true
		o.game.UpdateRanks()
		o.print("%s is an operator", w.Name)
		o.notify(w, "You are an operator now; /help lists what you may do.")
	}
}

func deop(o *invocation) {
	w := o.principal("NAME")
	if o.changed = o.Access.Lists.RemoveOperator(w); !o.changed {
		o.fail("%s is no operator", w.Name)
		return
	}
	o.game.UpdateRanks()
	o.print("%s is no operator any more", w.Name)
	o.notify(w, "You are no operator any more.")
}

// notify tells a person, if they are in the world.
func (o *invocation) notify(w access.Principal, text string) {
	if p := o.game.Online(w.Name); p != nil {
		o.game.Tell(p.Stream, text)
	}
}

func ops(o *invocation) { o.printNames("operators", o.Access.Lists.Operators) }

// printNames lists names.
func (o *invocation) printNames(what string, list []access.Principal) {
	if len(list) == 0 {
		o.print("there are no %s", what)
		return
	}
	var all []string
	for _, w := range list {
		all = append(all, w.Name)
	}
	slices.Sort(all)
	o.print("%s (%d): %s", what, len(all), strings.Join(all, ", "))
}

// sendGuestsAway ends the sessions of all who are not on the whitelist; operators, and those whom the issuer may not send away, stay.
func (o *invocation) sendGuestsAway() {
	gone, stay := []string{}, []string{}
	for _, p := range o.game.Players(nil) {
		switch {
		case o.Access.Lists.Whitelisted(p.Principal) || o.Access.Lists.IsOperator(p.Principal) || p.Stream == o.by.Stream:
		case o.by.Rank < commands.Operator && o.MayGive(p.Principal, "whitelist"):
			stay = append(stay, p.Name)
		default:
			o.noteRecord(p.Principal, "kick", protocol.ReasonNotWhitelisted.String())
			o.game.Kick(p.Name, protocol.ReasonNotWhitelisted.String())
			gone = append(gone, p.Name)
		}
	}
	if len(gone) == 0 {
		o.print("nobody has to leave")
	} else {
		o.print("sent away: %s", strings.Join(gone, ", "))
	}
	if len(stay) > 0 {
		o.print("not sent away, as you may not: %s", strings.Join(stay, ", "))
	}
}

func whitelist(o *invocation) {
	b := o.Access.Lists
	switch what := o.arg("WHAT").Text; what {
	case "on", "off":
		b.WhitelistMode = access.WhitelistOn
		if what == "off" {
			b.WhitelistMode = access.WhitelistOff
		}
		o.changed = true
		o.print("the whitelist is %s", what)
		if o.arg("KICK").Given {
			o.sendGuestsAway()
		}
	case "list":
		state := "off: everybody may come in"
		if o.Access.WhitelistOn(o.game.Rules().Whitelist) {
			state = "on"
		}
		o.print("the whitelist is %s", state)
		o.printNames("whitelisted players", b.Whitelist)
	case "add":
		w := o.principal("NAME")
		added, err := b.AddToWhitelist(w)
		if o.changed = added || o.Access.Unsaved(); err != nil {
			o.fail("whitelist: %s", accessErrorText(err))
			return
		}
		o.game.UpdateRanks()
		o.print("%s is on the whitelist", w.Name)
	case "remove":
		w := o.principal("NAME")
		if o.changed = b.RemoveFromWhitelist(w); !o.changed {
			o.fail("%s is not on the whitelist", w.Name)
			return
		}
		o.game.UpdateRanks()
		o.print("%s is not on the whitelist any more", w.Name)
	}
}
