package settings

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"voxtide/commands"
)

// Decode reads TOML into a struct whose fields have toml tags. Errors: ErrFile, as one line "FILE:LINE: what is wrong, and
// what would do"; a key that the struct does not have is one, too.
func Decode(path, text string, into any) error {
	meta, err := toml.Decode(text, into)
	if err != nil {
		text, line := because(err)
		return wrongAt(path, line, "%s", text)
	}
	for _, key := range meta.Undecoded() {
		name := key[len(key)-1]
		known := tags(reflect.TypeOf(into), key[:len(key)-1])
		if known == nil && len(key) > 1 {
			continue // the table around it is told of
		}
		what := "setting"
		if meta.Type(key...) == "Hash" || meta.Type(key...) == "ArrayHash" {
			what = "table"
		}
		hint := "; there are " + strings.Join(known, ", ")
		if n := commands.Nearest(name, known); n != "" {
			hint = "; did you mean \"" + n + "\"?"
		}
		return wrongAt(path, lineOf(text, key), "there is no %s %.60q%s", what, name, hint)
	}
	return nil
}

// Place returns where a key stands in a file, as FILE:LINE; the file alone where that cannot be told.
func Place(path, key string) string {
	text, err := os.ReadFile(path)
	if n := lineOf(string(text), toml.Key{key}); err == nil && n > 0 {
		return fmt.Sprintf("%s:%d", path, n)
	}
	return path
}

// wrongAt is an ErrFile with its place; line 0 is unknown.
func wrongAt(path string, line int, format string, args ...any) error {
	if line > 0 {
		path = fmt.Sprintf("%s:%d", path, line)
	}
	return fmt.Errorf("%w: %s: %s", ErrFile, path, fmt.Sprintf(format, args...))
}

// placed is how the parser writes a place into an error that carries none.
var placed = regexp.MustCompile(`^line (\d+) \(last key "([^"]*)"\): (.*)`)

// mismatch is how the parser says that an element of a list is none.
var mismatch = regexp.MustCompile(`^type mismatch for .*: expected (.*) but found (.*)$`)

// because returns what an error of the parser says, in the words of people who know no Go, and the line, 0 if unknown.
func because(err error) (text string, line int) {
	text = strings.TrimPrefix(oneLine(err), "toml: ")
	key := ""
	if p := (toml.ParseError{}); errors.As(err, &p) {
		text, _, _ = strings.Cut(p.Message, "\n")
		line, key = p.Position.Line, p.LastKey
	} else if m := placed.FindStringSubmatch(text); m != nil {
		line, _ = strconv.Atoi(m[1])
		key, text = m[2], m[3]
	}
	if has, wants, ok := strings.Cut(text, "; destination has type "); ok {
		_, has, _ = strings.Cut(has, "TOML value has type ")
		is, not := typeName(has), typeName(wants)
		if strings.HasPrefix(is, not+" ") {
			not = "a whole " + strings.TrimPrefix(not, "a ")
		}
		text = fmt.Sprintf("this is %s, not %s", is, not)
	}
	if m := mismatch.FindStringSubmatch(text); m != nil {
		text = fmt.Sprintf("this is %s, not %s", typeName(m[2]), typeName(m[1]))
	}
	if n, _, ok := strings.Cut(text, " is out of range for "); ok {
		text = n + " is too large or too small a number"
	}
	if key != "" {
		text = key + ": " + text
	}
	return text, line
}

// typeNames are the types of TOML in the words of people.
var typeNames = map[string]string{
	"string": "a text", "integer": "a number", "int64": "a number", "int32": "a number", "int": "a number", "float": "a number with a point", "float64": "a number with a point",
	"map[string]any": "a table", "boolean": "true or false", "bool": "true or false", "slice": "a list", "map": "a table", "array": "a list", "table": "a table",
	"primitive (string-like)": "a time", "[]any": "a list", "[]interface {}": "a list", "[]map[string]any": "a list of tables", "time.Time": "a time", "datetime": "a time", "local datetime": "a time", "local date": "a day", "local time": "a time of day",
}

func typeName(t string) string {
	if n := typeNames[strings.TrimSpace(t)]; n != "" {
		return n
	}
	return "of type " + t
}

// tags returns the names of the keys in the table of a struct that lies below a path, nil if there is no such table.
func tags(t reflect.Type, path toml.Key) (out []string) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		name := t.Field(i).Tag.Get("toml")
		name, _, _ = strings.Cut(name, ",")
		if len(path) > 0 && name == path[0] {
			return tags(t.Field(i).Type, path[1:])
		}
		if name != "" && name != "-" {
			out = append(out, name)
		}
	}
	if len(path) > 0 {
		return nil
	}
	return out
}

// lineOf returns the first line on which a key stands, 0 if it is not found.
func lineOf(text string, key toml.Key) int {
	var table []string
	for n, l := range slices.Collect(strings.SplitSeq(text, "\n")) {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "[") {
			head, _, _ := strings.Cut(strings.TrimLeft(l, "["), "]")
			table = strings.Split(unquoted(head), ".")
			if slices.Equal(table, key) {
				return n + 1
			}
			continue
		}
		if name, _, ok := strings.Cut(l, "="); ok && !strings.HasPrefix(l, "#") {
			if slices.Equal(append(slices.Clone(table), strings.Split(unquoted(name), ".")...), key) {
				return n + 1
			}
		}
	}
	return 0
}

func unquoted(name string) string {
	return strings.NewReplacer("\"", "", "'", "", " ", "").Replace(name)
}
