package commands

import (
	"strconv"
	"strings"

	"voxtide/world"
)

// Usage returns the command with its arguments as people read it, for example "give [PLAYER] BLOCK [COUNT]".
func (c *Command) Usage() string {
	var forms []string
	for _, form := range c.Forms {
		var b strings.Builder
		b.WriteString(c.Name)
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

// HelpLine returns one line on the command: its usage, what it does, who may give it, and its aliases.
func (c *Command) HelpLine() string {
	text := c.Usage() + ": " + c.Help
	if c.Permission != Everyone {
		text += " For " + c.Permission.String() + "."
	}
	if len(c.Aliases) > 0 {
		text += " Also: " + strings.Join(c.Aliases, ", ") + "."
	}
	return text
}

// String writes the call as a line that parses to the same call.
func (c *Call) String() string {
	var b strings.Builder
	b.WriteString(c.Command.Name)
	for i := range c.Form {
		v := &c.Values[i]
		b.WriteByte(' ')
		switch c.Form[i].Kind {
		case Text:
			b.WriteString(v.Text)
		case Number:
			b.WriteString(strconv.FormatInt(v.Number, 10))
		case Block, AnyBlock:
			b.WriteString(world.Blocks[v.Block].Name)
		case Item:
			b.WriteString(v.Item.String())
		case TimeOfDay:
			b.WriteString(FormatTimeOfDay(v.Number))
		case Duration:
			b.WriteString(durationText(v.Number))
		case Position:
			b.WriteString(v.Position.String())
		default:
			b.WriteString(quote(v.Text))
		}
	}
	return b.String()
}
