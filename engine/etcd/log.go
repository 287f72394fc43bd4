package etcd

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"

	"voxtide/engine"
)

// The keys of a log L, which has no zero byte, and what they have:
//
//	c/L           the holder of the newest claim; the claim's number is the revision at which it was written
//	t/L           8 bytes, high byte first: the lowest number that was not trimmed; written with the first claim
//	l/L 0 N       entry N, which is 8 bytes, high byte first
//	d/KEY         a key of the directory
const (
	claimPrefix = "c/"
	trimPrefix  = "t/"
	entryPrefix = "l/"
)

const (
	highestN  = 1 << 62
	trimBatch = 2000 // entries that one transaction removes
	firstPage = 8    // entries that are read before their size is known
	entryCost = 16   // bytes of one beside its data, so that those without data are not endless
)

// paths are the keys of one log.
type paths struct{ claim, trim, entries string }

func pathsOf(log string) (p paths, ok bool) {
	ok = log != "" && len(log) <= maxKey && !strings.Contains(log, "\x00")
	return paths{claimPrefix + log, trimPrefix + log, entryPrefix + log + "\x00"}, ok
}

func number(n uint64) string { return string(binary.BigEndian.AppendUint64(nil, n)) }

func (p paths) entry(n uint64) string { return p.entries + number(n) }

// n returns the number of an entry from its key.
func (p paths) n(key []byte) uint64 {
	if len(key) != len(p.entries)+8 {
		return 0
	}
	return binary.BigEndian.Uint64(key[len(p.entries):])
}

const badLog = "the name of a log has 1 to 1024 bytes, none of them zero"

func (a *adapter) Claim(log string, seen uint64, holder string) engine.Request {
	p, ok := pathsOf(log)
	if !ok || len(holder) > maxKey {
		return a.refuse(badLog)
	}
	return a.write(func(ctx context.Context) (engine.Answer, error) {
		res, err := a.node.client.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(p.claim), "=", int64(seen))).
			Then(clientv3.OpPut(p.claim, holder), clientv3.OpTxn(
				[]clientv3.Cmp{clientv3.Compare(clientv3.CreateRevision(p.trim), "=", 0)}, []clientv3.Op{clientv3.OpPut(p.trim, number(1))}, nil)).
			Else(clientv3.OpGet(p.claim)).Commit()
		if err != nil {
			return engine.Answer{}, err
		}
		if res.Succeeded {
			return engine.Answer{Outcome: engine.OK, Claim: uint64(res.Header.Revision), Holder: holder}, nil
		}
		ans := engine.Answer{Outcome: engine.Refused, Reason: "the newest claim is not the one that was seen"}
		ans.Claim, ans.Holder = claimOf(res.Responses[0].GetResponseRange().Kvs)
		return ans, nil
	})
}

func claimOf(kvs []*mvccpb.KeyValue) (claim uint64, holder string) {
	if len(kvs) == 0 {
		return 0, ""
	}
	return uint64(kvs[0].ModRevision), string(kvs[0].Value)
}

// firstOf returns the lowest number that was not trimmed.
func firstOf(kvs []*mvccpb.KeyValue) uint64 {
	if len(kvs) == 0 || len(kvs[0].Value) != 8 {
		return 1
	}
	return binary.BigEndian.Uint64(kvs[0].Value)
}

func (a *adapter) Append(log string, claim, n uint64, data []byte) engine.Request {
	p, ok := pathsOf(log)
	switch {
	case !ok:
		return a.refuse(badLog)
	case n == 0 || n > highestN || claim == 0:
		return a.refuse("an entry has a number from 1 on and a claim")
	case len(data) > engine.EntryMax:
		return a.refuse(fmt.Sprintf("an entry has at most %d bytes", engine.EntryMax))
	}
	a.node.writing.note()
	return a.write(func(ctx context.Context) (engine.Answer, error) {
		if size := a.node.server.Backend().SizeInUse(); size > appendQuota {
			return engine.Answer{}, fmt.Errorf("the database has %d MB in use, and takes entries up to %d: trim", size>>20, appendQuota>>20)
		}
		res, err := a.node.client.Txn(ctx).
			If(clientv3.Compare(clientv3.ModRevision(p.claim), "=", int64(claim)),
				clientv3.Compare(clientv3.CreateRevision(p.entry(n)), "=", 0),
				clientv3.Compare(clientv3.Value(p.trim), "<", number(n+1))).
			Then(clientv3.OpGet(p.claim), clientv3.OpPut(p.entry(n), string(data))).
			Else(clientv3.OpGet(p.claim), clientv3.OpGet(p.trim)).Commit()
		if err != nil {
			return engine.Answer{}, err
		}
		ans := engine.Answer{Outcome: engine.OK}
		ans.Claim, ans.Holder = claimOf(res.Responses[0].GetResponseRange().Kvs)
		if !res.Succeeded {
			ans.Outcome = engine.Refused
			switch first := firstOf(res.Responses[1].GetResponseRange().Kvs); {
			case ans.Claim != claim:
				ans.Reason = "there is a newer claim"
			case n < first:
				ans.Reason = "the number is trimmed"
			default:
				ans.Reason = "the number is taken"
			}
		}
		return ans, nil
	})
}

// page is what the database has of a log at one revision.
type page struct {
	claim       uint64
	holder      string
	first, last uint64
	entries     []engine.Stored // in order, maybe with holes
	revision    int64
	more        bool // there are entries behind these
}

// readPage reads entries from a number on, about that number of bytes of them and at least one if there is one.
func (n *Node) readPage(ctx context.Context, p paths, from uint64, most int) (g page, err error) {
	end := p.entry(highestN)
	res, err := n.client.Txn(ctx).Then(clientv3.OpGet(p.claim), clientv3.OpGet(p.trim),
		clientv3.OpGet(p.entry(0), clientv3.WithRange(end), clientv3.WithLimit(1), clientv3.WithKeysOnly(), clientv3.WithSort(clientv3.SortByKey, clientv3.SortDescend)),
		clientv3.OpGet(p.entry(from), clientv3.WithRange(end), clientv3.WithLimit(firstPage))).Commit()
	if err != nil {
		return g, err
	}
	g.revision = res.Header.Revision
	g.claim, g.holder = claimOf(res.Responses[0].GetResponseRange().Kvs)
	g.first = firstOf(res.Responses[1].GetResponseRange().Kvs)
	g.last = g.first - 1
	if kvs := res.Responses[2].GetResponseRange().Kvs; len(kvs) > 0 {
		g.last = p.n(kvs[0].Key)
	}
	bytes := 0
	add := func(kvs []*mvccpb.KeyValue) {
		for _, kv := range kvs {
			if bytes += len(kv.Value) + entryCost; bytes > most && len(g.entries) > 0 {
				g.more = true
				return
			}
			g.entries = append(g.entries, engine.Stored{N: p.n(kv.Key), Data: kv.Value})
		}
	}
	got := res.Responses[3].GetResponseRange()
	add(got.Kvs)
	for more := got.More; more && !g.more; {
		average := bytes/len(g.entries) + 1
		limit := min(max((most-bytes)/average, 1), 4096)
		from := g.entries[len(g.entries)-1].N + 1
		next, err := n.client.Get(ctx, p.entry(from), clientv3.WithRange(end), clientv3.WithLimit(int64(limit)),
			clientv3.WithRev(g.revision), clientv3.WithSerializable())
		if err != nil { // compacted meanwhile, or out of time: what is there is right
			g.more = true
			return g, nil
		}
		add(next.Kvs)
		more = next.More
	}
	return g, nil
}

func (a *adapter) Read(log string, from uint64) engine.Request {
	p, ok := pathsOf(log)
	if !ok {
		return a.refuse(badLog)
	}
	from = min(max(from, 1), highestN)
	return a.read(func(ctx context.Context) (engine.Answer, error) {
		g, err := a.node.readPage(ctx, p, from, engine.ReadMax)
		if err != nil {
			return engine.Answer{}, err
		}
		ans := engine.Answer{Outcome: engine.OK, Claim: g.claim, Holder: g.holder, First: g.first, Last: g.last}
		if from < g.first {
			ans.Outcome, ans.Reason = engine.Refused, "the number is trimmed"
			return ans, nil
		}
		for i, e := range g.entries {
			if e.N != from+uint64(i) {
				break // another request on its way fills the hole, or none ever does
			}
			ans.Entries = append(ans.Entries, e)
		}
		return ans, nil
	})
}

func (a *adapter) Trim(log string, upTo uint64) engine.Request {
	p, ok := pathsOf(log)
	if !ok {
		return a.refuse(badLog)
	}
	return a.write(func(ctx context.Context) (engine.Answer, error) {
		g, err := a.node.readPage(ctx, p, highestN, 0)
		if err != nil {
			return engine.Answer{}, err
		}
		for end := min(upTo, g.last) + 1; g.first < end; {
			g.first = min(end, g.first+trimBatch)
			_, err := a.node.client.Txn(ctx).If(clientv3.Compare(clientv3.Value(p.trim), "<", number(g.first))).
				Then(clientv3.OpPut(p.trim, number(g.first)), clientv3.OpDelete(p.entry(0), clientv3.WithRange(p.entry(g.first)))).Commit()
			if err != nil {
				return engine.Answer{}, err
			}
		}
		return engine.Answer{Outcome: engine.OK}, nil
	})
}
