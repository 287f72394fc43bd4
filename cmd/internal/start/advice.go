package start

import (
	"errors"
	"io/fs"
	"syscall"

	"voxtide/settings"
	"voxtide/store/disk"
)

// advice is a row of what people can do about an error.
type advice struct {
	err  error
	what string
	code int
}

// advices is looked through from the top; the first that fits counts.
var advices = []advice{
	{syscall.ENOSPC, "make room on the disk", Failed},
	{syscall.EROFS, "it cannot be written to there: choose another place with --data or --world", Failed},
	{disk.ErrLocked, "stop the other program, or name another --world", Failed},
	{disk.ErrNewer, "start it with that version, or name another --world", Failed},
	{disk.ErrGenerator, "start it with the version that made it, or name another --world", Failed},
	{disk.ErrNotAWorld, "name another --world", Failed},
	{disk.ErrStrange, "put the file itself there, or take it away; the folder of the world may be a link", Failed},
	{disk.ErrSeed, "leave --seed out, or name another --world", Usage},
	{disk.ErrUnreadable, "look at the folder and its permissions, see what `server check` says, or bring a backup back with `server restore`", Failed},
	{settings.ErrWorldName, "give --world a plain name, or a path with a slash", Usage},
	{settings.ErrFile, "correct it, or move the file away to have a new one written", Usage},
	{settings.ErrValue, "the flags have the bounds that --help names", Usage},
	{settings.ErrKnown, "correct the line, or take it away to know that server anew", Failed},
	{settings.ErrKey, "restore the file from a copy, or move it away to have a new key made", Failed},
	{syscall.EADDRINUSE, "stop the program that listens there, or give another port", Failed},
	{syscall.EACCES, "look at the permissions, or choose another place", Failed},
	{fs.ErrPermission, "look at the permissions, or choose another place with --data or --world", Failed},
	{syscall.EADDRNOTAVAIL, "give an address of this machine", Failed},
	{syscall.ENOTDIR, "a part of the path is a file: choose another place", Failed},
	{syscall.EISDIR, "it is a folder: name a file", Failed},
	{fs.ErrNotExist, "look at the path", Failed},
}

// advise returns what to do about an error, "" if nobody knows, and the exit status.
func advise(err error) (string, int) {
	for _, a := range advices {
		if errors.Is(err, a.err) {
			return a.what, a.code
		}
	}
	if l := (*listenError)(nil); errors.As(err, &l) {
		return l.advice(), Usage
	}
	return "", Failed
}
