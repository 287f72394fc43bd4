package roles

import (
	"fmt"
	"slices"
	"strings"

	"voxtide/commands"
	"voxtide/internal/faults"
	"voxtide/server/access"
)

// entry is a parsed entry of a role.
type entry struct {
	text    string
	command string // "*" for all that roles may have
	group   bool   // command names a group of commands
	deny    bool
	limit   string // "" for none: a word, or a duration
	longest int64  // seconds, of a duration; 0: the limit is a word
}

// self is the limit of commands that are for the issuer alone.
const self = "self"

// ungrantable are the commands of operators that no role may have: they would make other operators of its holders.
var ungrantable = []string{"role"}

// Grantable reports whether a role may have a command.
func Grantable(c *commands.Command) bool {
	return c.Permission != commands.ConsoleOnly && !slices.Contains(ungrantable, c.Name)
}

// parse parses an entry: COMMAND, COMMAND:LIMIT or -COMMAND. The error says what can be written.
func parse(text string) (e entry, err error) {
	e.text = text
	rest, deny := strings.CutPrefix(text, "-")
	e.deny = deny
	name, limit, limited := strings.Cut(rest, ":")
	e.command, e.limit = name, limit
	if name == "*" {
		if limited || deny {
			return e, fmt.Errorf("%.40q: * stands alone", text)
		}
		return e, nil
	}
	c := commands.Find(name)
	if e.group = c == nil && commands.IsGroup(name); e.group {
		if limited {
			return e, fmt.Errorf("%.40q: %s is a group of commands, which has no limits", text, name)
		}
		return e, nil
	}
	switch {
	case c == nil || c.Name != name:
		return e, fmt.Errorf("%.40q: there is no command %.40q", text, name)
	case !Grantable(c):
		return e, fmt.Errorf("%.40q: %s is for %s alone", text, name, map[bool]string{true: "the console", false: "operators"}[c.Permission == commands.ConsoleOnly])
	case !limited:
		return e, nil
	case deny:
		return e, fmt.Errorf("%.40q: what is taken away has no limit", text)
	}
	return e, e.parseLimit(c)
}

// parseLimit parses the limit of an entry: the longest duration, one of the command's words, or self.
func (e *entry) parseLimit(c *commands.Command) error {
	kinds := argumentsOf(c)
	var can []string
	for _, a := range kinds {
		switch {
		case a.Kind == commands.Choice:
			if slices.Contains(a.Choices, e.limit) {
				return nil
			}
			can = append(can, a.Choices...)
		case a.Kind == commands.OnlinePlayer && a.Optional:
			if e.limit == self {
				return nil
			}
			can = append(can, self)
		case a.Kind == commands.Duration:
			if n, ok := commands.ParseDuration(e.limit); ok {
				e.longest = n
				return nil
			}
			can = append(can, "a duration such as 2h")
		}
	}
	if len(can) == 0 {
		return fmt.Errorf("%.40q: %s has no limits", e.text, c.Name)
	}
	slices.Sort(can)
	return fmt.Errorf("%.40q: the limit of %s is %s", e.text, c.Name, strings.Join(slices.Compact(can), ", "))
}

// argumentsOf returns the arguments of all forms of a command.
func argumentsOf(c *commands.Command) (all []commands.Arg) {
	for _, f := range c.Forms {
		all = append(all, f...)
	}
	return all
}

// fits reports whether a call keeps to the limit of an entry for its command. A duration that was not given is for ever.
func (e *entry) fits(call *commands.Call, name string) bool {
	if e.limit == "" || call == nil || faults.Active(faults.RoleWithoutLimit) {
		return true
	}
	if e.longest > 0 {
		for i := range call.Form {
			if call.Form[i].Kind == commands.Duration {
				return call.Values[i].Number <= e.longest
			}
		}
		return false
	}
	for i := range call.Form {
		switch a, v := &call.Form[i], &call.Values[i]; {
		case e.limit == self && a.Kind == commands.OnlinePlayer && !isDestination(a):
			return v.Text == name
		case e.limit != self && a.Kind == commands.Choice && v.Text == e.limit:
			return true
		}
	}
	return e.limit == self
}

// isDestination reports whether an argument names where to, not whom.
func isDestination(a *commands.Arg) bool { return a.Name == "WHERE" }

// limitText says what an entry allows, for people.
func (e *entry) limitText() string {
	switch {
	case e.longest > 0:
		return "at most " + commands.FormatDuration(e.longest)
	case e.limit == self:
		return "for themselves alone"
	}
	return e.limit + " alone"
}

// Validate returns why the entries of the roles of lists cannot be understood, nil if they can.
func Validate(l *access.Lists) error {
	for i := range l.Roles {
		for _, text := range l.Roles[i].May {
			if _, err := parse(text); err != nil {
				return fmt.Errorf("the role %s: %w", l.Roles[i].Name, err)
			}
		}
	}
	return nil
}
