package storetest

import (
	"reflect"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// fill gives every field below v a value that is not zero, each another as far as its bounds allow.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Interface().(type) {
	case world.EntityKind, world.Block, world.Flags, world.Keys:
		v.SetUint(uint64(1 + *n%3))
		return
	case *store.BoxChange: // a change of a block has none; those of boxes are in records
		return
	case world.Stack: // a tool has all the fields
		pick, _ := world.ItemNamed("iron_pick")
		v.Set(reflect.ValueOf(world.Stack{Item: pick, Count: 1, Wear: uint16(1 + *n%200)}))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
		// What is not kept on purpose: the allowance for hits, a kick that is still to come and a bite that has begun are over within
		// a second, and a client that comes back is told its body as it then is.
		if m, ok := v.Addr().Interface().(*world.Motion); ok {
			m.HitFullAt, m.KickAt, m.Kick, m.KickHarm = 0, 0, world.Vec{}, 0
			n := timestream.Time(*n)
			m.Needs = world.Needs{Damage: uint8(n%20) + 1, Hunger: uint8(n % 19), FellFrom: -int32(n), HungryAt: 1000 + n, MendsAt: 1001 + n, BreathTo: 1002 + n, TouchesAt: 1003 + n}
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.String:
		v.SetString(string([]byte{'a', byte(*n), byte(*n >> 8)}))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(uint64(1 + *n%world.StackMax))
	case reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(1000 + *n))
	case reflect.Int32, reflect.Int64:
		v.SetInt(int64(-1000 - *n))
	default:
		panic("storetest: no rule to fill a " + v.Type().String())
	}
}

// Filled returns a T of which every field has a value.
func Filled[T any](n int) (v T) {
	fill(reflect.ValueOf(&v).Elem(), &n)
	return v
}
