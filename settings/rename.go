package settings

import (
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// rename is a key in a file under the name of an earlier version.
type rename struct {
	key  toml.Key // the old name, with the tables around it
	name string   // the new one
	both bool     // the new name is in the file, too, and wins
}

// apply changes the name in the line of the old key, or takes the line out where the new name is in the file, too.
func (r *rename) apply(text string) string {
	line := lineOf(text, r.key)
	if line == 0 {
		return text // within a table on one line
	}
	lines := strings.Split(text, "\n")
	if r.both {
		return strings.Join(slices.Delete(lines, line-1, line), "\n")
	}
	name, value, _ := strings.Cut(lines[line-1], "=")
	was := r.key[len(r.key)-1]
	if at := strings.LastIndex(name, was); at >= 0 {
		name = name[:at] + r.name + name[at+len(was):]
	}
	lines[line-1] = name + "=" + value
	return strings.Join(lines, "\n")
}
