package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/base/diag/listing"
	"github.com/sextant-mbt/sextant/internal/jobs/starter"
)

// initFlags are the flags of init.
type initFlags struct{ openapi, tcp, goPackage, name string }

// initCommand returns the command that writes the first files of a project.
func initCommand() *cobra.Command {
	var f initFlags
	c := &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Write a first model, what connects it with a system, and a CI job",
		Long: "Init writes the first files of a project to a folder, or the current one: a model, a mapping of its messages or a Go test, and\n" +
			"a job for GitHub that tests the system. It says what to do next. Files that are there already are never overwritten:\n" +
			"then nothing is written.",
		Example: "  sextant init --openapi openapi.yaml\n  sextant init --tcp localhost:7000 --name shop\n  sextant init --go ./internal/cache",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return f.run(c, append(args, ".")[0]) },
	}
	c.Flags().StringVar(&f.openapi, "openapi", "", "OpenAPI document of a web service")
	c.Flags().StringVar(&f.tcp, "tcp", "", "HOST:PORT of a server that answers lines")
	c.Flags().StringVar(&f.goPackage, "go", "", "folder of a Go package, within the project")
	c.Flags().StringVar(&f.name, "name", "", "name of the model; by default after the document, the package, or server")
	return c
}

func (f *initFlags) run(c *cobra.Command, folder string) error {
	project, err := f.project(folder)
	if document := (*starter.ErrDocument)(nil); errors.As(err, &document) {
		listing.Render(c.ErrOrStderr(), document.List.Sorted(), document.List.Dropped(), isTerminal(c.ErrOrStderr()))
	}
	if err != nil {
		return err
	}
	written, err := project.Write(folder)
	for _, path := range written {
		fmt.Fprintln(c.OutOrStdout(), "wrote "+path)
	}
	if err != nil {
		return err
	}
	for _, note := range project.Notes {
		fmt.Fprintln(c.OutOrStdout(), "note: "+note)
	}
	fmt.Fprintln(c.OutOrStdout(), "next:")
	for _, command := range project.Next {
		fmt.Fprintln(c.OutOrStdout(), "  "+command)
	}
	return nil
}

// project returns the files for the kind of system that the flags name.
func (f *initFlags) project(folder string) (*starter.Project, error) {
	given := 0
	for _, value := range []string{f.openapi, f.tcp, f.goPackage} {
		if value != "" {
			given++
		}
	}
	switch {
	case given != 1:
		return nil, errors.New("name one kind of system: --openapi FILE, --tcp HOST:PORT or --go FOLDER")
	case f.openapi != "":
		return starter.OpenAPI(f.openapi, f.name)
	case f.tcp != "":
		return starter.TCP(f.tcp, f.name)
	}
	return starter.GoPackage(folder, f.goPackage, f.name)
}
