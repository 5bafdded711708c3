package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/face/workbench"
)

// defaultListen is the default address of the workbench.
const defaultListen = "127.0.0.1:7357"

// leastToken is the minimum length of a token.
const leastToken = 16

// serveFlags are the flags of serve.
type serveFlags struct {
	listen, token, memory string
	allowExec             bool
}

// serveCommand returns the command that serves the workbench.
func serveCommand() *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve [FOLDER]",
		Short: "Serve the web workbench for the models of a folder",
		Long: "Serve lets you look at the models of a folder in a browser, edit them, start analyses and see their results. The folder\n" +
			"is the current one if none is named. Only this machine can reach the server, unless --listen names another address;\n" +
			"then a token is needed, which is part of the address that is printed. Ctrl-C cancels all runs and ends the server.",
		Example: "  sextant serve examples\n  sextant serve --allow-exec --listen 0.0.0.0:7357",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return f.serve(c, args) },
	}
	c.Flags().StringVar(&f.listen, "listen", defaultListen, "address to listen at; port 0 is any free one")
	c.Flags().StringVar(&f.token, "token", "", "text that requests must have; made by chance if another machine can reach the address")
	c.Flags().StringVar(&f.memory, "memory", "", "memory limit of the runs together, such as 512MB or 2GB, without the memory of solvers; by default half of the free memory")
	c.Flags().BoolVar(&f.allowExec, "allow-exec", false, "let runs execute the programs of externs and reach systems under test")
	return c
}

func (f *serveFlags) serve(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		if err := os.Chdir(args[0]); err != nil {
			return err
		}
	}
	limit, err := f.memoryLimit()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", f.listen)
	if err != nil {
		return fmt.Errorf("--listen %s: %w; another address is 127.0.0.1:0, with any free port", f.listen, err)
	}
	defer listener.Close()
	if err := f.settleToken(listener.Addr()); err != nil {
		return err
	}
	note := func(text string) { fmt.Fprintln(c.ErrOrStderr(), "note: "+text) }
	s, err := workbench.New(workbench.Options{Address: f.listen, Token: f.token, Memory: limit, AllowExec: f.allowExec, Version: version, Note: note})
	if err != nil {
		return err
	}
	f.greet(c, listener.Addr())
	return s.Serve(c.Context(), listener)
}

// memoryLimit returns the limit for the memory of runs; 0 if none is given.
func (f *serveFlags) memoryLimit() (memory.Size, error) {
	if f.memory == "" {
		return 0, nil
	}
	limit, err := memory.Parse(f.memory)
	if err == nil && limit < memory.Least {
		err = errors.New("write at least 16MB")
	}
	if err != nil {
		return 0, fmt.Errorf("--memory %q: %w", f.memory, err)
	}
	return limit, nil
}

// settleToken creates a token if others can reach the address and none is given.
func (f *serveFlags) settleToken(at net.Addr) error {
	if f.token != "" && len(f.token) < leastToken {
		return fmt.Errorf("--token is too short: write at least %d characters", leastToken)
	}
	tcp, ok := at.(*net.TCPAddr)
	if !ok {
		return errors.New("--listen must be an address of TCP, as in 127.0.0.1:7357")
	}
	if f.token == "" && !tcp.IP.IsLoopback() {
		f.token = rand.Text()
	}
	return nil
}

// greet prints the address of the workbench.
func (f *serveFlags) greet(c *cobra.Command, at net.Addr) {
	host, port, _ := net.SplitHostPort(at.String())
	if named, _, err := net.SplitHostPort(f.listen); err == nil && named != "" {
		host = named
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	address := "http://" + net.JoinHostPort(host, port) + "/"
	if f.token != "" {
		address += "?token=" + f.token
	}
	folder, err := os.Getwd()
	if err != nil {
		folder = "."
	}
	fmt.Fprintf(c.OutOrStdout(), "workbench of %s: %s\n", text.Clean(filepath.Base(folder)), address)
}
