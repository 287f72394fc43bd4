package server

import (
	"fmt"
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/wordfilter"
)

// wordNotes is an observer that notes texts with words that are not said.
type wordNotes struct {
	noObserver
	notes []string
}

func (n *wordNotes) Worded(player, what, word, text string, refused bool) {
	n.notes = append(n.notes, fmt.Sprintf("%s %s %s %q %v", player, what, word, text, refused))
}

// CommandRun implements admin.CommandObserver.
func (*wordNotes) CommandRun(admin.Issuer, string, string, bool) {}

// TestWords: a word of the list is read by nobody, in the chat, in private, by letter, on a sign or as a new name; with stars or not at all, as the
// settings say; operators and who has the right may say it; each is told to the log; a harmless line is read as it was said.
func TestWords(t *testing.T) {
	list, err := wordfilter.Parse("cunt\n*shit*\n")
	if err != nil {
		t.Fatal(err)
	}
	notes := &wordNotes{}
	r, _, ann, bob := newAdminFixture(t, func(c *Config) {
		c.Policy.Words, c.Observer = list, notes
		c.Rules.ChatLines = 200
	})
	heard := func() string { return strings.Join(ann.chatLines(), "\n") }
	covered := 0
	say := func(line, reads, notReads string) {
		t.Helper()
		bob.typeCommand(line)
		got := heard()
		if reads != "" && !strings.Contains(got, reads) || notReads != "" && strings.Contains(got, notReads) {
			t.Errorf("%q: %q", line, got)
		}
		covered++
	}
	say("what the $h1t is this", "what the **** is this", "h1t")
	say("Scunthorpe is 12 blocks away", "Scunthorpe is 12 blocks away", "")
	say("/msg ann c u n t", "bob to you: * * * *", "c u n t")
	sign := func(text string) actions.Refusal {
		n := bob.do(actions.Action{Kind: actions.WriteSign, Text: text}, r.s.Now()).Number
		r.play(30)
		covered++
		return bob.why[n]
	}
	if got := sign("bullshit"); got != actions.Worded {
		t.Errorf("on a sign: %v", got)
	}
	if got := sign("be nice"); got == actions.Worded {
		t.Errorf("another sign: %v", got)
	}
	if got := r.consoleCommand("words my $hit"); !strings.Contains(got, `"*shit*" is in it`) {
		t.Errorf("%q", got)
	}
	p := r.s.cfg.Policy
	p.RefuseWords = true
	r.s.cfg.Policy = p
	n := bob.next
	if bob.typeCommand("sh1t happens"); bob.why[n] != actions.Worded || strings.Contains(heard(), "happens") {
		t.Errorf("refused with %v", bob.why[n])
	}
	if got := bob.typeCommand("/msg ann you cunt"); !strings.Contains(got, actions.Worded.String()) || strings.Contains(heard(), "you cunt") {
		t.Errorf("in private: %q", got)
	}
	r.comeFrom("dan", "198.51.100.6", 6)
	r.s.clients.online["dan"].row.Persistent = true
	r.consoleCommand("kick dan")
	r.play(10)
	if got := bob.typeCommand("/mail dan you cunt"); !strings.Contains(got, actions.Worded.String()) {
		t.Errorf("by letter: %q", got)
	}
	if got := bob.typeCommand("/mail dan come to Scunthorpe"); !strings.Contains(got, "dan finds it") {
		t.Errorf("by letter: %q", got)
	}
	covered += 4
	shitty := r.comeFrom("Bullshit Bob", "198.51.100.7", 3)
	if why, _ := shitty.conn.Closed(); r.s.clients.online["Bullshit Bob"] != nil || !strings.Contains(why, "a name holds no word") {
		t.Errorf("a new name: %q", why)
	}
	r.comeFrom("Scunthorpe", "198.51.100.8", 4)
	if r.s.clients.online["Scunthorpe"] == nil {
		t.Error("a harmless name is refused")
	}
	covered += 2
	l := r.s.admin.Access.Lists
	l.Roles = append(l.Roles, access.Role{Name: "poet", May: []string{"words"}})
	r.s.ReplaceAccess(l.Clone())
	r.consoleCommand("role bob poet")
	say("shit is a word", "shit is a word", "")
	r.consoleCommand("role bob none")
	r.consoleCommand("op bob")
	say("shit is another", "shit is another", "")
	want := []string{`bob line *shit* "what the $h1t is this" false`, `bob message cunt "" false`, `bob sign *shit* "bullshit" true`, `bob line *shit* "sh1t happens" true`, `bob message cunt "" true`, `bob letter cunt "" true`}
	for i, w := range want {
		if i >= len(notes.notes) || notes.notes[i] != w {
			t.Fatalf("%q, not %q", notes.notes, want)
		}
	}
	r.s.cfg.Policy.ChatKick = 5
	r.consoleCommand("deop bob")
	for range 8 {
		bob.do(actions.Action{Kind: actions.Chat, Text: "shit"}, r.s.Now())
	}
	if r.play(30); r.s.clients.online["bob"] != nil {
		t.Error("who goes on with it is not sent away")
	}
	t.Logf("%d texts, %d of them noted", covered+1, len(notes.notes))
}

// TestWhitelistKick: with kick all leave who are not on the whitelist, but for operators; without it all stay; a moderator sends away nobody who may
// do the same.
func TestWhitelistKick(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	carl, dora := r.comeFrom("carl", "198.51.100.7", 3), r.comeFrom("dora", "198.51.100.8", 4)
	r.consoleCommand("op ann")
	r.consoleCommand("whitelist add bob")
	if got := r.consoleCommand("whitelist on"); got != "the whitelist is on" || r.s.clients.online["carl"] == nil {
		t.Errorf("%q", got)
	}
	l := r.s.admin.Access.Lists
	l.Roles = append(l.Roles, access.Role{Name: "porter", May: []string{"whitelist"}})
	r.s.ReplaceAccess(l.Clone())
	r.consoleCommand("role bob porter")
	r.consoleCommand("role dora porter")
	if got := bob.typeCommand("/whitelist on kick"); !strings.Contains(got, "sent away: carl") || !strings.Contains(got, "not sent away, as you may not: dora") {
		t.Errorf("%q", got)
	}
	r.play(10)
	if why, closed := carl.conn.Closed(); !closed || !strings.Contains(why, "only guests") || r.s.clients.online["dora"] == nil {
		t.Errorf("carl reads %q", why)
	}
	if got := ann.typeCommand("/whitelist on kick"); !strings.Contains(got, "sent away: dora") {
		t.Errorf("%q", got)
	}
	r.play(10)
	if _, closed := dora.conn.Closed(); !closed || r.s.clients.online["ann"] == nil || r.s.clients.online["bob"] == nil {
		t.Error("the wrong ones leave")
	}
	if got := r.consoleCommand("whitelist on kick"); !strings.Contains(got, "nobody has to leave") {
		t.Errorf("%q", got)
	}
	if got := r.consoleCommand("record carl"); !strings.Contains(got, "kick, by bob") {
		t.Errorf("%q", got)
	}
	t.Log("4 players, 2 sent away by 2 issuers")
}
