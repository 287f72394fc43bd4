// Package tokens holds the tokens by which machines and people without the game give commands: what each may, and the hash of its secret.
//
// Data flow: the program server adds and removes tokens in a file; a running server looks up the secret that comes with a request, and
// hands the grant to package roles, which judges it. Owner: a Store may be used by any goroutine; it reads its file again when that has
// changed. Invariants: a secret is shown once, when it is made, and nowhere kept; a file that cannot be understood lets nobody in; a
// token that was removed or has ended counts no longer than a second.
package tokens

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/BurntSushi/toml"

	"voxtide/internal/atomicfile"
	"voxtide/internal/faults"
	"voxtide/server/roles"
)

// Bounds of tokens.
const (
	TokensMax  = 4096
	EntriesMax = 256 // of May
	NameMax    = 32  // bytes
)

// FileName is the name of the file of tokens in the data folder.
const FileName = "tokens.toml"

// prefix begins each secret, so that people and scanners of leaked secrets know one when they see it.
const prefix = "vxt_"

// Errors of tokens.
var (
	ErrUnknown = errors.New("there is no such token, or it has ended")
	ErrFile    = errors.New("the file of tokens cannot be understood")
	ErrTaken   = errors.New("there is a token of that name: remove it first, or choose another name")
	ErrFull    = errors.New("there are as many tokens as there may be")
	ErrInvalid = errors.New("this cannot be a token")
)

// Token is what somebody may who shows its secret.
type Token struct {
	Name  string    `toml:"name"`
	Hash  string    `toml:"hash"` // SHA-256 of the secret, in hexadecimal digits
	Role  string    `toml:"role,omitempty"`
	May   []string  `toml:"may,omitempty"`
	Made  time.Time `toml:"made"`
	Until time.Time `toml:"until,omitempty"` // zero: it does not end
}

// Grant returns what a token may.
func (t *Token) Grant() *roles.Grant { return &roles.Grant{Name: t.Name, Role: t.Role, May: t.May} }

// Ended reports whether a token counts no longer.
func (t *Token) Ended(now time.Time) bool {
	return !t.Until.IsZero() && !now.Before(t.Until) && !faults.Active(faults.TokenWithoutEnd)
}

func (t *Token) check() error {
	switch b, err := hex.DecodeString(t.Hash); {
	case !isName(t.Name):
		return fmt.Errorf("%w: a name is 1 to %d letters, digits and hyphens, not %.40q", ErrInvalid, NameMax, t.Name)
	case err != nil || len(b) != sha256.Size:
		return fmt.Errorf("%w: the hash of %s is not %d hexadecimal digits", ErrInvalid, t.Name, 2*sha256.Size)
	case t.Role == "" && len(t.May) == 0:
		return fmt.Errorf("%w: %s has neither a role nor entries, so it may nothing", ErrInvalid, t.Name)
	case len(t.May) > EntriesMax:
		return fmt.Errorf("%w: %s has more than %d entries", ErrInvalid, t.Name, EntriesMax)
	}
	if err := t.Grant().Check(); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrInvalid, t.Name, err)
	}
	return nil
}

func isName(s string) bool {
	for _, r := range s {
		if r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return s != "" && len(s) <= NameMax
}

// file is the file.
type file struct {
	Tokens []Token `toml:"token,omitempty"`
}

// Parse reads the text of a file. Errors: ErrFile.
func Parse(text string) ([]Token, error) {
	var f file
	meta, err := toml.Decode(text, &f)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrFile, strings.ReplaceAll(strings.TrimPrefix(err.Error(), "toml: "), "\n", " "))
	}
	if un := meta.Undecoded(); len(un) > 0 {
		return nil, fmt.Errorf("%w: it has %.60q, which is nothing of a token", ErrFile, un[0].String())
	}
	if len(f.Tokens) > TokensMax {
		return nil, fmt.Errorf("%w: it has more than %d tokens", ErrFile, TokensMax)
	}
	names := map[string]bool{}
	for i := range f.Tokens {
		t := &f.Tokens[i]
		if err := t.check(); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFile, err)
		}
		if names[t.Name] {
			return nil, fmt.Errorf("%w: the token %s is there twice", ErrFile, t.Name)
		}
		names[t.Name] = true
	}
	return f.Tokens, nil
}

const fileHead = `# Who may give commands from outside of the game, over HTTP and RCON. "server token add" writes this file, "server token remove" takes
# one away. The secrets are not in it. An edit counts within a second.

`

// Text writes the text of a file.
func Text(all []Token) (string, error) {
	var b strings.Builder
	b.WriteString(fileHead)
	e := toml.NewEncoder(&b)
	e.Indent = ""
	err := e.Encode(file{all})
	return b.String(), err
}

// Read returns the tokens of a file, none if there is none. Errors: ErrFile, those of the system.
func Read(path string) ([]Token, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return all, nil
}

func write(path string, all []Token) error {
	text, err := Text(all)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return atomicfile.Replace(path, []byte(text), 0o600)
}

// Add makes a token and returns its secret, which nobody can find again. Hash and Made are filled. Errors: ErrInvalid, ErrTaken,
// ErrFull, those of Read and of the disk.
func Add(path string, t Token) (secret string, err error) {
	all, err := Read(path)
	if err != nil {
		return "", err
	}
	b := make([]byte, 32)
	rand.Read(b) // never fails
	secret = prefix + base64.RawURLEncoding.EncodeToString(b)
	sum := sha256.Sum256([]byte(secret))
	t.Hash, t.Made = hex.EncodeToString(sum[:]), time.Now().UTC().Truncate(time.Second)
	switch err := t.check(); {
	case err != nil:
		return "", err
	case len(all) >= TokensMax:
		return "", ErrFull
	case slices.ContainsFunc(all, func(o Token) bool { return o.Name == t.Name }):
		return "", ErrTaken
	}
	return secret, write(path, append(all, t))
}

// Remove takes a token away. Errors: ErrUnknown, those of Read and of the disk.
func Remove(path, name string) error {
	all, err := Read(path)
	if err != nil {
		return err
	}
	n := len(all)
	if all = slices.DeleteFunc(all, func(t Token) bool { return t.Name == name }); len(all) == n {
		return ErrUnknown
	}
	return write(path, all)
}

// Store finds tokens by their secrets.
type Store struct {
	path string

	mu     sync.Mutex
	looked time.Time // when the file was last looked at
	size   int64     // of the file as it was read
	at     time.Time // its time then
	err    error     // why it cannot be read
	byHash map[[sha256.Size]byte]*Token
}

// NewStore returns a store over a file, which need not be there.
func NewStore(path string) *Store { return &Store{path: path} }

// rereadEvery is how long a file may have changed before that counts.
const rereadEvery = time.Second

// Lookup returns the token of a secret. Errors: ErrUnknown; those of Read while the file cannot be read.
func (s *Store) Lookup(secret string) (Token, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.byHash == nil || now.Sub(s.looked) >= rereadEvery {
		s.reread(now)
	}
	if s.err != nil {
		return Token{}, s.err
	}
	t := s.byHash[sha256.Sum256([]byte(secret))]
	if t == nil || t.Ended(now) {
		return Token{}, ErrUnknown
	}
	return *t, nil
}

// reread reads the file again if it has changed. The caller holds the lock.
func (s *Store) reread(now time.Time) {
	s.looked = now
	var size int64
	var at time.Time
	if i, err := os.Stat(s.path); err == nil {
		size, at = i.Size(), i.ModTime()
	}
	if s.byHash != nil && s.err == nil && size == s.size && at.Equal(s.at) && now.Sub(at) > 2*rereadEvery {
		return
	}
	all, err := Read(s.path)
	s.size, s.at, s.err, s.byHash = size, at, err, make(map[[sha256.Size]byte]*Token, len(all))
	for i := range all {
		b, _ := hex.DecodeString(all[i].Hash) // checked by Read
		s.byHash[[sha256.Size]byte(b)] = &all[i]
	}
}
