package main

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"voxtide/settings"
)

// optionValues are the flags of options that were given: arguments by the option's name. They win over the file.
type optionValues map[string]string

// apply sets the options that were given.
func (v optionValues) apply(c *settings.Client) {
	for i := range settings.Options { // in order: a preset comes before the values that it sets
		o := &settings.Options[i]
		if argument, given := v[o.Name]; given {
			o.Set(c, argument)
		}
	}
}

// check returns an error for the first argument that its option may not have.
func (v optionValues) check() error {
	for i := range settings.Options {
		o := &settings.Options[i]
		if argument, given := v[o.Name]; given && !o.Set(&settings.Client{}, argument) {
			return fmt.Errorf("--%s is %.40q, not %s", flagName(o), argument, o.Bounds())
		}
	}
	return nil
}

// checkMethod returns an error if the options given choose no method.
func (v optionValues) checkMethod() error {
	for _, name := range []string{"strategy", "others", "draw"} {
		if _, given := v[name]; !given {
			continue
		}
		if _, err := methodOf(&settings.Client{Strategy: v["strategy"], Others: v["others"], Draw: v["draw"]}); err != nil {
			return fmt.Errorf("--%s: %w", name, err)
		}
	}
	return nil
}

// decidesPreset reports whether an option was given of which presets have a say.
func (v optionValues) decidesPreset() bool {
	for i := range settings.Options {
		o := &settings.Options[i]
		if _, given := v[o.Name]; given && (o.Presets != nil || o.Name == "preset") {
			return true
		}
	}
	return false
}

func flagName(o *settings.Option) string { return strings.ReplaceAll(o.Name, "_", "-") }

// optionFlags returns a struct with a flag for each option, as kong reads structs: nil pointers, which kong sets.
func optionFlags() kong.Plugins {
	var fields []reflect.StructField
	for i := range settings.Options {
		o := &settings.Options[i]
		if o.NoFlag {
			continue
		}
		field := reflect.StructField{
			Name: "Option" + strconv.Itoa(i), Type: reflect.TypeFor[*string](),
			Tag: reflect.StructTag(fmt.Sprintf(`name:%q placeholder:"VALUE" help:%q`, flagName(o), o.Describe())),
		}
		if o.Widget() == settings.Toggle {
			field.Type = reflect.TypeFor[*bool]()
			field.Tag += ` negatable:""`
		}
		fields = append(fields, field)
	}
	return kong.Plugins{reflect.New(reflect.StructOf(fields)).Interface()}
}

// optionsGiven returns the options that the command line has set in the struct of optionFlags.
func optionsGiven(flags kong.Plugins) optionValues {
	given := optionValues{}
	for i := range settings.Options {
		f := reflect.ValueOf(flags[0]).Elem().FieldByName("Option" + strconv.Itoa(i))
		if f.IsValid() && !f.IsNil() {
			given[settings.Options[i].Name] = fmt.Sprint(f.Elem())
		}
	}
	return given
}
