package admin

import (
	"fmt"
	"strings"

	"voxtide/commands"
	"voxtide/server/access"
)

// Commands about what players choose for themselves, and say to those who are not here.

// changePersonal changes what the issuer has chosen; false if that cannot be kept, which it says. Somebody of whom nothing is kept yet has nothing of
// their own either, or strangers could fill the list.
func (o *invocation) changePersonal(change func(*access.Personal) error) bool {
	p := o.self()
	if p == nil {
		return false
	}
	if row := o.roster.Find(p.Name); (row == nil || !row.Persistent) && o.Access.Lists.Personal(p.Principal) == nil && o.by.Rank < commands.Operator {
		o.fail("%s: play for a minute first: of who has just come nothing is kept", o.call.Command.Name)
		return false
	}
	if err := o.Access.Lists.ChangePersonal(p.Principal, change); err != nil {
		o.fail("%s: %s", o.call.Command.Name, accessErrorText(err))
		return false
	}
	o.changed = true
	return true
}

// mapCommand lets the map not show the issuer, or show them again.
func mapCommand(o *invocation) {
	hide := o.arg("WHAT").Text == "hide"
	if !o.changePersonal(func(p *access.Personal) error { p.OffMap = hide; return nil }) {
		return
	}
	if hide {
		o.print("the map does not show you")
		return
	}
	o.print("the map shows you, where it shows players at all")
}

func ignore(o *invocation) {
	if !o.arg("NAME").Given {
		p := o.self()
		if p == nil {
			return
		}
		if own := o.Access.Lists.Personal(p.Principal); own != nil && len(own.Ignored) > 0 {
			o.print("you ignore %s", strings.Join(own.Ignored, ", "))
			return
		}
		o.print("you ignore nobody")
		return
	}
	name := o.arg("NAME").Text
	switch {
	case strings.EqualFold(name, o.by.Who.Name):
		o.fail("ignore: that is you")
	case o.roster.Find(name) == nil:
		o.fail("ignore: nobody called %s was ever here", name)
	case o.changePersonal(func(p *access.Personal) error { return p.Ignore(name, true) }):
		o.print("you read nothing of %s any more", name)
	}
}

func unignore(o *invocation) {
	name := o.arg("NAME").Text
	if !o.Access.Lists.Ignores(o.by.Who, name) {
		o.fail("unignore: you do not ignore %s", name)
		return
	}
	if o.changePersonal(func(p *access.Personal) error { return p.Ignore(name, false) }) {
		o.print("you read again what %s says", name)
	}
}

// mail leaves a line for a player who is not here, or reads what was left for the issuer.
func mail(o *invocation) {
	if !o.arg("NAME").Given {
		o.readMail()
		return
	}
	name, text := o.arg("NAME").Text, o.arg("TEXT").Text
	row := o.roster.Find(name)
	switch to := o.game.Online(name); {
	case to != nil && o.seesPlayer(&o.by, to):
		o.fail("mail: %s is here: /msg speaks to them", to.Name)
	case row == nil || !row.Persistent:
		o.fail("mail: nobody called %s was ever here, or nothing is kept of them", name)
	case len(text) > access.LetterMax:
		o.fail("mail: a letter has at most %d bytes", access.LetterMax)
	case !o.mayWhisper(text):
	default:
		who := access.Principal{Name: row.Name, Key: access.Identity(row.Key)}
		if o.Access.Lists.Ignores(who, o.by.Who.Name) {
			o.fail("mail: %s reads nothing of you", row.Name)
			return
		}
		text, ok := o.cleaned("letter", text)
		if !ok {
			return
		}
		err := o.Access.Lists.ChangePersonal(who, func(p *access.Personal) error {
			return p.AddLetter(access.Letter{From: o.issuerName(), At: o.game.BanTime(), Text: text})
		})
		if err != nil {
			o.fail("mail: for %s %s", row.Name, accessErrorText(err))
			return
		}
		o.changed = true
		o.print("%s finds it when they come: %s", row.Name, text)
	}
}

// readMail prints the letters of the issuer, who has read them then.
func (o *invocation) readMail() {
	p := o.self()
	if p == nil {
		return
	}
	own := o.Access.Lists.Personal(p.Principal)
	if own == nil || len(own.Letters) == 0 {
		o.print("there are no letters for you; mail NAME TEXT leaves one for a player who is not here")
		return
	}
	now := o.game.BanTime()
	for _, l := range own.Letters {
		when := ""
		if l.At != 0 && now > l.At {
			when = ", " + commands.FormatDuration((now-l.At)/60*60+60) + " ago"
		}
		o.print("%s%s: %s", l.From, when, l.Text)
	}
	o.changed = o.Access.Lists.ChangePersonal(p.Principal, func(p *access.Personal) error { p.Letters = nil; return nil }) == nil
}

// MailText returns what a player who comes is told of letters, "" if there are none.
func (x *Executor) MailText(w access.Principal) string {
	p := x.Access.Lists.Personal(w)
	switch {
	case p == nil || len(p.Letters) == 0:
		return ""
	case len(p.Letters) == 1:
		return fmt.Sprintf("A letter from %s waits for you: /mail reads it.", p.Letters[0].From)
	}
	return fmt.Sprintf("%d letters wait for you: /mail reads them.", len(p.Letters))
}

// rulesPage shows what is asked of players.
func rulesPage(o *invocation) {
	page := o.game.Rules().Policy.RulesPage
	if page == "" {
		o.print("no rules are written down here; the rules of the game:")
		o.printGameRules()
		return
	}
	for line := range strings.SplitSeq(page, "\n") {
		o.print("%s", line)
	}
}
