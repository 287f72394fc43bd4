package commands

import (
	"strconv"
	"strings"

	"voxtide/world"
)

// Usage returns the command with its arguments as people read it: "give [PLAYER] BLOCK [COUNT]".
func (r *Row) Usage() string {
	var forms []string
	for _, form := range r.Forms {
		var b strings.Builder
		b.WriteString(r.Name)
		for i := range form {
			a := &form[i]
			text := a.Name
			if a.Kind == Choice {
				text = strings.Join(a.Choices, "|")
			}
			if a.Optional {
				text = "[" + text + "]"
			}
			b.WriteString(" " + text)
		}
		forms = append(forms, b.String())
	}
	return strings.Join(forms, ", or ")
}

// Explain returns a line on the command: how to give it, what it does and who may.
func (r *Row) Explain() string {
	text := r.Usage() + ": " + r.Help
	if r.Permission != Everyone {
		text += " For " + r.Permission.String() + "."
	}
	if len(r.Aliases) > 0 {
		text += " Also: " + strings.Join(r.Aliases, ", ") + "."
	}
	return text
}

// For appends the rows of the commands that somebody of a rank may give.
func For(dst []Row, rank Rank) []Row {
	for i := range rows {
		if rows[i].Permission.Allows(rank) {
			dst = append(dst, rows[i])
		}
	}
	return dst
}

// String writes the call as a line that is read back as the same call.
func (c *Call) String() string {
	var b strings.Builder
	b.WriteString(c.Row.Name)
	for i := range c.Form {
		v := &c.Values[i]
		b.WriteByte(' ')
		switch c.Form[i].Kind {
		case Text:
			b.WriteString(v.Text)
		case Number:
			b.WriteString(strconv.FormatInt(v.Number, 10))
		case Block:
			b.WriteString(world.Blocks[v.Block].Name)
		case Clock:
			b.WriteString(Time(v.Number))
		case Duration:
			b.WriteString(span(v.Number))
		case Position:
			b.WriteString(v.Point.String())
		default:
			b.WriteString(quote(v.Text))
		}
	}
	return b.String()
}

// String writes the point as it is read.
func (p Point) String() string {
	var out [3]string
	for i := range out {
		out[i] = strconv.Itoa(int(p.At[i]))
		if p.Relative[i] {
			out[i] = "~" + out[i]
		}
	}
	return strings.Join(out[:], " ")
}
