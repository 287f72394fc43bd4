// Package roles judges whether a player may give a command, by the roles between player and operator: which entry says so, and what is missing
// where none does.
//
// Data flow: access.Lists holds the roles of the file and who has which; a Judge parses their entries once; package admin asks it for each
// command, before the command runs. Invariants: the console may do all, an operator all that the table says; no entry gives what is the console's
// alone, or the right to give roles; the nearest role that says something of a command decides, an entry that takes a command away wins within
// its role, and where no role says anything the table of commands does; a verdict names the entry, or the missing one.
package roles

import (
	"fmt"
	"strings"

	"voxtide/commands"
	"voxtide/server/access"
)

// Judge judges commands by roles. Owner: the server's loop. Make it with New.
type Judge struct {
	lists   *access.Lists
	entries map[*access.Role][]entry // by role
}

// New returns a judge of lists, whose roles must be valid. Make another one when the roles change; holders may change.
func New(l *access.Lists) *Judge {
	j := &Judge{lists: l, entries: map[*access.Role][]entry{}}
	for _, name := range l.RoleNames() {
		r := l.Role(name)
		for _, text := range r.May {
			if e, err := parse(text); err == nil {
				j.entries[r] = append(j.entries[r], e)
			}
		}
	}
	return j
}

// Of reports whether a judge is of these lists.
func (j *Judge) Of(l *access.Lists) bool { return j != nil && j.lists == l }

// Verdict is what a judge says.
type Verdict struct {
	Allowed bool
	Granted bool   // an entry of a role, or the rank of an operator, says so: it counts for what is others', too
	Why     string // which line says it, or what is missing, after the command's name
}

// Command judges a command by rank and roles. call is nil before the arguments are parsed: then what is allowed within some limit is allowed. now
// is in seconds since 1970; 0: unknown.
func (j *Judge) Command(rank commands.Rank, w access.Principal, c *commands.Command, call *commands.Call, now int64) Verdict {
	if rank >= commands.Operator {
		if !c.Permission.Allows(rank) {
			return Verdict{Why: "not allowed: it is for " + c.Permission.String()}
		}
		return Verdict{Allowed: true, Granted: true, Why: map[commands.Rank]string{commands.Operator: "operators may", commands.Console: "the console may"}[rank]}
	}
	return j.by(j.lists.AppendRoles(nil, w, now), w.Name, c, call, "")
}

// by judges a command by roles, the nearest first. outside is the limit of a nearer entry that the call does not keep to, "" for none.
func (j *Judge) by(all []*access.Role, holder string, c *commands.Command, call *commands.Call, outside string) Verdict {
	for _, r := range all {
		v, limit := judge("the role "+r.Name, j.entries[r], holder, c, call)
		if v != nil {
			return *v
		}
		if outside == "" {
			outside = limit
		}
	}
	switch {
	case outside != "":
		return Verdict{Why: outside}
	case c.Permission.Allows(commands.Player):
		return Verdict{Allowed: true, Why: "every player may"}
	case !Grantable(c):
		return Verdict{Why: "not allowed: it is for " + c.Permission.String()}
	}
	return Verdict{Why: fmt.Sprintf("not allowed: it is for %s, or for a role that may %q", c.Permission, c.Name)}
}

// judge returns what the entries of a role or a token, of, say of a command: nil if nothing, or if the call goes beyond a limit, which is
// returned then.
func judge(of string, entries []entry, holder string, c *commands.Command, call *commands.Call) (v *Verdict, outside string) {
	var within *entry
	for i := range entries {
		e := &entries[i]
		switch {
		case e.group && c.Group != e.command, !e.group && e.command != c.Name && (e.command != "*" || !Grantable(c)):
		case e.deny:
			return &Verdict{Why: fmt.Sprintf("not allowed: %s has %q", of, e.text)}, ""
		case e.fits(call, holder):
			if within == nil {
				within = e
			}
		case outside == "":
			outside = fmt.Sprintf("%s %s (the %s has %q)", holders(of), e.limitText(), kindOf(of), e.text)
		}
	}
	if within != nil {
		return &Verdict{Allowed: true, Granted: true, Why: fmt.Sprintf("%s has %q", of, within.text)}, ""
	}
	return nil, outside
}

// kindOf returns "role" or "token".
func kindOf(of string) string {
	if strings.HasPrefix(of, "the role ") {
		return "role"
	}
	return "token"
}

// holders names those who have a role, or a token.
func holders(of string) string {
	if role, ok := strings.CutPrefix(of, "the role "); ok {
		return plural(role)
	}
	return of
}

// plural names the holders of a role.
func plural(name string) string {
	if strings.HasSuffix(name, "s") {
		return name
	}
	return name + "s"
}
