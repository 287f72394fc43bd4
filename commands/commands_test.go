package commands

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"voxtide/world"
)

// fakeNames knows a few players.
type fakeNames struct{}

func (fakeNames) Online() []string { return []string{"ann", "Bob", "Lee Ray", "bob", "stone", `q"t`} }
func (fakeNames) Known(begin string) []string {
	return []string{"ann", "Bob", "Lee Ray", "bob", "stone", `q"t`, "gone"}
}

func TestTable(t *testing.T) {
	for i := range table[1:] {
		if table[i].Name >= table[i+1].Name {
			t.Errorf("the table is not in order of name: %s comes before %s", table[i].Name, table[i+1].Name)
		}
	}
	seen := map[string]bool{}
	for i := range table {
		r := &table[i]
		for _, n := range append([]string{r.Name}, r.Aliases...) {
			if seen[n] || Find(n) != r || strings.ToLower(n) != n {
				t.Errorf("%s: the name %q is not its own", r.Name, n)
			}
			seen[n] = true
		}
		if !strings.HasSuffix(r.Help, ".") || strings.Contains(r.Help, "\n") || len(r.Forms) == 0 || len(r.HelpLine()) > 256 {
			t.Errorf("%s: incomplete row: %d bytes", r.Name, len(r.HelpLine()))
		}
		for _, form := range r.Forms {
			for j, a := range form {
				if a.Name == "" || a.Kind == Text && j != len(form)-1 || a.Kind == Number && a.Max < a.Min || a.Kind == Choice && len(a.Choices) == 0 {
					t.Errorf("%s: argument %d is incomplete", r.Name, j)
				}
			}
		}
	}
}

func TestPermission(t *testing.T) {
	for _, c := range []struct {
		p    Permission
		want [3]bool
	}{{Everyone, [3]bool{true, true, true}}, {OwnerOnly, [3]bool{true, true, true}}, {OperatorsOnly, [3]bool{false, true, true}}, {ConsoleOnly, [3]bool{false, false, true}}} {
		for rank := Player; rank <= Console; rank++ {
			if c.p.Allows(rank) != c.want[rank] {
				t.Errorf("%v allows %d: %v", c.p, rank, !c.want[rank])
			}
		}
	}
}

// TestParse parses good lines and writes each call again.
func TestParse(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"give ann stone 64", "give ann stone 64"}, {"/give stone", "give stone"}, {"give stone 5", "give stone 5"}, {"give stone stone", "give stone stone"},
		{"GIVE ANN Stone", "give ann stone"}, {"say  hello  there ", "say hello  there"}, {`say a "quote`, `say a "quote`}, {"w ann hi", "msg ann hi"},
		{`msg "lee ray" hi`, `msg "Lee Ray" hi`}, {"kick Bob", "kick Bob"}, {"kick bob go away", "kick bob go away"}, {`kick "q\"t"`, `kick q"t`},
		{"ban gone 1h30m spam", "ban gone 1h30m spam"}, {"ban new", "ban new"}, {"ban new being rude", "ban new being rude"}, {"ban x 90m", "ban x 1h30m"},
		{"tp ann", "tp ann"}, {"tp ann bob", "tp ann bob"}, {"tp 1 -2 ~3", "tp 1 -2 ~3"}, {"tp ann ~ ~5 ~-7", "tp ann ~0 ~5 ~-7"}, {"time", "time"},
		{"time noon", "time 12:00"}, {"time set 6:05", "time set 06:05"}, {"gamemode Creative", "gamemode creative"}, {"whitelist on", "whitelist on"},
		{"whitelist add ann", "whitelist add ann"}, {"claim 5", "claim 5"}, {"claim 5 1 2 3 ann", "claim 5 1 2 3 ann"}, {"claim box 1 -2 3 4 5 6", "claim box 1 -2 3 4 5 6"}, {"help /give", "help give"},
		{"?", "help"}, {"rollback preview ann 2h 50 stone", "rollback preview ann 2h 50 stone"}, {"rollback apply ann 2d", "rollback apply ann 2d"}, {"rollback-where preview by=ann since=2h", "rollback-where preview by=ann since=2h"},
		{"setspawn", "setspawn"}, {"stop", "stop"}, {"stop a new version", "stop a new version"}, {"unclaim ~ ~ ~", "unclaim ~0 ~0 ~0"},
	} {
		call, err := Parse(c.line, fakeNames{})
		if err != nil || call.String() != c.want {
			t.Errorf("%q: %q, %v", c.line, call.String(), err)
		}
	}
	call, _ := Parse("give ann stone 7", fakeNames{})
	if v := call.Get("COUNT"); !v.Given || v.Number != 7 || call.Get("ITEM").Item != world.ItemOf(world.Stone) || call.Get("PLAYER").Text != "ann" || call.Get("NOTHING").Given {
		t.Errorf("%+v", call.Values)
	}
	if call, _ := Parse("give stone", fakeNames{}); call.Get("COUNT").Given || call.Get("PLAYER").Given {
		t.Errorf("%+v", call.Values)
	}
	p := RelativePos{At: [3]int32{5, -3, positionMax}, Relative: [3]bool{false, true, true}}
	if got := p.Resolve(world.Pos{X: 100, Y: 70, Z: 9}); got != (world.Pos{X: 5, Y: 67, Z: positionMax}) || !p.IsRelative() {
		t.Errorf("%v", got)
	}
}

// TestWrong parses faulty lines: the error is one line that says what would be right.
func TestWrong(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"", "no command given; help lists them"}, {"gvie ann stone", `there is no command "gvie"; did you mean "give"?`}, {"xyzzy", `there is no command "xyzzy"`},
		{"give stnoe", `give: there is no item "stnoe"; did you mean "stone"?`}, {"give ann stnoe", `give: there is no item "stnoe"; did you mean "stone"?`},
		{"give an stone", `give: no player "an" is online; did you mean "ann"?`}, {"give zoe stone", `give: no player "zoe" is online`},
		{"give ann stone 65", `give: COUNT is "65", not 1 to 64`}, {"give ann stone x", `give: COUNT is "x", not 1 to 64`},
		{"give ann stone 6 7", `give: "7" is one word too many; usage: give [PLAYER] ITEM [COUNT]`}, {"give ann air", `give: there is no item "air"`},
		{"give", `give: ITEM is missing; usage: give [PLAYER] ITEM [COUNT]`}, {"tp 1 2", `tp: WHERE is three numbers, each alone or after ~; usage: tp [PLAYER] WHERE`},
		{"tp 1 2 x", `tp: "x" is not a coordinate: give a whole number of blocks, or ~ and an offset from where you are`},
		{"tp 1 2 30000001", `tp: "30000001" is not a coordinate`}, {"gamemode cretive", `gamemode: "cretive" is not creative or survival; did you mean "creative"?`},
		{"kick BOB", `kick: no player "BOB" is online`}, {"time 24:00", `time: "24:00" is not a time of day`}, {"time 1:2", "is not a time of day"},
		{`msg "ann hi`, "msg: a quote is not closed"}, {"ban " + strings.Repeat("x", 33), "ban: a name has 1 to 32 bytes"}, {"say", "say: TEXT is missing"},
		{"rollback preview ann 0s", "is not a duration"}, {"rollback preview ann 5", "is not a duration"}, {"rollback preview ann 2m1h", "is not a duration"},
		{"rollback preview ann 4000d", "at most 3650d"}, {"help gvie", `help: there is no command "gvie"; did you mean "give"?`},
		{"say a\nb", "a command is one line of text"}, {strings.Repeat("x", LineMax+1), "at most 1024 bytes"}, {"claim 33", `RADIUS is "33", not 1 to 32`},
		{"whitelist ad ann", `whitelist: "ad" is not on, off, list, add or remove; did you mean "add"?`}, {"whitelist add", "whitelist: NAME is missing"},
		{"ban ann 2x", `ban: "2x" is not a duration`}, {"ban ann 99999999999d grief", "is not a duration"}, {"ban ann 3 strikes", `"3" is not a duration`},
		{strings.Repeat("ü", 300), `"` + strings.Repeat("ü", 20) + `…"`},
	} {
		_, err := Parse(c.line, fakeNames{})
		if !errors.Is(err, ErrCommand) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.50q: %v", c.line, err)
		}
	}
}

func TestNeedsTarget(t *testing.T) {
	for line, want := range map[string]bool{"/who": true, "/WHO ": true, "who": false, "/who 1 2 3": false, "/who x": false, "/whop": false, "/tp": false, "/": false} {
		if NeedsTarget(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		line string
		rank Rank
		from int
		want string
	}{
		{"/gi", Operator, 1, "give giveback"}, {"gi", Player, 0, ""}, {"/", Player, 1, "buy claim claims emote friend help ignore list mail map msg pay peers plot reply rules shop shops spawn trust unclaim unfriend unignore untrust who world"},
		{"/give an", Operator, 6, "ann anvil"}, {"/give ann ston", Operator, 10, "stone stone_bricks stone_slab"}, {"/give ", Player, 6, ""},
		{"/give ston", Operator, 6, "stone stone_bricks stone_slab"}, {"/msg L", Player, 5, `"Lee Ray"`}, {`/msg "lee r`, Player, 5, `"Lee Ray"`},
		{`/kick "Lee Ray" b`, Operator, 16, ""}, {"/unban g", Operator, 7, "gone"}, {"/kick g", Operator, 6, ""}, {"/time ", Operator, 6, "day dusk midnight night noon set"},
		{"/time set n", Operator, 10, "night noon"}, {"whitelist ", Console, 10, "add list off on remove"}, {"whitelist off ", Console, 14, ""},
		{"/tp ann ", Operator, 8, `"Lee Ray" Bob ann bob q"t stone ~`}, {"/tp 1 ", Operator, 6, "~"}, {"/help gi", Operator, 6, "give giveback"}, {"/help gi", Player, 6, ""},
		{"/ban bob ", Operator, 9, "1d 2h 30m 7d"}, {"/replay 3", Operator, 8, "30m"}, {"/ban bob 2h 3", Operator, 12, ""},
		{"  /li", Player, 3, "list"}, {"/gamemode c", Operator, 10, "creative"}, {"/say hello the", Operator, 11, ""}, {"/nothing x", Console, 9, ""},
		{"hello", Player, 0, ""}, {strings.Repeat("x", LineMax+1), Console, LineMax + 1, ""},
	} {
		from, options := Complete(c.line, c.rank, fakeNames{})
		got := strings.Join(options, " ")
		if strings.Contains(c.want, "stone_bricks") && len(options) >= 3 { // blocks come and go
			got = c.want
		}
		if from != c.from || got != c.want {
			t.Errorf("%.30q: %d %q, want %d %q", c.line, from, strings.Join(options, " "), c.from, c.want)
		}
	}
}

// TestCompleted: each option leads on: the line with it parses, or an argument is missing.
func TestCompleted(t *testing.T) {
	for i := range table {
		lines := []string{table[i].Name + " "}
		for range 3 {
			var further []string
			for _, l := range lines {
				from, options := Complete(l, Console, fakeNames{})
				for _, o := range options[:min(len(options), 8)] {
					next := l[:from] + o
					if _, err := Parse(next, fakeNames{}); err != nil && !strings.Contains(err.Error(), "is missing") && !strings.Contains(err.Error(), "is three numbers") && !strings.Contains(err.Error(), "is one word too many") {
						t.Errorf("%q: %v", next, err)
					}
					further = append(further, next+" ")
				}
			}
			lines = further
		}
	}
}

func TestNearest(t *testing.T) {
	of := []string{"stone", "sand", "sandstone", "ann"}
	for in, want := range map[string]string{"stnoe": "stone", "sandstoen": "sandstone", "STONE": "stone", "x": "", "": "", "an": "ann", "zzzzz": "", strings.Repeat("s", 99): ""} {
		if got := Nearest(in, of); got != want {
			t.Errorf("%.9q: %q, want %q", in, got, want)
		}
	}
}

// FuzzParse: any text parses to a call, which is written and parsed to itself again, or to an error of one line; and
// completing it does no harm.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"give ann stone 64", `/msg "Lee Ray" hi`, "tp ~ ~1 ~-1", "ban x 1h2m3s why", "time set 12:30", "\"", "/", "whitelist add \"\\\"", "say \xff"} {
		f.Add(s)
	}
	for i := range table {
		f.Add(table[i].Name + " ann 5 x")
	}
	f.Fuzz(func(t *testing.T, line string) {
		from, options := Complete(line, Console, fakeNames{})
		if from < 0 || from > len(line) || len(options) > optionsMax {
			t.Fatalf("%q: completed from %d with %d", line, from, len(options))
		}
		call, err := Parse(line, fakeNames{})
		if err != nil {
			if text := err.Error(); !errors.Is(err, ErrCommand) || text == "" || len(text) > 400 || strings.Contains(text, "\n") || utf8.ValidString(line) && !utf8.ValidString(text) {
				t.Fatalf("%q: %q", line, text)
			}
			return
		}
		again, err := Parse(call.String(), fakeNames{})
		if err != nil || again.String() != call.String() || again.Command != call.Command || !reflect.DeepEqual(again.Values, call.Values) {
			t.Fatalf("%q is %q is %q, %v", line, call.String(), again.String(), err)
		}
	})
}

// TestNeedsBox: the box that its giver looks at is filled into a command about a box that names none.
func TestNeedsBox(t *testing.T) {
	for line, want := range map[string]bool{
		"/buy": true, "/buy 3": true, "/buy 1 2 3": false, "/buy 2 1 2 3": false, "/shop off": true, "/shop off 1 2 3": false, "/shop 3 iron_ingot for 16 planks": true,
		"/shop 3 iron_ingot for 16 planks 1 2 3": false, "/shop": false, "/shop 3 iron_ingot": false, "/shops": false, "buy": false, "/pay bob 3 planks": false, "": false,
	} {
		if got := NeedsBox(line); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}
