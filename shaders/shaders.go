// Package shaders holds the programs of the renderer as text: one file each, GLSL 410 core only, with both stages.
//
// A file consists of parts, each of which begins with a line `//!vertex`, `//!fragment` or `//!both`; the text before
// the first part is a comment. frame.glsl is put in front of both stages of every program.
//
// Owner: none; the texts never change.
package shaders

import (
	"embed"
	"errors"
	"fmt"
	"strings"
)

//go:embed *.glsl
var files embed.FS

// ErrUnknownProgram is returned for a name that no file has.
var ErrUnknownProgram = errors.New("shaders: no such program")

// version is the first line of every stage.
const version = "#version 410 core\n"

// Source returns the two stages of a program, with a #define for each of the given names.
func Source(name string, defines ...string) (vertex, fragment string, err error) {
	frame, err := files.ReadFile("frame.glsl")
	if err != nil {
		return "", "", fmt.Errorf("%w: frame", ErrUnknownProgram)
	}
	own, err := files.ReadFile(name + ".glsl")
	if err != nil {
		return "", "", fmt.Errorf("%w: %s", ErrUnknownProgram, name)
	}
	var head strings.Builder
	head.WriteString(version)
	for _, d := range defines {
		head.WriteString("#define " + d + "\n")
	}
	v, f := splitStages(string(frame))
	v2, f2 := splitStages(string(own))
	return head.String() + "#define VERTEX\n" + v + v2, head.String() + "#define FRAGMENT\n" + f + f2, nil
}

// Names returns the programs in the order of their names.
func Names() []string {
	var out []string
	all, _ := files.ReadDir(".")
	for _, f := range all {
		if n, ok := strings.CutSuffix(f.Name(), ".glsl"); ok && n != "frame" {
			out = append(out, n)
		}
	}
	return out
}

// splitStages splits a file into its stages.
func splitStages(text string) (vertex, fragment string) {
	var v, f strings.Builder
	inVertex, inFragment := false, false
	for line := range strings.Lines(text) {
		switch strings.TrimSpace(line) {
		case "//!vertex":
			inVertex, inFragment = true, false
		case "//!fragment":
			inVertex, inFragment = false, true
		case "//!both":
			inVertex, inFragment = true, true
		default:
			if inVertex {
				v.WriteString(line)
			}
			if inFragment {
				f.WriteString(line)
			}
		}
	}
	return v.String(), f.String()
}
