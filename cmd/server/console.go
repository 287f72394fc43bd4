package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"voxtide/host"
	"voxtide/server"
)

// console reads commands, with or without a slash, until the input ends or the world does. What a command says is written
// once the server goes on: whoever reads it may be slow. The next one waits for the answer to the one before.
func console(h *host.Host, in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		if dir, ok := strings.CutPrefix(strings.TrimPrefix(line, "/"), "backup "); ok { // a folder is for the console to name
			backup(h, strings.TrimSpace(dir), out)
			continue
		}
		answer := make(chan []string, 1)
		if h.Do(func(s *server.Server) { s.Order(server.Console, line, func(says []string) { answer <- says }) }) != nil {
			return
		}
		select {
		case says := <-answer:
			for _, l := range says {
				fmt.Fprintln(out, l)
			}
		case <-h.Done():
			return
		}
	}
}
