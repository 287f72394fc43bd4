package settings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"voxtide/server/wordfilter"
)

// ReadWords reads the list of words that are not to be said, from the file that chat_words names; a relative path begins at the data folder. nil:
// there is none. Errors: ErrFile, with the file and the line, or the system's.
func ReadWords(home, path string) (*wordfilter.List, error) {
	if path == "" {
		return nil, nil
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(home, path)
	}
	info, err := os.Stat(path) // a pipe would be waited for
	if err == nil && (!info.Mode().IsRegular() || info.Size() > wordfilter.TextMax) {
		err = fmt.Errorf("%s is no file of at most %d bytes", path, wordfilter.TextMax)
	}
	text := []byte(nil)
	if err == nil {
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: chat_words: %w", ErrFile, err)
	}
	l, err := wordfilter.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFile, path, err)
	}
	return l, nil
}

// Seed is the seed of a new world, as the settings have it: a number, or "" for one of chance.
type Seed string

// Number returns the seed; false for one of chance.
func (s Seed) Number() (uint64, bool) {
	n, err := strconv.ParseUint(string(s), 10, 64)
	return n, err == nil
}

// UnmarshalTOML implements toml.Unmarshaler: a number may stand with quotation marks, as one above 2^63 has to, or without.
func (s *Seed) UnmarshalTOML(value any) error {
	switch v := value.(type) {
	case int64:
		*s = Seed(strconv.FormatInt(v, 10))
	case string:
		*s = Seed(v)
	default:
		return errors.New("a seed is a number")
	}
	if _, ok := s.Number(); !ok && *s != "" {
		return fmt.Errorf("a seed is a number from 0 to %d, or \"\" for one of chance, not %.40q", uint64(1<<64-1), string(*s))
	}
	return nil
}
