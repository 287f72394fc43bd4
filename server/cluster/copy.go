package cluster

import (
	"archive/tar"
	"bufio"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"voxtide/engine/secret"
	"voxtide/server/host"
	"voxtide/store/pebble"
)

// A copy of the world, for a machine that has none: what a backup writes, as a tar stream over TLS with the secret's certificates, which ends with
// an empty file called complete.
const (
	askCopy      = 'c' // the first byte says what is wanted: a copy,
	askMembers   = 'm' // or the list of members, as a line
	lastFile     = "complete"
	copyPause    = 30 * time.Second // without a byte, after which a copy has failed
	dialPatience = 3 * time.Second
)

// copyServer sends copies of the owner's world to other machines.
type copyServer struct {
	listener net.Listener
	over     sync.WaitGroup
}

func (c *copyServer) close() {
	if c != nil && c.listener != nil {
		c.listener.Close()
		c.over.Wait()
	}
}

// serveCopies listens for machines that fetch a copy.
func (n *Node) serveCopies(h *host.Host) (*copyServer, error) {
	config, err := n.cfg.Secret.TLS(n.cfg.Name())
	if err != nil {
		return nil, err
	}
	l, err := tls.Listen("tcp", n.cfg.Copies, config)
	if err != nil {
		return nil, fmt.Errorf("other machines fetch copies of the world over TCP at the address of the game: %w", err)
	}
	c := &copyServer{listener: l}
	c.over.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			c.over.Go(func() {
				defer conn.Close()
				conn.SetDeadline(time.Now().Add(dialPatience))
				if err := conn.(*tls.Conn).Handshake(); err != nil {
					return
				}
				ask := []byte{0}
				if _, err := io.ReadFull(conn, ask); err != nil {
					return
				}
				if ask[0] == askMembers {
					io.WriteString(conn, strings.Join(n.cfg.Members, ",")+"\n")
					return
				}
				if err := sendCopy(h, conn); err != nil {
					n.cfg.Log.Warn("a copy of the world for another machine failed", "to", conn.RemoteAddr().String(), "why", err)
				} else {
					n.cfg.Log.Info("another machine has a copy of the world", "at", conn.RemoteAddr().String())
				}
			})
		}
	})
	return c, nil
}

// pacedConn moves its deadline on with each write or read.
type pacedConn struct{ net.Conn }

// Write implements io.Writer.
func (c pacedConn) Write(b []byte) (int, error) {
	c.SetDeadline(time.Now().Add(copyPause))
	return c.Conn.Write(b)
}

// Read implements io.Reader.
func (c pacedConn) Read(b []byte) (int, error) {
	c.SetDeadline(time.Now().Add(copyPause))
	return c.Conn.Read(b)
}

func sendCopy(h *host.Host, conn net.Conn) error {
	dir := fmt.Sprintf("%s.copy-%x", h.Dir(), randomHolder())
	defer os.RemoveAll(dir)
	if _, err := h.Backup(dir); err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(pacedConn{conn}, 1<<16)
	w := tar.NewWriter(buffered)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		i, err := d.Info()
		if err != nil || !i.Mode().IsRegular() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := w.WriteHeader(&tar.Header{Name: filepath.ToSlash(name), Size: i.Size(), Mode: 0o600}); err != nil {
			return err
		}
		_, err = io.CopyN(w, f, i.Size())
		return err
	})
	if err == nil {
		err = w.WriteHeader(&tar.Header{Name: lastFile, Mode: 0o600})
	}
	return errors.Join(err, w.Close(), buffered.Flush())
}

// fetch fetches a copy of the world from the machine that has it, into this machine's folder.
func (n *Node) fetch(ctx context.Context) error {
	config, err := n.cfg.Secret.TLS(n.cfg.Name())
	if err != nil {
		return err
	}
	err = errors.New("no other machine is known")
	for _, at := range n.Others() {
		if err = n.fetchFrom(ctx, at, config); err == nil {
			return nil
		}
	}
	return err
}

func (n *Node) fetchFrom(ctx context.Context, at string, config *tls.Config) error {
	d := tls.Dialer{NetDialer: &net.Dialer{Timeout: dialPatience}, Config: config}
	conn, err := d.DialContext(ctx, "tcp", at)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if _, err := conn.Write([]byte{askCopy}); err != nil {
		return err
	}
	dir := fmt.Sprintf("%s.copy-%x", n.cfg.Host.Dir, randomHolder())
	began, size, err := time.Now(), int64(0), receiveCopy(pacedConn{conn}, dir)
	if err == nil && !pebble.IsWorld(dir) {
		err = errors.New("what came is no world")
	}
	if err == nil {
		filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
			if i, e := d.Info(); err == nil && e == nil {
				size += i.Size()
			}
			return nil
		})
		err = os.Rename(dir, n.cfg.Host.Dir)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("a copy from %s: %w", at, err), os.RemoveAll(dir))
	}
	n.cfg.Log.Info("has a copy of the world", "from", at, "bytes", size, "took", time.Since(began).Round(time.Millisecond).String())
	return nil
}

// AskMembers asks the machine that has a world for the list of members. at is the address at which players reach it.
func AskMembers(at string, key secret.Secret) (string, error) {
	config, err := key.TLS("new")
	if err != nil {
		return "", err
	}
	conn, err := tls.DialWithDialer(&net.Dialer{Timeout: dialPatience}, "tcp", at, config)
	if err != nil {
		return "", fmt.Errorf("the server at %s does not tell who its cluster is (%w): the one that has the world tells it; the first time that a cluster starts say --cluster A,B,C on all machines", at, err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(dialPatience))
	if _, err = conn.Write([]byte{askMembers}); err != nil {
		return "", err
	}
	line, err := bufio.NewReader(io.LimitReader(conn, 4096)).ReadString('\n')
	return strings.TrimSpace(line), err
}

// receiveCopy writes the files of a copy into a new folder.
func receiveCopy(from io.Reader, dir string) error {
	r := tar.NewReader(bufio.NewReaderSize(from, 1<<16))
	for {
		head, err := r.Next()
		if err != nil {
			return fmt.Errorf("it ended early: %w", err)
		}
		if head.Name == lastFile {
			return nil
		}
		name := filepath.FromSlash(head.Name)
		if !filepath.IsLocal(name) || strings.Contains(head.Name, "\\") {
			return fmt.Errorf("a file called %q", head.Name)
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		_, err = io.Copy(f, r)
		if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
			return err
		}
	}
}

// randomHolder returns bytes that no other has.
func randomHolder() []byte {
	b := make([]byte, 8)
	rand.Read(b) // never fails
	return b
}
