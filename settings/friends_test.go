package settings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func friendKey(n byte) (key [32]byte) {
	for i := range key {
		key[i] = n
	}
	return key
}

// TestFriends checks that friends are added and removed line by line, that comments and other lines stay, and that the file
// reads as it was written.
func TestFriends(t *testing.T) {
	path := filepath.Join(t.TempDir(), "home", "friends.toml")
	f, err := ReadFriends(path)
	if err != nil || len(f.All()) != 0 {
		t.Fatal(err, f.All())
	}
	if text, _ := os.ReadFile(path); string(text) != friendsHead {
		t.Fatalf("a new file is %q", text)
	}
	if i, _ := os.Stat(path); i.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", i.Mode())
	}
	for i, name := range []string{"ann", "Grace Hopper", "o.o", `"q\`, "Łucja"} {
		if err := f.Add(Friend{name, friendKey(byte(i + 1))}); err != nil {
			t.Fatal(name, err)
		}
	}
	again, err := ReadFriends(path)
	if err != nil || fmt.Sprint(again.All()) != fmt.Sprint(f.All()) || len(again.All()) != 5 || len(again.Keys()) != 5 {
		t.Fatalf("%v: %v, then %v", err, f.All(), again.All())
	}
	if g, ok := again.Named("grace hopper"); !ok || g.Key != friendKey(2) {
		t.Error("a name is found whatever its case")
	}
	if g, ok := again.Of(friendKey(5)); !ok || g.Name != "Łucja" {
		t.Error("a friend is found by the key")
	}
	for _, name := range []string{"O.O", `"q\`} {
		if was, err := again.Remove(name); !was || err != nil {
			t.Errorf("%s: %v %v", name, was, err)
		}
	}
	if was, _ := again.Remove("nobody"); was {
		t.Error("a stranger was removed")
	}
	text, _ := os.ReadFile(path)
	if !strings.HasPrefix(string(text), friendsHead) || strings.Count(string(text), "\n") != strings.Count(friendsHead, "\n")+3 {
		t.Errorf("left is\n%s", text)
	}
}

// TestFriendsRefused checks what cannot be added, and that the texts say what to do.
func TestFriendsRefused(t *testing.T) {
	f, err := ReadFriends(filepath.Join(t.TempDir(), "friends.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Add(Friend{"ann", friendKey(1)}); err != nil {
		t.Fatal(err)
	}
	if err := f.Add(Friend{"Ann", friendKey(1)}); err != nil {
		t.Error("the same friend again:", err)
	}
	for want, friend := range map[string]Friend{
		"another key": {"Ann", friendKey(2)}, `the key of "ann"`: {"bob", friendKey(1)}, "is no name": {" bob", friendKey(3)},
	} {
		if err := f.Add(friend); !errors.Is(err, ErrFriend) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", friend, err, want)
		}
	}
	for i := 2; i <= FriendsMax; i++ {
		if err := f.Add(Friend{fmt.Sprint("f", i), friendKey(byte(i))}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Add(Friend{"one more", friendKey(200)}); !errors.Is(err, ErrFriend) || !strings.Contains(err.Error(), "/unfriend") {
		t.Error(err)
	}
	if err := os.WriteFile(f.path, []byte("# edited by hand\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Remove("ann"); !errors.Is(err, ErrFriend) || len(f.All()) != FriendsMax {
		t.Error("a file that somebody edits was overwritten:", err)
	}
	for text, want := range map[string]string{
		strings.Repeat("ab", 16): "fingerprint", "": "64", "zz": "64", strings.Repeat("ab", 33): "64",
	} {
		if _, err := ParseFriendKey(text); !errors.Is(err, ErrFriend) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "/friend") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if key, err := ParseFriendKey(strings.Repeat("AB cd ", 16)); err != nil || key[0] != 0xab || key[31] != 0xcd {
		t.Error("spaces and capitals:", err)
	}
}

// TestFriendsErrors checks that a file that cannot be understood is named with its line and is not overwritten.
func TestFriendsErrors(t *testing.T) {
	good := `"a.b" = "` + strings.Repeat("01", 32) + "\"\n"
	for text, want := range map[string]string{
		"# one\nann = 7\n":             `friends.toml:2: "ann": this is a number, not a key in quotes`,
		good + "bob = \"12\"\n":        `friends.toml:2: "bob": a key has 64`,
		good + "bob = nothing\n":       `friends.toml:2: `,
		good + good:                    `friends.toml:2: `,
		good + "c" + good[5:]:          `friends.toml:2: "c" has the key of "a.b"`,
		"\n[ann]\nkey = \"1\"\n":       `friends.toml`,
		"\"\" = \"" + good[9:]:         `friends.toml:1: "" is no name`,
		"ann = \"" + good[9:25] + good: `friends.toml:1`,
	} {
		path := filepath.Join(t.TempDir(), "friends.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := ReadFriends(path)
		if !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), want) || len(f.All()) != 0 {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if err := f.Add(Friend{"eve", friendKey(9)}); !errors.Is(err, ErrFriend) {
			t.Errorf("%q: a friend was added to a file that cannot be read: %v", text, err)
		}
		if now, _ := os.ReadFile(path); string(now) != text {
			t.Errorf("%q was overwritten with %q", text, now)
		}
	}
}
