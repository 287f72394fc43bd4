package settings

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestTypeNames: an error about a value of the wrong type names both types in words that need no Go.
func TestTypeNames(t *testing.T) {
	var into struct {
		Text  string            `toml:"text"`
		Whole int               `toml:"whole"`
		Small int32             `toml:"small"`
		Long  int64             `toml:"long"`
		Yes   bool              `toml:"yes"`
		When  time.Time         `toml:"when"`
		Some  []int32           `toml:"some"`
		Many  []struct{ A int } `toml:"many"`
	}
	n := 0
	for _, key := range []string{"text", "whole", "small", "long", "yes", "when", "some", "many"} {
		for _, value := range []string{`"a"`, "5", "5.5", "true", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05", "2026-01-02", "03:04:05", "[1]", `["a"]`, "[1.5]", "[]", "{}", "{a = 1}", "[{a = 1}]", "99999999999", "inf"} {
			err := Decode("f.toml", key+" = "+value, &into)
			if err == nil {
				continue
			}
			n++
			text := err.Error()
			for _, bad := range []string{"of type", "float64", "int32", "int64", "interface", "[]", "struct", "destination", "map[", "reflect"} {
				if strings.Contains(text, bad) {
					t.Errorf("%s = %s: %q", key, value, text)
					break
				}
			}
			if !strings.Contains(text, "f.toml:1: "+key) {
				t.Errorf("%s = %s: where? %q", key, value, text)
			}
		}
	}
	if n < 80 {
		t.Errorf("%d mistakes", n)
	}
	t.Log(fmt.Sprint(n, " mistakes"))
}

// checkError fails the test for an error of another kind, or without the place, or of more than one line.
func checkError(t *testing.T, text string, err, want error) {
	t.Helper()
	if err != nil && (!errors.Is(err, want) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "f.toml")) {
		t.Fatalf("%q: %v", text, err)
	}
}
