package server

import (
	"net/netip"
	"slices"
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// comeFrom joins from an address with a key.
func (r *harness) comeFrom(name, from string, key byte) *testClient {
	h := &testClient{t: r.t, name: name, who: transport.Identity{key}, next: 1, why: map[uint64]actions.Refusal{}, peerAcks: map[timestream.Stream]int{}, at: netip.AddrPortFrom(netip.MustParseAddr(from), 4000)}
	r.hands = append(r.hands, h)
	r.connect(h, &protocol.Join{Name: name})
	r.play(10)
	return h
}

// TestAddressBans: who is banned by address does not come in with another key and name, who comes from elsewhere does; those who are here
// from there leave at once; it ends with its time; operators are not shut out by it, nor does who gives the command shut themselves out.
func TestAddressBans(t *testing.T) {
	now := int64(1_800_000_000_000)
	r, _, ann, _ := newAdminFixture(t, func(c *Config) { c.WallClock = func() int64 { return now } })
	r.consoleCommand("op ann")
	carl := r.comeFrom("carl", "198.51.100.7", 3)
	r.comeFrom("dora", "198.51.100.8", 4)
	if got := ann.typeCommand("/alts carl"); !strings.Contains(got, "nobody else") {
		t.Errorf("%q", got)
	}
	if got := ann.typeCommand("/ban-ip carl 2h spam"); !strings.Contains(got, "198.51.100.7 is banned until") || !strings.Contains(got, "1 of the players here") {
		t.Errorf("%q", got)
	}
	r.play(10)
	if r.s.clients.online["carl"] != nil || r.s.clients.online["dora"] == nil {
		t.Fatal("carl stays, or dora had to leave")
	}
	if why, closed := carl.conn.Closed(); !closed || !strings.Contains(why, "banned: spam") {
		t.Errorf("he reads %q", why)
	}
	evil := r.comeFrom("evil", "198.51.100.7", 9)
	if why, _ := evil.conn.Closed(); r.s.clients.online["evil"] != nil || !strings.Contains(why, "banned for another 2h: spam") {
		t.Fatalf("a new key from there comes in, or reads %q", why)
	}
	if r.comeFrom("fay", "198.51.100.9", 10); r.s.clients.online["fay"] == nil {
		t.Fatal("somebody from elsewhere does not come in")
	}
	if got := ann.typeCommand("/bans"); !strings.Contains(got, "198.51.100.7 until") || !strings.Contains(got, "by ann: spam") {
		t.Errorf("%q", got)
	}
	if got := r.consoleCommand("record carl"); !strings.Contains(got, "ban-ip, by ann") {
		t.Errorf("%q", got)
	}
	now += 3 * 3_600_000
	if r.comeFrom("evil", "198.51.100.7", 9); r.s.clients.online["evil"] == nil {
		t.Fatal("it does not end")
	}
	if got := ann.typeCommand("/alts carl"); !strings.Contains(got, "came also: evil") {
		t.Errorf("%q", got)
	}
	r.consoleCommand("op dora")
	if got := ann.typeCommand("/ban-ip 198.51.100.0/24"); !strings.Contains(got, "dora is here from") {
		t.Errorf("an operator is shut out: %q", got)
	}
	if got := r.consoleCommand("ban-ip 198.51.100.0/24"); !strings.Contains(got, "is banned for ever; 2 of the players") {
		t.Errorf("%q", got)
	}
	r.play(10)
	if r.s.clients.online["dora"] == nil || r.s.clients.online["evil"] != nil {
		t.Error("an operator is sent away, or somebody stays")
	}
	r.comeFrom("dora", "198.51.100.200", 4)
	if r.s.clients.online["dora"] == nil {
		t.Error("an operator is shut out by a range")
	}
	if got := r.consoleCommand("unban-ip 198.51.100.0/24"); !strings.Contains(got, "may come in again") {
		t.Errorf("%q", got)
	}
	for _, wrong := range []string{"ban-ip 1.2.3", "ban-ip 10.0.0.0/4", "ban-ip nobody", "ban-ip ::ffff:1.2.3.4/120", "unban-ip 192.0.2.1"} {
		if got := r.consoleCommand(wrong); strings.Contains(got, " is banned") && !strings.Contains(got, "not banned") {
			t.Errorf("%s: %q", wrong, got)
		}
	}
}

// TestMutes: nobody hears a muted player, in the chat or in private; the player is told, at once and at coming back; it ends with its time.
func TestMutes(t *testing.T) {
	now := int64(1_800_000_000_000)
	r, h, ann, bob := newAdminFixture(t, func(c *Config) { c.WallClock = func() int64 { return now } })
	r.consoleCommand("op ann")
	kept := len(h.kept)
	if got := ann.typeCommand("/mute bob 10m shouting"); !strings.Contains(got, "bob is muted until") || len(h.kept) == kept {
		t.Errorf("%q, kept %d times", got, len(h.kept)-kept)
	}
	if got := strings.Join(bob.chatLines(), "\n"); !strings.Contains(got, "You are muted until 2027-01-15 08:10 UTC: nobody reads what you say: shouting") {
		t.Errorf("he reads %q", got)
	}
	for _, line := range []string{"hello all", "/msg ann hello you"} {
		if bob.typeCommand(line); strings.Contains(strings.Join(ann.chatLines(), "\n"), "hello") {
			t.Errorf("%s is heard", line)
		}
	}
	for _, a := range []actions.Action{{Kind: actions.MakeEmote, Emote: edits.EmoteWave}, {Kind: actions.WriteSign, Text: "hello"}} {
		n := bob.do(a, r.s.Now()).Number
		if r.play(30); bob.why[n] != actions.Muted {
			t.Errorf("%v of a muted player is %v", a.Kind, bob.why[n])
		}
	}
	if bob.typeCommand("/list"); bob.why[bob.next-1] != actions.Done {
		t.Error("a muted player cannot give commands")
	}
	if got := ann.typeCommand("/mute ann"); !strings.Contains(got, "is an operator") {
		t.Errorf("%q", got)
	}
	now += 11 * 60_000
	if bob.typeCommand("hello again"); !strings.Contains(strings.Join(ann.chatLines(), "\n"), "hello again") {
		t.Error("it does not end")
	}
	ann.typeCommand("/mute bob")
	if got := r.consoleCommand("mutes"); !strings.Contains(got, "bob for ever, by ann") {
		t.Errorf("%q", got)
	}
	if got := ann.typeCommand("/unmute bob"); !strings.Contains(got, "bob is heard again") {
		t.Errorf("%q", got)
	}
	got := r.consoleCommand("record bob")
	for _, want := range []string{"mute, by ann: until 2027-01-15 08:10 UTC: shouting", "mute, by ann: for ever", "unmute, by ann"} {
		if !strings.Contains(got, want) {
			t.Errorf("the record lacks %q: %q", want, got)
		}
	}
}

// TestRecordBound: however much is noted, the record and the memory of addresses stay within their bounds, and keep the newest.
func TestRecordBound(t *testing.T) {
	src := testrand.New(t)
	var l access.Lists
	var o access.Origins
	for i := range 3 * access.RecordMax {
		l.AddRecord(access.RecordEntry{Principal: access.Principal{Name: "p"}, At: int64(i), Kind: "note"})
		o.Note(string(rune('a'+src.IntN(26)))+string(rune('a'+i%26))+string(rune(0x4e00+i)), netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}))
	}
	if n := len(l.Record); n != access.RecordMax || l.Record[n-1].At != 3*access.RecordMax-1 || l.Validate() != nil {
		t.Errorf("%d entries, the last of %d: %v", n, l.Record[n-1].At, l.Validate())
	}
	if o.Of("nobody").IsValid() || len(o.From(netip.AddrFrom4([4]byte{10, 0, byte((3*access.RecordMax - 1) >> 8 & 255), byte((3*access.RecordMax - 1) & 255)}))) == 0 {
		t.Error("the newest address is forgotten")
	}
}

// TestNameMove: a player who has lost the key has name, things, place and land back under another one, over a restart, too; the old key has
// none of it. A freed name belongs to the next who comes under it, who is no operator.
func TestNameMove(t *testing.T) {
	r, _, _, _ := newAdminFixture(t, nil)
	carl := r.comeFrom("carl", "198.51.100.7", 3)
	r.consoleCommand("give carl glass 5")
	r.consoleCommand("tp carl 12 5 12")
	r.consoleCommand("claim 5 500 0 500 carl")
	r.consoleCommand("op carl")
	r.play(60)
	had := *r.s.rec.W.Player(carl.stream())
	if got := r.consoleCommand("name free carl"); !strings.Contains(got, "carl is here") {
		t.Errorf("%q", got)
	}
	stream := carl.stream()
	carl.conn.Close("lost")
	r.s.Kick("carl", "gone")
	r.play(10)
	newKey := strings.Repeat("0", 62) + "07"
	for _, wrong := range []string{"name move carl 12", "name move carl " + strings.Repeat("0", 64), "name move stranger " + newKey} {
		if got := r.consoleCommand(wrong); strings.Contains(got, "belongs") {
			t.Errorf("%s: %q", wrong, got)
		}
	}
	if got := r.consoleCommand("name move carl " + newKey); !strings.Contains(got, "carl belongs to the key 00000000") {
		t.Fatalf("%q", got)
	}
	r.play(5)
	if state, err := r.s.cfg.Store.Load(); err != nil || !slices.ContainsFunc(state.Players, func(k store.PlayerRow) bool { return k.Name == "carl" && k.Key == [32]byte{31: 7} }) {
		t.Errorf("the store does not have it before carl comes back: %v", err)
	}
	old := r.comeFrom("carl", "198.51.100.7", 3)
	if why, closed := old.conn.Closed(); !closed || !strings.Contains(why, "belongs to another") {
		t.Fatalf("the old key: %q, %v", why, closed)
	}
	key := transport.Identity{31: 7}
	again := &testClient{t: r.t, name: "carl", who: key, next: 1, why: map[uint64]actions.Refusal{}, peerAcks: map[timestream.Stream]int{}}
	r.hands = append(r.hands, again)
	r.connect(again, &protocol.Join{Name: "carl"})
	r.play(30)
	if again.stream() != stream {
		t.Fatalf("stream %d, was %d", again.stream(), stream)
	}
	if got := *r.s.rec.W.Player(stream); got.Slots != had.Slots {
		t.Errorf("the things are %v, were %v", got.Slots, had.Slots)
	}
	c := r.s.clients.session(stream)
	if r.s.admin.Access.Lists.DeniedBy(c.principal, world.Pos{X: 500, Z: 500}) != nil || r.s.admin.Access.Lists.DeniedBy(access.Principal{Name: "x", Key: access.Identity{3}}, world.Pos{X: 500, Z: 500}) == nil {
		t.Error("the land is not the new key's alone")
	}
	if !r.s.admin.Access.Lists.IsOperator(c.principal) || r.s.admin.Access.Lists.IsOperator(access.Principal{Name: "carl", Key: access.Identity{3}}) {
		t.Error("the rights are not the new key's alone")
	}
	again.conn.Close("lost")
	r.s.Kick("carl", "gone")
	r.play(10)
	if got := r.consoleCommand("name free carl"); !strings.Contains(got, "that player is no operator") {
		t.Errorf("%q", got)
	}
	third := r.comeFrom("carl", "198.51.100.9", 5)
	if third.stream() != stream || r.s.admin.Access.Lists.IsOperator(r.s.clients.session(stream).principal) {
		t.Error("a freed name is not the next one's, or comes with rights of an operator")
	}
	if l := r.s.admin.Access.Lists; l.DeniedBy(r.s.clients.session(stream).principal, world.Pos{X: 500, Z: 500}) != nil || l.DeniedBy(access.Principal{Name: "carl", Key: access.Identity(key)}, world.Pos{X: 500, Z: 500}) == nil {
		t.Error("the land of a freed name is not the next one's alone")
	}
	if got := r.consoleCommand("record carl"); !strings.Contains(got, "name, by the console: free") || !strings.Contains(got, "name, by the console: move") {
		t.Errorf("%q", got)
	}
}

// TestRecord: what operators do about a player, and note, is in the record, the newest first, with who and when; a warned player reads the
// warning, a noted one nothing, and no player reads a record.
func TestRecord(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	r.consoleCommand("op ann")
	bob.chatLines()
	ann.typeCommand("/warn bob do not dig here")
	r.play(5)
	if got := strings.Join(bob.chatLines(), "\n"); !strings.Contains(got, "ann warns you: do not dig here") {
		t.Errorf("he reads %q", got)
	}
	r.consoleCommand("note bob watch him")
	r.play(5)
	if got := bob.chatLines(); len(got) > 0 {
		t.Errorf("he reads the note: %q", got)
	}
	if got := bob.typeCommand("/record bob"); !strings.Contains(got, "not allowed") {
		t.Errorf("he reads the record: %q", got)
	}
	r.consoleCommand("kick bob enough")
	if got := r.consoleCommand("warn zoe later"); !strings.Contains(got, "zoe is not here") {
		t.Errorf("%q", got)
	}
	got := r.consoleCommand("record bob")
	last := -1
	for _, want := range []string{"2027-01-15 08:00 UTC kick, by the console: enough", "note, by the console: watch him", "warn, by ann: do not dig here"} {
		at := strings.Index(got, want)
		if at <= last {
			t.Errorf("%q is not behind the one before in %q", want, got)
		}
		last = at
	}
	t.Logf("the record of bob: %q", got)
}
