// Package commands is the table of what players and operators may order a server to do, in the game's chat and on the
// console. A row holds a command's name, the types of its arguments, who may give it, and one sentence of help. The
// parser, the completion and the help texts all walk the table; package server attaches to each row what it does.
//
// Owner: none; all is pure functions over a table that is never written to. Invariants: an error is one line that names the
// command, the fault and the remedy; any text that is typed parses to a call or to such an error; parsing the text that
// Call.String writes gives the same call.
package commands

// LineMax is the greatest length of a line that is parsed, in bytes.
const LineMax = 1024

// Rank is the rank of the giver of a command.
type Rank uint8

// The ranks. Each may do everything that the rank before it may.
const (
	Player Rank = iota
	Operator
	Console // the person at the server's console
)

// Permission says who may give a command.
type Permission uint8

// The permissions.
const (
	Everyone      Permission = iota
	OwnerOnly                // players on their own property, operators anywhere; the handler judges whose it is
	OperatorsOnly            //
	ConsoleOnly              //
)

// permissionTexts complete the sentence "NAME is for ...".
var permissionTexts = [...]string{"everyone", "what is your own", "operators", "the server's console"}

// String completes the sentence "NAME is for ...".
func (p Permission) String() string { return permissionTexts[min(int(p), len(permissionTexts)-1)] }

// Allows reports whether a rank may give a command. For OwnerOnly the handler also judges the arguments.
func (p Permission) Allows(r Rank) bool {
	switch p {
	case Everyone, OwnerOnly:
		return true
	case OperatorsOnly:
		return r >= Operator
	}
	return r >= Console
}

// Command is a row of the table.
type Command struct {
	Name       string
	Aliases    []string
	Forms      [][]Arg // the argument lists that the command takes; the first that fits counts
	Permission Permission
	Help       string // one sentence
	Private    bool   // its line is for one player alone, so no log has it
	Local      bool   // the game's client itself does it and sends no line; a server that is asked says so
	Persistent bool   // it changes what the store keeps, so it is refused while the store is read-only
	Group      string // the name by which an entry of a role gives it together with others; "" for none
}

// Call is a command with the arguments that were given.
type Call struct {
	Command *Command
	Form    []Arg   // the arguments that were given, of the form that fitted
	Values  []Value // one for each argument of Form
}

// Get returns the value that was given for an argument, the zero Value if none was.
func (c *Call) Get(name string) Value {
	for i := range c.Form {
		if c.Form[i].Name == name {
			return c.Values[i]
		}
	}
	return Value{}
}
