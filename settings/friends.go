package settings

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"voxtide/internal/atomicfile"
)

// FriendsMax is the greatest number of friends: as many as a client may name to a server.
const FriendsMax = 64

// ErrFriend is the error for a friend that cannot be added. Its text says why and what to do.
var ErrFriend = errors.New("settings: not a friend")

// Friend is a player whom this player wants direct links with. The key decides; the name is only what this player calls them.
type Friend struct {
	Name string
	Key  [32]byte // that identifies the player on all servers
}

// Friends are this player's friends, in the order of their file: lines of TOML, "NAME" = "KEY", KEY in 64 hexadecimal digits.
// Changing one friend leaves all other lines and the comments as they are.
type Friends struct {
	path    string
	friends []Friend
	text    string // of the file, "" while there is none
}

// friendsHead is the comment of a new file.
const friendsHead = `# Friends: with direct_links = "friends" only they are linked with you directly, and only if you are in their file, too.
# A line is a name of your choice and the whole key that the game shows your friend under "My key", in 64 digits:
# "Ann" = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
# The command /friend NAME KEY in the chat of the game writes such a line, /unfriend NAME removes it.
`

// ReadFriends reads a file of friends. If there is none, it writes one with a comment. With an error come no friends, and the
// file is not overwritten later. Errors: ErrFile, with file and line, or the system's.
func ReadFriends(path string) (*Friends, error) {
	f := &Friends{path: path}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		f.text = friendsHead
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return f, err
		}
		return f, atomicfile.Create(path, []byte(f.text), 0o600)
	case err != nil:
		return f, err
	}
	friends, err := decodeFriends(path, string(text))
	if err != nil {
		return f, err
	}
	f.text, f.friends = string(text), friends
	return f, nil
}

// decodeFriends decodes the text of a file. The order is that of the lines.
func decodeFriends(path, text string) (out []Friend, err error) {
	table := map[string]any{}
	meta, err := toml.Decode(text, &table)
	if err != nil {
		what, line := explain(err)
		return nil, errorAt(path, line, "%s; a line is \"NAME\" = \"KEY\"", what)
	}
	for _, at := range meta.Keys() {
		if len(at) != 1 {
			continue // the table around it is wrong already
		}
		wrong := func(format string, args ...any) error {
			return errorAt(path, lineOfFriend(text, at[0]), format, args...)
		}
		digits, ok := table[at[0]].(string)
		if !ok {
			return nil, wrong("%.40q: this is %s, not a key in quotes", at[0], typeName(fmt.Sprintf("%T", table[at[0]])))
		}
		key, err := ParseFriendKey(digits)
		if err != nil {
			return nil, wrong("%.40q: %s", at[0], oneLine(err))
		}
		if err := mayAdd(out, Friend{at[0], key}); err != nil {
			return nil, wrong("%s", oneLine(err))
		}
		out = append(out, Friend{at[0], key})
	}
	return out, nil
}

// lineOfFriend returns the line that a name stands on, from 1, or 0 if it is not found: names may have points and signs.
func lineOfFriend(text, name string) int {
	for i, line := range strings.Split(text, "\n") {
		if nameOn(line) == name {
			return i + 1
		}
	}
	return 0
}

// nameOn returns the name on a line of the file, "" if it has none.
func nameOn(line string) string {
	table := map[string]any{}
	meta, err := toml.Decode(line, &table)
	if err != nil || len(meta.Keys()) != 1 || len(meta.Keys()[0]) != 1 {
		return ""
	}
	return meta.Keys()[0][0]
}

// ParseFriendKey parses a whole key: 64 hexadecimal digits, with or without spaces. Errors: ErrFriend.
func ParseFriendKey(text string) (key [32]byte, err error) {
	digits := strings.ToLower(strings.Join(strings.Fields(text), ""))
	raw, err := hex.DecodeString(digits)
	switch {
	case err == nil && len(raw) == len(key):
		return [32]byte(raw), nil
	case err == nil && len(raw) == len(key)/2:
		return key, friendErrorf("this is a fingerprint, which has 32 digits; give the whole key, which your friend sees with the command /friend and has 64")
	}
	return key, friendErrorf("a key has 64 hexadecimal digits, not %d characters; your friend sees it with the command /friend", len([]rune(digits)))
}

// mayAdd returns an error unless a friend can be added to others.
func mayAdd(to []Friend, f Friend) error {
	if !validName(f.Name) {
		return friendErrorf("%.40q is no name: it has 1 to %d bytes of text without spaces around it", f.Name, NameMax)
	}
	for _, other := range to {
		if other.Key == f.Key {
			return friendErrorf("%q has the key of %q; keep one of the two", f.Name, other.Name)
		}
	}
	if len(to) >= FriendsMax {
		return friendErrorf("there are %d friends, as many as there may be; remove one with /unfriend", FriendsMax)
	}
	return nil
}

// All returns the friends in the order of the file. Read it only.
func (f *Friends) All() []Friend { return f.friends }

// Keys returns the keys of all friends.
func (f *Friends) Keys() (out [][32]byte) {
	for _, friend := range f.friends {
		out = append(out, friend.Key)
	}
	return out
}

// Named returns the friend of a name; case does not count.
func (f *Friends) Named(name string) (Friend, bool) {
	i := slices.IndexFunc(f.friends, func(o Friend) bool { return strings.EqualFold(o.Name, name) })
	if i < 0 {
		return Friend{}, false
	}
	return f.friends[i], true
}

// Of returns the friend with a key.
func (f *Friends) Of(key [32]byte) (Friend, bool) {
	i := slices.IndexFunc(f.friends, func(o Friend) bool { return o.Key == key })
	if i < 0 {
		return Friend{}, false
	}
	return f.friends[i], true
}

// Add adds a friend and writes the file, whole or not at all. Another key under a known name is refused: a friend who has a new
// key is removed first. Errors: ErrFriend, or the system's.
func (f *Friends) Add(friend Friend) error {
	if known, ok := f.Named(friend.Name); ok && known.Key == friend.Key {
		return nil
	} else if ok {
		return friendErrorf("your friend %q has another key; if it is a new one, give /unfriend first, and ask whether it is theirs", known.Name)
	}
	if err := mayAdd(f.friends, friend); err != nil {
		return err
	}
	text := f.text
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return f.write(text + quote(friend.Name) + " = \"" + hex.EncodeToString(friend.Key[:]) + "\"\n")
}

// Remove removes the friend of a name and writes the file. It reports whether there was one. Errors: ErrFile, or the system's.
func (f *Friends) Remove(name string) (was bool, err error) {
	friend, ok := f.Named(name)
	if !ok {
		return false, nil
	}
	lines := strings.SplitAfter(f.text, "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return nameOn(line) == friend.Name })
	return true, f.write(strings.Join(lines, ""))
}

// write replaces the file with a text that was made from the present one. Whatever somebody else wrote meanwhile is not
// overwritten: the file is read again the next time the game starts.
func (f *Friends) write(text string) error {
	now, err := os.ReadFile(f.path)
	if err == nil && f.text == "" || err == nil && string(now) != f.text {
		return friendErrorf("%s cannot be read, or was changed since the game began; look at it and start the game again", f.path)
	}
	friends, err := decodeFriends(f.path, text)
	if err != nil {
		return err
	}
	if err := atomicfile.Replace(f.path, []byte(text), 0o600); err != nil {
		return err
	}
	f.text, f.friends = text, friends
	return nil
}

// friendError is an ErrFriend with its text.
type friendError struct{ text string }

func (e friendError) Error() string        { return e.text }
func (e friendError) Is(target error) bool { return target == ErrFriend }

func friendErrorf(format string, args ...any) error { return friendError{fmt.Sprintf(format, args...)} }
