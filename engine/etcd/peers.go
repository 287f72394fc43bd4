package etcd

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"go.etcd.io/etcd/client/pkg/v3/transport"
)

// What nodes ask each other beside the database's own traffic, on the same port: who a node is, and to take a node that has lost its
// disk for a new one. The certificates of both ends have been proved before.
const (
	pathNode    = "/voxtide/node"
	pathReplace = "/voxtide/replace"

	askTimeout     = 1500 * time.Millisecond
	replaceTimeout = 8 * time.Second
	maxAnswer      = 1 << 20
)

// nodeInfo is what a node says of itself.
type nodeInfo struct {
	Name  string `json:"name"`
	Birth string `json:"birth"`
	// Founders are there once this node knows with whom it makes, or has made, the cluster. Data says that it has the cluster's data.
	Founders map[string]string `json:"founders,omitempty"`
	Data     bool              `json:"data"`
	// Writing reports whether entries come from its machine; Applied is how far its running database is.
	Writing bool   `json:"writing,omitempty"`
	Applied uint64 `json:"applied,omitempty"`
	// Members are those of the running database.
	Members []memberInfo `json:"members,omitempty"`
}

type memberInfo struct {
	ID  uint64 `json:"id"`
	URL string `json:"url"`
	// Name is a fullName, "" of a member that never ran.
	Name string `json:"name"`
}

// replaceRequest asks to remove the member at an address and to add one there that has nothing yet.
type replaceRequest struct {
	URL   string `json:"url"`
	Birth string `json:"birth"`
}

// peers asks other nodes.
type peers struct{ http *http.Client }

func newPeers(info transport.TLSInfo) (*peers, error) {
	t, err := transport.NewTransport(info, time.Second)
	if err != nil {
		return nil, err
	}
	return &peers{&http.Client{Transport: t}}, nil
}

// ask asks all other members, and the address of this node too, who they are.
func (p *peers) ask(ctx context.Context, members []Member) (infos map[string]nodeInfo, failed map[string]error) {
	infos, failed = map[string]nodeInfo{}, map[string]error{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, m := range members {
		wg.Go(func() {
			var i nodeInfo
			err := p.call(ctx, askTimeout, m.Address, pathNode, nil, &i)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed[m.Name] = err
			} else {
				infos[m.Name] = i
			}
		})
	}
	wg.Wait()
	return infos, failed
}

func (p *peers) replace(ctx context.Context, address string, r replaceRequest) (members []memberInfo, err error) {
	return members, p.call(ctx, replaceTimeout, address, pathReplace, r, &members)
}

// call sends a request, with a body if there is one, and reads the answer.
func (p *peers) call(ctx context.Context, timeout time.Duration, address, path string, body, into any) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	method, b := http.MethodGet, []byte(nil)
	if body != nil {
		method = http.MethodPost
		var err error
		if b, err = json.Marshal(body); err != nil {
			return err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, "https://"+address+path, bytes.NewReader(b))
	if err != nil {
		return err
	}
	res, err := p.http.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", res.Status, strings.TrimSpace(string(text)))
	}
	return json.Unmarshal(text, into)
}

// why says for people why a node did not answer.
func why(err error) string {
	var unknown x509.UnknownAuthorityError
	var verify *tls.CertificateVerificationError
	switch {
	case errors.As(err, &unknown), errors.As(err, &verify), strings.Contains(err.Error(), "remote error: tls"):
		return "it has another key: give all nodes the same --key"
	case errors.Is(err, context.DeadlineExceeded):
		return "it does not answer"
	case strings.Contains(err.Error(), "connection refused"):
		return "it does not run"
	}
	return err.Error()
}
