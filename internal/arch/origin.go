package arch

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// flow is what Tables knows of a function when it looks at a caller: bit i stands for parameter i, the receiver first.
type flow struct {
	Writes  uint64 // it writes through the parameter
	Returns uint64 // it returns what reaches into the parameter
	Table   bool   // it returns what reaches into a table of the core
	Lends   bool   // it returns what reaches into the state of a world
}

func (*flow) AFact() {}

// origins is where a value may come from.
type origins struct {
	table, lent bool
	params      uint64
}

func (o *origins) add(p origins) {
	o.table, o.lent, o.params = o.table || p.table, o.lent || p.lent, o.params|p.params
}

// tracer follows the values of a package backwards to their origins.
type tracer struct {
	pass  *analysis.Pass
	local map[*ssa.Function]*flow
}

func newTracer(pass *analysis.Pass) *tracer { return &tracer{pass, map[*ssa.Function]*flow{}} }

// flowOf returns what is known of a function; nothing for one of a library.
func (t *tracer) flowOf(fn *ssa.Function) flow {
	if f := t.local[fn]; f != nil {
		return *f
	}
	var f flow
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return f
	}
	obj = obj.Origin()
	t.pass.ImportObjectFact(obj, &f)
	if res := obj.Signature().Results(); worldMethod(obj) && !isSetter(obj.Name()) && !appends(obj) && res.Len() > 0 && byReference(res.At(0).Type()) {
		f = flow{Lends: true}
	}
	return f
}

// appends reports whether a method returns the slice that it was given, as World.AppendSections does.
func appends(m *types.Func) bool {
	sig := m.Signature()
	n := sig.Params().Len()
	return n > 0 && sig.Results().Len() > 0 && types.Identical(sig.Params().At(n-1).Type(), sig.Results().At(0).Type())
}

// summarize enters what fn does with its parameters and returns, and reports whether it is more than was known.
func (t *tracer) summarize(fn *ssa.Function) bool {
	f := t.flowOf(fn)
	before := f
	t.writes(fn, func(_ token.Pos, o origins, _ string) { f.Writes |= o.params })
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			ret, ok := in.(*ssa.Return)
			if !ok {
				continue
			}
			for _, r := range ret.Results {
				if !byReference(r.Type()) {
					continue
				}
				o := t.origins(r)
				f.Returns |= o.params
				f.Table = f.Table || o.table
				f.Lends = f.Lends || o.lent
			}
		}
	}
	if t.local[fn] != nil && f == before {
		return false
	}
	t.local[fn] = &f
	if obj, ok := fn.Object().(*types.Func); ok && f != (flow{}) && obj.Pkg() == t.pass.Pkg {
		t.pass.ExportObjectFact(obj.Origin(), &f)
	}
	return f != before
}

// writes calls found for each write of a function through something that is shared or a parameter.
func (t *tracer) writes(fn *ssa.Function, found func(token.Pos, origins, string)) {
	report := func(pos token.Pos, v ssa.Value, how string) {
		if o := t.origins(v); o.table {
			found(pos, o, "a table of the core is "+how)
		} else if o.lent {
			found(pos, o, "what a getter of the world lent is "+how)
		} else if o.params != 0 {
			found(pos, o, how)
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				report(in.Pos(), in.Addr, "written")
				if byReference(in.Val.Type()) && kept(in.Addr) {
					if o := t.origins(in.Val); o.table {
						found(in.Pos(), origins{table: true}, "a table of the core is kept by reference: who holds it can write to it")
					}
				}
			case *ssa.MapUpdate:
				report(in.Pos(), in.Map, "written")
			case ssa.CallInstruction:
				t.call(in, report)
			}
		}
	}
}

// call reports what a call writes through its arguments.
func (t *tracer) call(in ssa.CallInstruction, report func(token.Pos, ssa.Value, string)) {
	c := in.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append", "clear", "copy", "delete":
			report(in.Pos(), c.Args[0], "changed by "+b.Name())
		}
		return
	}
	fn := c.StaticCallee()
	for i, a := range c.Args {
		switch {
		case !byReference(a.Type()):
		case fn != nil && t.flowOf(fn).Writes>>min(i, 63)&1 != 0:
			report(in.Pos(), a, "written by "+fn.Name())
		case fn == nil && !c.IsInvoke():
			if o := t.origins(a); o.table {
				report(in.Pos(), a, "given to a function that is not known")
			}
		}
	}
}

// kept reports whether an address lies in something that outlives the function's own variables.
func kept(addr ssa.Value) bool {
	_, own := addr.(*ssa.Alloc)
	return !own
}

// origins returns where a value, or the memory at an address, may come from.
func (t *tracer) origins(v ssa.Value) origins {
	var o origins
	t.trace(v, &o, map[ssa.Value]bool{})
	return o
}

func (t *tracer) trace(v ssa.Value, o *origins, seen map[ssa.Value]bool) {
	if v == nil || seen[v] {
		return
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Global:
		dir, in := folder(v.Pkg.Pkg.Path())
		o.table = o.table || in && pure(dir)
	case *ssa.Parameter:
		for i, p := range v.Parent().Params {
			if p == v && i < 64 && byReference(v.Type()) {
				o.params |= 1 << i
			}
		}
	case *ssa.FreeVar:
		for _, b := range bindings(v) {
			var p origins
			t.trace(b, &p, seen)
			o.add(origins{table: p.table, lent: p.lent})
		}
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice, *ssa.ChangeType, *ssa.Field, *ssa.Index, *ssa.Lookup, *ssa.Range, *ssa.Next, *ssa.Extract:
		t.trace(*v.(ssa.Instruction).Operands(nil)[0], o, seen) // the first is what they reach into
	case *ssa.Phi:
		for _, e := range v.Edges {
			t.trace(e, o, seen)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL && holdsReference(v.Type()) {
			t.traceLoad(v.X, o, seen)
		}
	case *ssa.Call:
		t.traceCall(v, o, seen)
	}
}

// traceLoad follows what is loaded from an address: for a variable of the function all that was stored in it.
func (t *tracer) traceLoad(addr ssa.Value, o *origins, seen map[ssa.Value]bool) {
	root := addr
	for {
		switch a := root.(type) {
		case *ssa.FieldAddr:
			root = a.X
			continue
		case *ssa.IndexAddr:
			root = a.X
			continue
		case *ssa.Alloc:
			t.traceStores(a, o, seen)
			return
		case *ssa.FreeVar:
			for _, b := range bindings(a) {
				t.traceCaptured(b, o, seen)
			}
			return
		}
		t.trace(addr, o, seen)
		return
	}
}

// traceStores follows all that is stored at an address and at the addresses of its parts.
func (t *tracer) traceStores(addr ssa.Value, o *origins, seen map[ssa.Value]bool) {
	if addr.Referrers() == nil {
		return
	}
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == addr && holdsReference(r.Val.Type()) {
				t.trace(r.Val, o, seen)
			}
		case *ssa.FieldAddr:
			t.traceStores(r, o, seen)
		case *ssa.IndexAddr:
			t.traceStores(r, o, seen)
		}
	}
}

// traceCaptured follows what a closure loads from a variable of the enclosing function, whose parameters are not its own.
func (t *tracer) traceCaptured(addr ssa.Value, o *origins, seen map[ssa.Value]bool) {
	var p origins
	t.traceLoad(addr, &p, seen)
	p.params = 0
	o.add(p)
}

// bindings returns what the enclosing function binds to a variable of a closure: the addresses of its own variables.
func bindings(v *ssa.FreeVar) (out []ssa.Value) {
	fn := v.Parent()
	i := slices.Index(fn.FreeVars, v)
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.MakeClosure); ok && c.Fn == fn {
				out = append(out, c.Bindings[i])
			}
		}
	}
	return out
}

func (t *tracer) traceCall(c *ssa.Call, o *origins, seen map[ssa.Value]bool) {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" {
			t.trace(c.Call.Args[0], o, seen)
		}
		return
	}
	fn := c.Call.StaticCallee()
	if fn == nil {
		return
	}
	f := t.flowOf(fn)
	o.table, o.lent = o.table || f.Table, o.lent || f.Lends
	for i, a := range c.Call.Args {
		if f.Returns>>min(i, 63)&1 != 0 {
			t.trace(a, o, seen)
		}
	}
}

// byReference reports whether a copy of a value still reaches the same memory.
func byReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	}
	return false
}

// holdsReference reports whether a value is a reference or has one inside.
func holdsReference(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if holdsReference(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return holdsReference(u.Elem())
	case *types.Tuple:
		return true
	}
	return byReference(t)
}
