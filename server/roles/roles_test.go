package roles

import (
	"slices"
	"strings"
	"testing"

	"voxtide/commands"
	"voxtide/server/access"
)

var (
	mod  = access.Principal{Name: "mod", Key: access.Identity{1}}
	eve  = access.Principal{Name: "eve", Key: access.Identity{2}}
	june = access.Principal{Name: "june", Key: access.Identity{3}}
)

// names are players whom lines name.
type names struct{}

func (names) Online() []string      { return []string{"mod", "eve", "june", "p"} }
func (names) Known(string) []string { return []string{"mod", "eve", "june", "p"} }
func parsed(t *testing.T, line string) (*commands.Command, *commands.Call) {
	t.Helper()
	call, err := commands.Parse(line, names{})
	if err != nil {
		t.Fatal(err)
	}
	return call.Command, &call
}

func newLists() *access.Lists {
	return &access.Lists{RoleBook: access.RoleBook{
		Roles: []access.Role{
			{Name: "helper", Inherits: []string{"player"}, May: []string{"kick", "ban:10m", "whitelist:list", "-spawn"}},
			{Name: "senior", Inherits: []string{"helper", "moderator"}, May: []string{"ban:7d", "spawn"}},
			{Name: "quiet", May: []string{"-msg"}},
			{Name: "all", May: []string{"*", "-ban"}},
		},
		Holders: []access.Holder{{Principal: mod, Role: "moderator"}, {Principal: june, Role: "senior", Until: 5000}},
	}}
}

// TestLimits: each entry of a role allows exactly what it says; the nearest role that says something decides; nothing gives what is the
// console's, or the right to give roles; a refusal names what is missing and a permission the line that gives it.
func TestLimits(t *testing.T) {
	l := newLists()
	if err := l.Validate(); err != nil || Validate(l) != nil {
		t.Fatal(err, Validate(l))
	}
	of := func(role string) access.Principal {
		w := access.Principal{Name: "p", Key: access.Identity{9}}
		l.SetHolder(access.Holder{Principal: w, Role: role}, 0)
		return w
	}
	n := 0
	check := func(role, line string, want bool, why string) {
		t.Helper()
		n++
		w := eve
		if role != "" {
			w = of(role)
		}
		c, call := parsed(t, line)
		v := New(l).Command(commands.Player, w, c, call, 1000)
		if v.Allowed != want || !strings.Contains(v.Why, why) {
			t.Errorf("%s, %s: %+v, not %v because of %q", role, line, v, want, why)
		}
	}
	check("", "msg mod hi", true, "every player may")
	check("", "kick eve", false, `for operators, or for a role that may "kick"`)
	check("", "stop", false, "for the server's console")
	check("moderator", "ban eve 1h", true, `the role moderator has "ban:2h"`)
	check("moderator", "ban eve 2h", true, "ban:2h")
	check("moderator", "ban eve 3d", false, "moderators at most 2h")
	check("moderator", "ban eve", false, "moderators at most 2h")
	check("moderator", "op eve", false, "for the server's console")
	check("moderator", "role eve moderator", false, "for operators")
	check("moderator", "rollback preview eve 2h", true, "rollback:preview")
	check("moderator", "rollback apply eve 2h", false, "moderators preview alone")
	check("moderator", "tp eve", true, "tp:self") // to eve
	check("moderator", "tp p 1 2 3", true, "tp:self")
	check("moderator", "tp eve 1 2 3", false, "moderators for themselves alone")
	check("moderator", "give eve stone 1", false, "or for a role")
	check("builder", "give stone 5", true, "give:self")
	check("builder", "give eve stone 5", false, "builders for themselves alone")
	check("helper", "ban eve 11m", false, "helpers at most 10m")
	check("helper", "whitelist list", true, "whitelist:list")
	check("helper", "whitelist add eve", false, "list alone")
	check("helper", "spawn", false, `the role helper has "-spawn"`)
	check("helper", "mute eve", false, "or for a role")
	check("senior", "ban eve 6d", true, "the role senior")
	check("senior", "ban eve 8d", false, "seniors at most 7d") // the role says nothing that fits, nor do those that it inherits
	check("senior", "mute eve 1h", true, "the role moderator")
	check("senior", "kick eve", true, "the role helper")
	check("senior", "spawn", true, "the role senior")
	check("quiet", "msg mod hi", false, `the role quiet has "-msg"`)
	check("quiet", "list", true, "every player may")
	check("all", "give eve stone 1", true, `"*"`)
	check("all", "ban eve 1s", false, "-ban")
	for _, line := range []string{"op eve", "deop eve", "stop", "name free eve", "reload", "role eve moderator"} {
		check("all", line, false, "not allowed")
	}
	l.Roles = append(l.Roles, access.Role{Name: access.PlayerRole, May: []string{"-msg", "time"}})
	check("", "msg mod hi", false, "the role player")
	check("", "time noon", true, "the role player")
	check("moderator", "msg mod hi", false, "the role player")
	for rank, lines := range map[commands.Rank][2]string{commands.Operator: {"kick eve", "stop"}, commands.Console: {"stop", ""}} {
		for i, line := range lines {
			if line == "" {
				continue
			}
			c, call := parsed(t, line)
			if v := New(l).Command(rank, eve, c, call, 0); v.Allowed != (i == 0) {
				t.Errorf("rank %d, %s: %+v", rank, line, v)
			}
		}
	}
	t.Logf("%d judgements", n)
}

// TestEnds: a role counts until it ends, and with the key that it is for.
func TestEnds(t *testing.T) {
	l := newLists()
	c, call := parsed(t, "ban eve 6d")
	for now, want := range map[int64]bool{0: true, 4999: true, 5000: false, 9999: false} {
		if v := New(l).Command(commands.Player, june, c, call, now); v.Allowed != want {
			t.Errorf("at %d: %+v", now, v)
		}
		if got := l.HasSlot(june, now); got != want { // moderator has them
			t.Errorf("at %d: a slot %v", now, got)
		}
	}
	other := access.Principal{Name: june.Name, Key: access.Identity{7}}
	if v := New(l).Command(commands.Player, other, c, call, 1); v.Allowed {
		t.Error("another key of the name has the role")
	}
	if got := l.MostClaims(june); got != 16 {
		t.Errorf("%d claims", got)
	}
	if l.RemoveHolder(june); New(l).Command(commands.Player, june, c, call, 1).Allowed {
		t.Error("it counts after it was taken away")
	}
}

// TestBuiltins: the entries of the roles that there are without a file can be understood.
func TestBuiltins(t *testing.T) {
	n := 0
	for _, r := range access.BuiltinRoles {
		for _, text := range r.May {
			if n++; true {
				if e, err := parse(text); err != nil || e.text != text {
					t.Errorf("%s: %v", r.Name, err)
				}
			}
		}
	}
	if err := (&access.Lists{RoleBook: access.RoleBook{Roles: slices.Clone(access.BuiltinRoles)}}).Validate(); err != nil {
		t.Error(err)
	}
	t.Logf("%d entries", n)
}

// TestWrong: what a file says wrongly is refused with what can be written.
func TestWrong(t *testing.T) {
	for text, want := range map[string]string{
		"bna": `there is no command "bna"`, "ban:soon": "the limit of ban is a duration such as 2h", "op": "op is for the console alone", "role": "role is for operators alone",
		"tell": `there is no command "tell"`, "tp:you": "the limit of tp is self", "hash:1": "hash has no limits", "-ban:2h": "what is taken away has no limit", "*:2h": "* stands alone", "rollback:all": "the limit of rollback is",
	} {
		if err := Validate(&access.Lists{RoleBook: access.RoleBook{Roles: []access.Role{{Name: "r", May: []string{text}}}}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %q", text, err, want)
		}
	}
	for _, roles := range [][]access.Role{
		{{Name: "a", Inherits: []string{"b"}}, {Name: "b", Inherits: []string{"a"}}}, {{Name: "a", Inherits: []string{"nobody"}}}, {{Name: "a"}, {Name: "a"}}, {{Name: "operator"}},
		{{Name: "A"}}, {{Name: ""}}, {{Name: "a", Inherits: []string{"a"}}}, {{Name: "a", Claims: -1}}, {{Name: "none"}},
	} {
		if err := (&access.Lists{RoleBook: access.RoleBook{Roles: roles}}).Validate(); err == nil {
			t.Errorf("%+v is taken", roles)
		}
	}
}

// FuzzEntry: any text is an entry or is refused in one line; what is an entry judges any line, and gives nothing that no role may have.
func FuzzEntry(f *testing.F) {
	for _, s := range []string{"kick", "ban:2h", "-msg", "*", "tp:self", "rollback:preview", "op", "ban:99999999999d"} {
		f.Add(s, "ban eve 1h")
	}
	f.Add("*", "stop")
	f.Fuzz(func(t *testing.T, text, line string) {
		l := &access.Lists{RoleBook: access.RoleBook{Roles: []access.Role{{Name: "r", May: []string{text}}}, Holders: []access.Holder{{Principal: eve, Role: "r"}}}}
		if err := Validate(l); err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q", err)
			}
			return
		}
		call, err := commands.Parse(line, names{})
		if err != nil {
			return
		}
		v, before := New(l).Command(commands.Player, eve, call.Command, &call, 1), New(l).Command(commands.Player, eve, call.Command, nil, 1)
		if v.Allowed && !before.Allowed {
			t.Errorf("%q, %q: allowed with its arguments alone", text, line)
		}
		if v.Allowed && !Grantable(call.Command) && !call.Command.Permission.Allows(commands.Player) {
			t.Errorf("%q gives %q", text, line)
		}
		if v.Why == "" {
			t.Errorf("%q, %q: no line says it", text, line)
		}
	})
}
