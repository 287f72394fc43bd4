package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"voxtide/commands"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/server/host"
)

// console reads commands, with or without a slash, until the input or the world ends. It writes the answer once the server
// goes on, as the reader of the output may be slow. The next command waits for the answer to the one before.
func console(h *host.Host, t *terminal) {
	t.lines(func(line string) bool { return giveCommand(h, line, t.stdout) })
}

// eachLine calls a function with each line of an input that is no terminal, until it ends or the function returns false.
func eachLine(in io.Reader, out io.Writer, each func(line string) bool) {
	lines := bufio.NewReader(in)
	for {
		line, long, err := readLine(lines)
		if err != nil {
			return
		}
		if long {
			fmt.Fprintf(out, "a command has at most %d bytes\n", commands.LineMax)
			continue
		}
		if line = strings.TrimSpace(line); line != "" && !each(line) {
			return
		}
	}
}

// giveCommand runs a command and writes its answer; false if the world has ended.
func giveCommand(h *host.Host, line string, out io.Writer) bool {
	if word, dir, ok := strings.Cut(strings.TrimPrefix(line, "/"), " "); ok && strings.EqualFold(word, "backup") && !strings.HasPrefix(strings.TrimSpace(dir), "verify ") { // only the console names a folder
		backupTo(h.Backup, strings.TrimSpace(dir), out)
		return true
	}
	answer := make(chan []string, 1)
	if h.Do(func(s *server.Server) { s.RunCommand(admin.Console, line, func(says []string) { answer <- says }) }) != nil {
		return false
	}
	select {
	case says := <-answer:
		for _, l := range says {
			fmt.Fprintln(out, l)
		}
	case <-h.Done():
		return false
	}
	return true
}

// readLine returns the next line, the last one without its end too. It skips one that is far longer than any command.
func readLine(r *bufio.Reader) (line string, long bool, err error) {
	part, err := r.ReadSlice('\n')
	for err == bufio.ErrBufferFull {
		long = true
		_, err = r.ReadSlice('\n')
	}
	if err != nil && len(part) == 0 && !long {
		return "", false, err
	}
	return string(part), long, nil
}
