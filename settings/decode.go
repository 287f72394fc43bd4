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

// ErrFile is the error for a file of settings that cannot be read. Its text names the file and the line, or the wrong
// setting.
var ErrFile = errors.New("settings: cannot be understood")

// Decode decodes TOML into a struct whose fields have toml tags. A key that the struct does not have is an error. Errors:
// ErrFile, with a text of one line: "FILE:LINE: what is wrong, and what is allowed".
func Decode(path, text string, into any) error {
	meta, err := toml.Decode(text, into)
	if err != nil {
		text, line := explain(err)
		return errorAt(path, line, "%s", text)
	}
	for _, key := range meta.Undecoded() {
		name := key[len(key)-1]
		known := fieldNames(reflect.TypeOf(into), key[:len(key)-1])
		if known == nil && len(key) > 1 {
			continue // the error names the table around it
		}
		what := "setting"
		if meta.Type(key...) == "Hash" || meta.Type(key...) == "ArrayHash" {
			what = "table"
		}
		return errorAt(path, lineOf(text, key), "there is no %s %.60q%s", what, name, suggest(name, known))
	}
	return nil
}

// suggest returns the end of an error about an unknown name: the nearest known name, or all of them.
func suggest(name string, known []string) string {
	if n := commands.Nearest(name, known); n != "" {
		return "; did you mean \"" + n + "\"?"
	}
	return "; there are " + strings.Join(known, ", ")
}

// Locate returns the place of a key in a file as FILE:LINE, or the file alone if the key is not found.
func Locate(path, key string) string {
	text, err := os.ReadFile(path)
	if n := lineOf(string(text), toml.Key{key}); err == nil && n > 0 {
		return fmt.Sprintf("%s:%d", path, n)
	}
	return path
}

// errorAt returns an ErrFile with its place. Line 0 is unknown.
func errorAt(path string, line int, format string, args ...any) error {
	if line > 0 {
		path = fmt.Sprintf("%s:%d", path, line)
	}
	return fmt.Errorf("%w: %s: %w", ErrFile, path, fmt.Errorf(format, args...))
}

// positionPattern matches errors of the parser with the place in their text.
var positionPattern = regexp.MustCompile(`^line (\d+) \(last key "([^"]*)"\): (.*)`)

// mismatchPattern matches errors of the parser about a wrong element of a list.
var mismatchPattern = regexp.MustCompile(`^type mismatch for .*: expected (.*) but found (.*)$`)

// twicePattern matches errors of the parser about a key or a table that is there already, as after pasting one from a page.
var twicePattern = regexp.MustCompile(`^Key '(.*)' has already been defined\.?$`)

// explain returns the text of an error of the parser in words that need no Go, and the line, 0 if unknown.
func explain(err error) (text string, line int) {
	text = strings.TrimPrefix(oneLine(err), "toml: ")
	key := ""
	if p := (toml.ParseError{}); errors.As(err, &p) {
		text, _, _ = strings.Cut(p.Message, "\n")
		line, key = p.Position.Line, p.LastKey
	} else if m := positionPattern.FindStringSubmatch(text); m != nil {
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
	if m := mismatchPattern.FindStringSubmatch(text); m != nil {
		text = fmt.Sprintf("this is %s, not %s", typeName(m[2]), typeName(m[1]))
	}
	if n, _, ok := strings.Cut(text, " is out of range for "); ok {
		text = n + " is too large or too small a number"
	}
	if m := twicePattern.FindStringSubmatch(text); m != nil {
		return m[1] + " is in this file twice: change the one above, and take this one out", line
	}
	if key != "" {
		text = key + ": " + text
	}
	return text, line
}

// typeNames are names for people of the types of TOML and Go.
var typeNames = map[string]string{
	"string": "a text", "integer": "a number", "int64": "a number", "int32": "a number", "int": "a number", "float": "a number with a point", "float64": "a number with a point",
	"map[string]any": "a table", "boolean": "true or false", "bool": "true or false", "slice": "a list", "map": "a table", "map[string]interface {}": "a table", "[]map[string]interface {}": "a list of tables", "array": "a list", "table": "a table",
	"primitive (string-like)": "a time", "[]any": "a list", "[]interface {}": "a list", "[]map[string]any": "a list of tables", "time.Time": "a time", "datetime": "a time", "local datetime": "a time", "local date": "a day", "local time": "a time of day",
}

func typeName(t string) string {
	if n := typeNames[strings.TrimSpace(t)]; n != "" {
		return n
	}
	return "of type " + t
}

// fieldNames returns the names of the keys that a struct has in the table at a path, nil if there is no such table.
func fieldNames(t reflect.Type, path toml.Key) (out []string) {
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
			return fieldNames(t.Field(i).Type, path[1:])
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

// lineOf returns the first line with a key, from 1, or 0 if there is none.
func lineOf(text string, key toml.Key) int {
	var table []string
	for n, l := range slices.Collect(strings.SplitSeq(text, "\n")) {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "[") {
			head, _, _ := strings.Cut(strings.TrimLeft(l, "["), "]")
			table = strings.Split(unquote(head), ".")
			if slices.Equal(table, key) {
				return n + 1
			}
			continue
		}
		if name, _, ok := strings.Cut(l, "="); ok && !strings.HasPrefix(l, "#") {
			if slices.Equal(append(slices.Clone(table), strings.Split(unquote(name), ".")...), key) {
				return n + 1
			}
		}
	}
	return 0
}

func unquote(name string) string {
	return strings.NewReplacer("\"", "", "'", "", " ", "").Replace(name)
}

// oneLine returns the first line of an error's text.
func oneLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
