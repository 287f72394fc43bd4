package etcd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"go.etcd.io/etcd/server/v3/etcdserver/api/membership"
)

// handler answers other nodes; what is not ours is the database's, once it runs.
func (n *Node) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+pathNode, func(w http.ResponseWriter, r *http.Request) { answerJSON(w, n.info()) })
	mux.HandleFunc("POST "+pathReplace, func(w http.ResponseWriter, r *http.Request) {
		var q replaceRequest
		if err := json.NewDecoder(io.LimitReader(r.Body, maxAnswer)).Decode(&q); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		members, err := n.replaceMember(r.Context(), q)
		if err != nil {
			http.Error(w, err.Error(), http.StatusConflict)
			return
		}
		answerJSON(w, members)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if h := n.database.Load(); h != nil {
			(*h).ServeHTTP(w, r)
			return
		}
		http.Error(w, "the database does not run yet", http.StatusServiceUnavailable)
	})
	return mux
}

func answerJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}

// info is what this node says of itself.
func (n *Node) info() nodeInfo {
	n.folderMu.Lock()
	i := nodeInfo{Name: n.cfg.Name, Birth: n.folder.Birth, Founders: n.folder.Founders}
	n.folderMu.Unlock()
	i.Data = i.Founders != nil || n.folder.hasLog()
	if n.running.Load() {
		i.Writing, i.Applied = n.writing.lately(), n.server.AppliedIndex()
		i.Members = memberInfos(n.server.Cluster().Members())
	}
	return i
}

func memberInfos(members []*membership.Member) (infos []memberInfo) {
	for _, m := range members {
		for _, u := range m.PeerURLs { // one each
			infos = append(infos, memberInfo{uint64(m.ID), u, m.Name})
		}
	}
	return infos
}

// replaceMember removes the member at an address and adds another there. Both are changes that a majority has to agree to, and that
// etcd refuses while they would endanger it. Doing it again after half of it is harmless.
func (n *Node) replaceMember(ctx context.Context, q replaceRequest) ([]memberInfo, error) {
	if !n.running.Load() {
		return nil, errors.New("the database does not run yet")
	}
	known := false
	for _, m := range n.cfg.Members {
		known = known || peerURL(m.Address) == q.URL
	}
	if !known || q.URL == peerURL(n.self.Address) {
		return nil, fmt.Errorf("%s is no other member's address here", q.URL)
	}
	n.replacing.Lock()
	defer n.replacing.Unlock()
	list, err := n.client.MemberList(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range list.Members {
		for _, u := range m.PeerURLs {
			if u == q.URL {
				n.cfg.say("the node at %s comes with an empty folder: its old member is removed", q.URL)
				if _, err := n.client.MemberRemove(ctx, m.ID); err != nil {
					return nil, err
				}
			}
		}
	}
	added, err := n.client.MemberAdd(ctx, []string{q.URL})
	if err != nil {
		return nil, err
	}
	var infos []memberInfo
	for _, m := range added.Members {
		for _, u := range m.PeerURLs {
			infos = append(infos, memberInfo{m.ID, u, m.Name})
		}
	}
	return infos, nil
}
