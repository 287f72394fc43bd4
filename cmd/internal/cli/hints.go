package cli

import (
	"errors"
	"io/fs"
	"syscall"

	"voxtide/settings"
	"voxtide/store/pebble"
)

// hint says what people can do about an error.
type hint struct {
	err  error
	text string
	code int
}

// hints are tried from the top; the first that fits counts.
var hints = []hint{
	{syscall.ENOSPC, "make room on the disk", Failed},
	{syscall.EROFS, "it cannot be written to there: choose another place with --data or --world", Failed},
	{pebble.ErrLocked, "stop the other program, or name another --world", Failed},
	{pebble.ErrNewer, "start it with that version, or name another --world", Failed},
	{pebble.ErrFollowsLog, "start it with --cluster as before, or stop all its machines and take it out with `server leave`: see docs/two-machines.md", Failed},
	{pebble.ErrGenerator, "start it with the version that made it, or name another --world", Failed},
	{pebble.ErrNotAWorld, "name another --world", Failed},
	{pebble.ErrNotPlainFile, "put the file itself there, or take it away; the folder of the world may be a link", Failed},
	{pebble.ErrSeed, "leave --seed out, or name another --world", Usage},
	{pebble.ErrUnreadable, "look at the folder and its permissions, see what `server check` says, or bring a backup back with `server restore`", Failed},
	{settings.ErrWorldName, "give --world a plain name, or a path with a slash", Usage},
	{settings.ErrFile, "correct it, or move the file away to have a new one written", Usage},
	{settings.ErrValue, "the flags have the bounds that --help names", Usage},
	{settings.ErrKnownHosts, "correct the line, or remove it to accept that server again", Failed},
	{settings.ErrKey, "restore the file from a copy, or move it away to have a new key made", Failed},
	{syscall.EADDRINUSE, "stop the program that listens there, or give another port", Failed},
	{syscall.EACCES, "look at the permissions, or choose another place", Failed},
	{fs.ErrPermission, "look at the permissions, or choose another place with --data or --world", Failed},
	{syscall.EADDRNOTAVAIL, "give an address of this machine", Failed},
	{syscall.ENOTDIR, "a part of the path is a file: choose another place", Failed},
	{syscall.EISDIR, "it is a folder: name a file", Failed},
	{fs.ErrNotExist, "look at the path", Failed},
}

// hintFor returns what to do about an error, "" if unknown, and the exit status.
func hintFor(err error) (string, int) {
	for _, a := range hints {
		if errors.Is(err, a.err) {
			return a.text, a.code
		}
	}
	if l := (*listenError)(nil); errors.As(err, &l) {
		return l.hint(), Usage
	}
	return "", Failed
}
