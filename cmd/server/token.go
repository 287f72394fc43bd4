package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/commands"
	"voxtide/server/tokens"
	"voxtide/settings"
)

const tokenUsage = "say server token list, server token add NAME --role R, --may ENTRY,... or both, or server token remove NAME"

// runToken adds, lists and removes the tokens of machines. A server that runs knows within a second.
func (c *runCmd) runToken(words []string, stdout, stderr io.Writer) int {
	home, err := settings.Home(c.Data)
	if err != nil {
		return cli.Fail(stderr, "server", err)
	}
	file := tokensFile(home)
	switch {
	case len(words) == 1 && words[0] == "list":
		err = listTokens(file, stdout)
	case len(words) == 2 && words[0] == "remove":
		if err = tokens.Remove(file, words[1]); err == nil {
			fmt.Fprintf(stdout, "%s counts no longer\n", words[1])
		}
	case len(words) == 2 && words[0] == "add":
		t := tokens.Token{Name: words[1], Role: c.Role, May: c.May}
		if c.For != "" {
			n, ok := commands.ParseDuration(c.For)
			if !ok {
				return cli.UsageError(stderr, "server", "--for is %.40q, not a span such as 30d", c.For)
			}
			t.Until = time.Now().Add(time.Duration(n) * time.Second).UTC().Truncate(time.Second)
		}
		secret, e := tokens.Add(file, t)
		if err = e; err == nil {
			fmt.Fprintln(stdout, secret)
			fmt.Fprintln(stderr, "this is shown once; who has it may what the token may")
		}
	default:
		return cli.UsageError(stderr, "server", tokenUsage)
	}
	switch {
	case errors.Is(err, tokens.ErrInvalid):
		return cli.UsageError(stderr, "server", "%v", err)
	case err != nil:
		return cli.Fail(stderr, "server", err)
	}
	return cli.OK
}

func listTokens(file string, out io.Writer) error {
	all, err := tokens.Read(file)
	if err != nil {
		return err
	}
	for _, t := range all {
		var may []string
		if t.Role != "" {
			may = append(may, "role "+t.Role)
		}
		if len(t.May) > 0 {
			may = append(may, "may "+strings.Join(t.May, ", "))
		}
		until := ""
		switch {
		case t.Ended(time.Now()):
			until = ", ENDED " + t.Until.Format("2006-01-02 15:04 UTC")
		case !t.Until.IsZero():
			until = ", until " + t.Until.Format("2006-01-02 15:04 UTC")
		}
		fmt.Fprintf(out, "%s: %s, made %s%s\n", t.Name, strings.Join(may, "; "), t.Made.Format("2006-01-02"), until)
	}
	if len(all) == 0 {
		fmt.Fprintln(out, "there are no tokens")
	}
	return nil
}
