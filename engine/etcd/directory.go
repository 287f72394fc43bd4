package etcd

import (
	"context"
	"fmt"

	clientv3 "go.etcd.io/etcd/client/v3"

	"voxtide/engine"
)

const (
	directoryPrefix = "d/"
	maxValue        = 64 << 10
	maxListed       = 10_000
)

func (a *adapter) Put(key string, value []byte) engine.Request {
	if key == "" || len(key) > maxKey || len(value) > maxValue {
		return a.refuse(fmt.Sprintf("a key has 1 to %d bytes, a value at most %d", maxKey, maxValue))
	}
	return a.write(func(ctx context.Context) (ans engine.Answer, err error) {
		if value == nil {
			_, err = a.node.client.Delete(ctx, directoryPrefix+key)
		} else {
			_, err = a.node.client.Put(ctx, directoryPrefix+key, string(value))
		}
		return engine.Answer{Outcome: engine.OK}, err
	})
}

func (a *adapter) Get(key string) engine.Request {
	return a.read(func(ctx context.Context) (engine.Answer, error) {
		res, err := a.node.client.Get(ctx, directoryPrefix+key)
		if err != nil {
			return engine.Answer{}, err
		}
		ans := engine.Answer{Outcome: engine.OK}
		if len(res.Kvs) > 0 {
			ans.Value = append([]byte{}, res.Kvs[0].Value...)
		}
		return ans, nil
	})
}

func (a *adapter) List(prefix string) engine.Request {
	return a.read(func(ctx context.Context) (engine.Answer, error) {
		res, err := a.node.client.Get(ctx, directoryPrefix+prefix, clientv3.WithPrefix(), clientv3.WithLimit(maxListed))
		if err != nil {
			return engine.Answer{}, err
		}
		ans, bytes := engine.Answer{Outcome: engine.OK, Values: map[string][]byte{}}, 0
		for _, kv := range res.Kvs {
			ans.Values[string(kv.Key[len(directoryPrefix):])] = append([]byte{}, kv.Value...)
			bytes += len(kv.Key) + len(kv.Value)
		}
		if res.More || bytes > engine.ReadMax {
			return engine.Answer{Outcome: engine.Refused, Reason: fmt.Sprintf("more than %d keys or %d bytes begin with that", maxListed, engine.ReadMax)}, nil
		}
		return ans, nil
	})
}
