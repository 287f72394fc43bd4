package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/internal/texts"
	"voxtide/protocol"
	"voxtide/settings"
	"voxtide/sound"
	"voxtide/window"
	"voxtide/world"
)

// asTheyAre are the texts of the screens that are the same in every language: names, and what the tests made up.
var asTheyAre = []string{
	"Voxtide", "‹", "›", "English", "Deutsch", // names
	"converge", "present", "received", "kazap", "goal", "multiplier", "vtol (m/s)", "wifi-bad", // words of the command line
	"Grace joined", "last played today, 14:02", "The server sends near sections first; you can play as soon as the ground is loaded.", // of the tests
}

// isKey reports whether a text is the sign on a key.
func isKey(text string) bool {
	return len([]rune(text)) == 1 || len(text) <= 3 && text[0] == 'F' || strings.HasPrefix(text, "World")
}

// TestScreensInOtherLanguages: every screen, with all that it says, has its texts in every language.
func TestScreensInOtherLanguages(t *testing.T) {
	for _, l := range texts.Languages()[1:] {
		missing, shown := map[string]bool{}, 0
		for _, s := range screens {
			r := newHarness(t)
			o := testOptions()
			o.Language = l.Code
			r.u = New(r.f, Config{Options: o, Version: "Voxtide 0.1"})
			r.u.widgets.words.Missing = func(text string) {
				missing[text+" ("+s.name+")"] = !slices.Contains(asTheyAre, text) && !isKey(text) && !strings.HasPrefix(text, "friends.toml:")
			}
			r.s = State{}
			r.u.Feed(0, nil)
			r.draw()
			s.set(r.u, &r.s)
			r.draw()
			r.u.Feed(r.u.widgets.now+0.2, nil)
			r.draw()
			shown += len(r.f.texts)
		}
		for text, is := range missing {
			if is {
				t.Errorf("%s: no row for %s", l.Name, text)
			}
		}
		t.Logf("%s: %d texts on %d screens", l.Name, shown, len(screens))
	}
}

// TestTablesInOtherLanguages: whatever the tables say that the screens show has its text in every language.
func TestTablesInOtherLanguages(t *testing.T) {
	var all []string
	add := func(s ...string) { all = append(all, s...) }
	for r := actions.Done; r < actions.RefusalCount; r++ {
		add(r.String())
	}
	for r := protocol.ReasonOther + 1; r < protocol.DisconnectReasons; r++ {
		add(r.String(), "Reason: "+r.String())
	}
	for _, d := range disconnectTexts {
		add(d.title, d.explanation, d.advice)
	}
	for _, d := range worldErrorTexts {
		add(d.title, d.explanation, d.advice)
	}
	for _, it := range world.AppendItems(nil) {
		add(ItemName(uint16(it)))
	}
	for id := 1; id < sound.Count(); id++ {
		add(sound.ID(id).Subtitle())
	}
	for i := range settings.Options {
		o, c := &settings.Options[i], testOptions()
		if o.Pages == 0 {
			continue
		}
		add(o.Label)
		if o.Name == "language" {
			continue
		}
		for p := range o.Positions(&c) {
			o.SetPosition(&c, p)
			add(o.Text(&c))
		}
	}
	for _, why := range []string{"it is for operators", "it is for operators, or for a role that may \"ban\""} {
		add("ban: not allowed: " + why)
	}
	for _, c := range settings.Controls {
		add(c.Label)
	}
	for _, c := range commands.All() {
		if c.Permission == commands.Everyone {
			add(c.HelpLine())
		}
	}
	for k, text := range keyTexts {
		if text != "" && !isKey(text) {
			add(keyTexts[k])
		}
	}
	for _, l := range texts.Languages()[1:] {
		words := texts.New(l.Code)
		for _, text := range all {
			if !words.Has(text) {
				t.Errorf("%s: no row for %q", l.Name, text)
			}
		}
	}
	t.Logf("%d texts", len(all))
}

// TestNamesStayAsTheyAre: what people have called something is shown as they wrote it, even where that is a text of the game.
func TestNamesStayAsTheyAre(t *testing.T) {
	r := newHarness(t)
	o := testOptions()
	o.Language = "de"
	r.u.SetOptions(o)
	r.u.ShowBase(Menu)
	r.s.Worlds = []World{{Name: "Settings", LastPlayed: "2 hours ago", Size: "14 MB"}}
	r.u.openPage(pageWorlds)
	r.draw()
	r.expectText("Settings", "vor 2 Stunden")
	r.u.forms.deleting = "Back"
	r.u.openPage(pageDelete)
	r.draw()
	r.expectText("Back", "Welt löschen")
	r.s.Servers.Rows = []Server{{Name: "Quit game", Address: "a", Asked: true, Online: true, About: "Stone"}}
	r.u.openPage(pageServers)
	r.draw()
	r.expectText("Quit game", "Stone")
	r.u.ShowBase(Play)
	r.s.ChatLines = []ChatLine{{"Ann", "Stone"}, {"", "Your bed is gone."}, {"", "no player \"Stone\" is online"}}
	r.s.Refusals = []string{"too far"}
	r.draw()
	r.expectText("Stone", "Dein Bett ist weg.", "kein Spieler \"Stone\" ist da", "Zu weit")
	r.u.openPage(pageInventory)
	r.s.Survival = false
	r.u.palette.search.set("ziegel")
	r.u.palette.catalog.stale = true
	if n := r.u.fillPalette(); n == 0 {
		t.Error("nothing is found by its name in the player's language")
	}
}

// TestTextsFit: no text of another language is cut where the English one is not, in a window of 1280x720.
func TestTextsFit(t *testing.T) {
	cut := map[string]map[string]bool{}
	for _, l := range texts.Languages() {
		cut[l.Code] = map[string]bool{}
		got, err := renderScreensIn(l.Code, 1280, 720, screens, func(screen, text string) {
			if strings.HasSuffix(text, "…") && text != texts.New(l.Code).T("press a key …") {
				cut[l.Code][screen+": "+text] = true
			}
		})
		if err != nil {
			t.Fatalf("the screens cannot be drawn here; run under xvfb-run: %v", err)
		}
		for i, p := range got {
			if *framesDir != "" && l.Code != texts.English {
				saveFrame(t, fmt.Sprintf("%s-%s.png", l.Code, screens[i].name), p)
			}
		}
	}
	for _, l := range texts.Languages()[1:] {
		for c := range cut[l.Code] {
			t.Errorf("%s: cut: %s", l.Name, c)
		}
	}
	t.Logf("%d screens; cut in English: %d", len(screens), len(cut[texts.English]))
}

// TestPackQuestion: a player is asked about the pack of a server once the world is there; each answer is a request, Esc asks nobody again in
// this session.
func TestPackQuestion(t *testing.T) {
	for text, want := range map[string]bool{"Use them": true, "Not here": false, "Use all servers'": true} {
		r := newHarness(t)
		r.s.Pack = PackQuestion{"Winter", 2_000_000}
		r.draw()
		r.expectText("Winter, 2.0 MB")
		r.clickText(text)
		found := false
		for _, q := range r.out.Requests {
			found = found || q.Kind == RequestAnswerPack && q.Into == want
		}
		if always := r.u.options.ServerPacks == settings.PacksAlways; !found || always != (text == "Use all servers'") || r.u.topPage().page != pagePlay {
			t.Errorf("%s: %+v", text, r.out.Requests)
		}
	}
	r := newHarness(t)
	r.s.Pack = PackQuestion{"Winter", 2_000_000}
	r.draw()
	if r.key(window.KeyEscape); r.u.topPage().page != pagePlay {
		t.Error("Esc leaves the question there")
	}
	r.draw()
	if r.u.topPage().page != pagePlay {
		t.Error("the player is asked again at once")
	}
	r.s.Pack = PackQuestion{}
	r.draw()
	r.s.Pack = PackQuestion{"Winter", 2_000_000}
	if r.draw(); r.u.topPage().page != pagePack {
		t.Error("the player is not asked at the next join")
	}
}
