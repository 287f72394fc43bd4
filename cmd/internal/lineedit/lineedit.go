// Package lineedit is the console of a program on a terminal: lines are edited, with a history that outlives the program and
// with completion, and what the program writes meanwhile does not tear the line that is being typed.
//
// Owner: one goroutine reads lines; any goroutine writes and closes. Invariants: while a line is being typed, whatever is
// written through Out and Err stands above it, in whole lines; after Close the terminal is as it was before Start, whatever
// ended the program but a crash or kill -9; where standard input or output is no terminal, New says so and touches nothing.
package lineedit

import (
	"errors"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// Options say how lines are read.
type Options struct {
	Prompt string
	// Complete returns the options for the last word of a line, and where in the line that word begins. Nil: none.
	Complete func(line string) (from int, options []string)
	// Interrupt is called for Ctrl-C on an empty line; on others it takes back what was typed. Nil: it ends the lines.
	Interrupt func()
	// AtEnd is said for Ctrl-D on an empty line, which then does nothing else; "": it ends the lines.
	AtEnd string
	// History keeps what was typed; nil: as long as the console lives.
	History *History
}

// Console is a terminal on which lines are read and results and logs are written.
type Console struct {
	of      Options
	in, out *os.File
	err     *os.File // nil: it is no terminal, and written to as it is
	editor  *term.Terminal
	line    sync.Mutex // what is written is whole

	mu      sync.Mutex
	before  *term.State // nil before Start and after Close
	resized func()      // stops watching the size
	lines   chan string
	closed  chan bool
}

// typedAhead bounds the lines that wait while a command runs.
const typedAhead = 16

// New returns a console. false: the input or the output is no terminal, or belongs to another job of the shell.
func New(in io.Reader, out, err io.Writer, o Options) (c *Console, ok bool) {
	i, o1 := terminal(in)
	w, o2 := terminal(out)
	if !o1 || !o2 || !foreground(i) {
		return nil, false
	}
	c = &Console{of: o, in: i, out: w, lines: make(chan string, typedAhead), closed: make(chan bool)}
	c.err, _ = terminal(err)
	return c, true
}

func terminal(f any) (*os.File, bool) {
	is, ok := f.(*os.File)
	if !ok || !term.IsTerminal(int(is.Fd())) {
		return nil, false
	}
	return is, true
}

// Keep makes the console keep what is typed in a history; before Start.
func (c *Console) Keep(h *History) { c.of.History = h }

// Start takes the terminal: from here on lines are read with ReadLine. Close must follow.
func (c *Console) Start() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	before, err := term.MakeRaw(int(c.in.Fd()))
	if err != nil {
		return err
	}
	c.before = before
	c.editor = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{keys{c.in, c.of}, c.out}, c.of.Prompt)
	if c.of.History != nil {
		c.editor.History = c.of.History
	}
	c.editor.AutoCompleteCallback = c.key
	size := func() {
		if w, h, err := term.GetSize(int(c.out.Fd())); err == nil && w > 0 {
			c.editor.SetSize(w, h)
		}
	}
	size()
	c.resized = onResize(size)
	go c.read()
	return nil
}

// read reads all the time, so that Ctrl-C is heard while a command runs.
func (c *Console) read() {
	defer close(c.lines)
	for {
		line, err := c.editor.ReadLine()
		if err != nil && !errors.Is(err, term.ErrPasteIndicator) {
			return
		}
		select {
		case c.lines <- line:
		case <-c.closed:
			return
		}
	}
}

// ReadLine returns the next line, without its end. The error is io.EOF where the terminal has hung up, Ctrl-D ended the lines, or
// after Close.
func (c *Console) ReadLine() (string, error) {
	select {
	case line, ok := <-c.lines:
		if ok {
			return line, nil
		}
	case <-c.closed:
	}
	return "", io.EOF
}

// Close gives the terminal back as it was, once; what is written later goes to it as it is.
func (c *Console) Close() {
	c.line.Lock()
	defer c.line.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.before == nil {
		return
	}
	c.resized()
	io.WriteString(c.out, "\r\x1b[K")
	term.Restore(int(c.in.Fd()), c.before)
	c.before = nil
	close(c.closed)
}

// Out returns where results are written.
func (c *Console) Out() io.Writer { return &Stream{c, c.out} }

// Err returns where the log is written.
func (c *Console) Err(err io.Writer) io.Writer {
	if c.err == nil {
		return err
	}
	return &Stream{c, c.err}
}

// Stream is what a program writes to a terminal beside the line that is being typed.
type Stream struct {
	of *Console
	to *os.File
}

// IsTerminal reports whether people read the stream.
func (s *Stream) IsTerminal() bool { return true }

// Write writes text of whole lines.
func (s *Stream) Write(text []byte) (int, error) {
	c := s.of
	c.line.Lock()
	defer c.line.Unlock()
	c.mu.Lock()
	raw := c.before != nil
	c.mu.Unlock()
	if !raw {
		return s.to.Write(text)
	}
	if n, err := c.editor.Write(text); err != nil {
		return min(n, len(text)), err
	}
	return len(text), nil
}

// key judges the keys that the editor does not know.
func (c *Console) key(line string, pos int, key rune) (string, int, bool) {
	switch key {
	case '\t':
		if c.of.Complete == nil {
			return "", 0, false
		}
		done, list := Completed(line[:pos], c.of.Complete)
		if len(list) > 1 {
			c.Out().Write([]byte(strings.Join(list, "  ") + "\n"))
		}
		return done + line[pos:], len(done), true
	case ctrlC:
		if line == "" {
			c.of.Interrupt()
		}
		return "", 0, true
	case ctrlD:
		if line != "" {
			return deleteAt(line, pos), pos, true
		}
		c.Out().Write([]byte(c.of.AtEnd + "\n"))
		return "", 0, true
	}
	return "", 0, false
}
