package settings

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"voxtide/internal/atomicfile"
)

// DefaultClient returns the settings of a first start.
func DefaultClient() Client {
	c := Client{KeyBindings: DefaultKeyBindings()}
	for i := range Options {
		Options[i].value.set(&c, Options[i].Default)
	}
	return c
}

// ReadClient reads the settings of a client. If there is no file, it writes one with the settings of a first start, and a
// comment on each option. Options that the file lacks have their values of a first start. A file with names of an earlier
// version gets the new names; its comments stay. The function known reports whether a key of that name exists; nil accepts
// all names. With an error come the settings of a first start. Errors: ErrFile, with file and line, or the system's.
func ReadClient(path string, known func(key string) bool) (Client, error) {
	c := DefaultClient()
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return c, atomicfile.Create(path, []byte(c.text()), 0o644)
	case err != nil:
		return c, err
	}
	old, err := c.decode(path, string(text), known)
	if err != nil {
		return DefaultClient(), err
	}
	if len(old) > 0 {
		c.migrate(path, string(text), old, known)
	}
	return c, nil
}

// WriteClient replaces the file of a client's settings, whole or not at all. It writes no wrong settings, and no file in the
// place of one that cannot be read: somebody is editing that one.
func WriteClient(path string, c Client) error {
	if err := c.Check(); err != nil {
		return err
	}
	if _, err := ReadClient(path, nil); err != nil {
		return err
	}
	return atomicfile.Replace(path, []byte(c.text()), 0o644)
}

// Check returns an ErrFile for the first wrong option, nil if there is none.
func (c *Client) Check() error {
	for i := range Options {
		if o := &Options[i]; !o.value.check(o.value.get(c)) {
			return fmt.Errorf("%w: %s is %v, not %s", ErrFile, o.Name, show(o.value.get(c)), o.Bounds())
		}
	}
	if c.Preset != "" && c.Preset != Custom && c.Preset != PresetOf(c) {
		return fmt.Errorf("%w: the values are not those of preset %q", ErrFile, c.Preset)
	}
	return nil
}

// text returns the text of the file.
func (c *Client) text() string {
	var b strings.Builder
	b.WriteString("# Settings of the Voxtide client. Flags of the command win over this file. The game writes it when settings are changed\n" +
		"# on its screens; comments of your own are lost then.\n\n")
	for i := range Options {
		o := &Options[i]
		fmt.Fprintf(&b, "%s%s = %s\n\n", comment(o.Describe()+" "+o.InFile), o.Name, encode(o.value.get(c)))
	}
	b.WriteString("# The keys, by what a US keyboard prints in their place: letters, digits, signs, \"space\", \"tab\", \"shift\", \"control\", \"alt\",\n" +
		"# \"up\", \"f1\", \"pad0\" ..., and of the mouse \"mouseleft\", \"mouseright\", \"mousemiddle\", \"mouse4\" to \"mouse8\". \"none\" for none.\n[keys]\n")
	for i, control := range Controls {
		fmt.Fprintf(&b, "%s = %s\n", control.Name, quote(c.KeyBindings[i]))
	}
	return b.String()
}

// commentWidth is the greatest width of a comment in the file, in bytes.
const commentWidth = 120

// comment returns a text as lines of comment.
func comment(text string) string {
	var b strings.Builder
	line := "#"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > commentWidth {
			b.WriteString(line + "\n")
			line = "#"
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

// decode sets the options to the values in the text of a file. It returns the old names in that text.
func (c *Client) decode(path, text string, known func(key string) bool) (old []rename, err error) {
	table := map[string]any{}
	if _, err := toml.Decode(text, &table); err != nil {
		what, line := explain(err)
		return nil, errorAt(path, line, "%s", what)
	}
	wrong := func(key toml.Key, format string, args ...any) error {
		return errorAt(path, lineOf(text, key), format, args...)
	}
	names := []string{keysTable}
	chosen := false
	for i := range Options {
		o := &Options[i]
		names = append(names, o.Name)
		name, found := o.Name, table[o.Name]
		if o.OldName != "" {
			if v, is := table[o.OldName]; is {
				old = append(old, rename{toml.Key{o.OldName}, o.Name, found != nil})
				if found == nil {
					name, found = o.OldName, v
				}
				delete(table, o.OldName)
			}
		}
		if delete(table, o.Name); found == nil {
			continue
		}
		v, err := as(o.Default, found)
		if err != nil {
			return nil, wrong(toml.Key{name}, "%s: %w", name, err)
		}
		if !o.value.check(v) {
			return nil, wrong(toml.Key{name}, "%s is %v, not %s", name, show(v), o.Bounds())
		}
		o.value.set(c, v)
		chosen = chosen || o.Name == "preset"
	}
	if c.Preset != "" && c.Preset != PresetOf(c) || !chosen {
		c.Preset = Custom // values changed by hand, or a file from before there were presets
	}
	if keys, is := table[keysTable]; is {
		more, err := c.KeyBindings.decode(keys, known, wrong)
		if err != nil {
			return nil, err
		}
		old = append(old, more...)
		delete(table, keysTable)
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		return nil, wrong(toml.Key{name}, "there is no setting %.60q%s", name, suggest(name, names))
	}
	return old, nil
}

// migrate writes new names into a file in the place of old ones. Its other lines and its comments stay. If the new text
// does not read as the same settings, or cannot be written, the file stays as it is: the old names are read, too.
func (c *Client) migrate(path, text string, old []rename, known func(key string) bool) {
	for _, r := range old {
		text = r.apply(text)
	}
	again := DefaultClient()
	if left, err := again.decode(path, text, known); err == nil && len(left) == 0 && again == *c {
		_ = atomicfile.Replace(path, []byte(text), 0o644) // without it the old names are read again the next time
	}
}

// as converts a value of TOML to the type of another value.
func as(like, v any) (any, error) {
	switch n := v.(type) {
	case int64:
		switch like.(type) {
		case int:
			return int(n), nil
		case float64:
			return float64(n), nil
		}
	case float64:
		if _, whole := like.(int); whole {
			return nil, errors.New("this is a number with a point, not a whole number")
		}
	}
	is, not := fmt.Sprintf("%T", v), fmt.Sprintf("%T", like)
	if is != not {
		return nil, fmt.Errorf("this is %s, not %s", typeName(is), typeName(not))
	}
	return v, nil
}

// encode formats a value as TOML.
func encode(v any) string {
	switch v := v.(type) {
	case string:
		return quote(v)
	case float64:
		return formatFloat(v)
	}
	return fmt.Sprint(v)
}

// show formats a value for an error.
func show(v any) string {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%.60q", s)
	}
	return fmt.Sprint(v)
}

func quote(s string) string {
	return "\"" + strings.NewReplacer("\\", "\\\\", "\"", "\\\"").Replace(s) + "\""
}

// formatFloat formats a number as a float of TOML, which has a point.
func formatFloat(f float64) string {
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
