// Package cli is what the programs share at their start and end: the command line, error messages of one line that
// say what to do, the exit status, the log, the listening socket.
//
// Owner: the main goroutine of a program. Invariants: a failure is one line on the standard error; results go to the
// standard output and logs do not.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/lmittmann/tint"
)

// The exit statuses of all programs.
const (
	OK          = 0
	Failed      = 1
	Usage       = 2
	CtrlC       = 130
	unknownExit = -1
)

// VersionFlag prints the version and ends the program.
type VersionFlag bool

// BeforeReset is called by kong when the flag is seen.
func (VersionFlag) BeforeReset(k *kong.Kong, vars kong.Vars) error {
	fmt.Fprintln(k.Stdout, k.Model.Name, vars["version"])
	k.Exit(OK)
	return nil
}

// Version returns the version of this program.
func Version() string {
	if b, ok := debug.ReadBuildInfo(); ok && b.Main.Version != "" {
		return b.Main.Version
	}
	return "(devel)"
}

// Parse parses the command line into a struct as kong describes it, and returns the name of the given command. If ok
// is false the program is over with the code: help was asked for, or the usage was wrong and one line said so.
func Parse(name, about string, into any, args []string, stdout, stderr io.Writer) (command string, code int, ok bool) {
	code = unknownExit
	parser, err := kong.New(into, kong.Name(name), kong.Description(about), kong.Writers(stdout, stderr),
		kong.Exit(func(c int) {
			if code == unknownExit {
				code = c
			}
		}), kong.Vars{"version": Version()}, kong.WithHyphenPrefixedParameters(true), kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}))
	if err != nil {
		panic("cli: " + err.Error()) // the struct's tags are wrong
	}
	k, err := parser.Parse(args)
	switch {
	case code != unknownExit:
		return "", code, false
	case err != nil:
		return "", UsageError(stderr, name, "%s", oneLine(err)), false
	}
	return k.Command(), OK, true
}

// UsageError prints one line about wrong usage and returns the exit status for it.
func UsageError(stderr io.Writer, name, format string, args ...any) int {
	fmt.Fprintf(stderr, name+": "+format+"; see "+name+" --help\n", args...)
	return Usage
}

// Fail prints one line about an error and what to do about it, and returns the exit status for it.
func Fail(stderr io.Writer, name string, err error) int {
	advice, code := hintFor(err)
	text := oneLine(err)
	if advice != "" {
		text += "; " + advice
	}
	fmt.Fprintf(stderr, "%s: %s\n", name, text)
	return code
}

// oneLine returns an error as one line.
func oneLine(err error) string {
	return strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ")
}

// Override sets a setting to a flag's value, if the flag was given.
func Override[T any](setting, flag *T) {
	if flag != nil {
		*setting = *flag
	}
}

// Listen opens the UDP socket of a server, at the address of --listen.
func Listen(address string) (net.PacketConn, error) {
	pc, err := net.ListenPacket("udp", address)
	if err != nil {
		return nil, &listenError{flag: "--listen", address: address, example: ":7400", err: err}
	}
	return pc, nil
}

// ListenWeb opens the TCP socket of metrics, at the address of --metrics.
func ListenWeb(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, &listenError{flag: "--metrics", address: address, example: "127.0.0.1:7401", err: err}
	}
	return l, nil
}

// ListenDemo opens the TCP socket of the demonstration, at the address of --listen. Without a host only this machine can connect.
func ListenDemo(address string) (net.Listener, error) {
	return listenHere("--listen", address, "127.0.0.1:7480")
}

// ListenMap opens the TCP socket of the map, at the address of --map. Without a host only this machine can connect.
func ListenMap(address string) (net.Listener, error) {
	return listenHere("--map", address, "127.0.0.1:7402")
}

// ListenControl opens a TCP socket for commands, at the address of a key of the settings. Without a host only this machine can connect.
func ListenControl(key, address, example string) (net.Listener, error) {
	return listenHere(key, address, example)
}

// listenHere opens the TCP socket of a flag, on this machine alone if the address has no host.
func listenHere(flag, address, example string) (net.Listener, error) {
	at := address
	if host, port, err := net.SplitHostPort(address); err == nil && host == "" {
		at = net.JoinHostPort("127.0.0.1", port)
	}
	l, err := net.Listen("tcp", at)
	if err != nil {
		return nil, &listenError{flag: flag, address: address, example: example, err: err}
	}
	return l, nil
}

// Logger returns a log of text: coloured on a terminal.
func Logger(w io.Writer, verbose bool) *slog.Logger {
	if isTerminal(w) {
		return slog.New(tint.NewTextHandler(w, &tint.Options{Level: logLevel(verbose)}))
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: logLevel(verbose)}))
}

// ServerLogger returns a log of text on a terminal, and elsewhere of JSON, one line each, for log collectors.
func ServerLogger(w io.Writer, verbose bool) *slog.Logger {
	if isTerminal(w) {
		return Logger(w, verbose)
	}
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: logLevel(verbose)}))
}

// ServerLoggerTo returns a log of JSON, one line each, that goes to a file and, if w is a terminal, as text to that, too.
func ServerLoggerTo(w, file io.Writer, verbose bool) *slog.Logger {
	h := slog.NewJSONHandler(file, &slog.HandlerOptions{Level: logLevel(verbose)})
	if isTerminal(w) {
		return slog.New(slog.NewMultiHandler(Logger(w, verbose).Handler(), h))
	}
	return slog.New(h)
}

func isTerminal(w io.Writer) bool {
	if t, ok := w.(interface{ IsTerminal() bool }); ok {
		return t.IsTerminal()
	}
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	i, err := f.Stat()
	return err == nil && i.Mode()&os.ModeCharDevice != 0
}

func logLevel(verbose bool) slog.Level {
	if verbose {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// Interrupted returns the exit status of a program whose context a signal ended: CtrlC, or OK for the termination
// signal of service managers.
func Interrupted(ctx context.Context) int {
	if cause := context.Cause(ctx); cause != nil && strings.HasPrefix(cause.Error(), "terminated") {
		return OK
	}
	return CtrlC
}

// listenError means that a socket cannot be opened.
type listenError struct {
	flag, address, example string // example is an address that would do
	err                    error
	path                   string // and line of the settings file in which flag is a key; "" for a flag
}

func (e *listenError) Error() string {
	if e.path != "" {
		return fmt.Sprintf("%s: %s = %q: %v", e.path, e.flag, e.address, e.err)
	}
	return e.flag + " " + e.address + ": " + e.err.Error()
}

func (e *listenError) Unwrap() error { return e.err }

// hint returns an address that would do.
func (e *listenError) hint() string {
	if e.path != "" {
		return fmt.Sprintf("write HOST:PORT there, such as %s = %q", e.flag, e.example)
	}
	return "give " + e.flag + " HOST:PORT, such as " + e.example
}

// AddressFromFile makes an error of Listen, ListenWeb or ListenMap name the key of the settings file that the address
// came from, and its line, instead of a flag that nobody gave.
func AddressFromFile(err error, key, path string) error {
	if l := (*listenError)(nil); errors.As(err, &l) {
		named := *l
		named.flag, named.path = key, path
		return &named
	}
	return err
}
