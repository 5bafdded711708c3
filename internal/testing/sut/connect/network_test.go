package connect

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/carrier"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// accept answers the connections of a listener.
func accept(t testing.TB, listener net.Listener, system testkit.Behaviour) {
	t.Helper()
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				system(bufio.NewReader(c), c)
			}()
		}
	}()
}

// TestUnix: a server at a path of the file system.
func TestUnix(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Skip(err)
	}
	accept(t, listener, porter)
	model := load(t, door)
	a := open(t, model, "unix:"+path, doorText, "")
	if got := exchanged(t, a, message(t, model, sts.Input, "knock"), patience); got != "answer(1)" {
		t.Error(got)
	}
	if got := answered(t, a, message(t, model, sts.Input, "quit"), patience); got != "bye()" {
		t.Error(got)
	}
	gone := open(t, model, "unix:"+path+"x", doorText, "")
	if err := gone.Reset(t.Context()); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Error(err)
	}
	if _, err := Open(model, "unix:", Options{}); err == nil || !strings.Contains(err.Error(), "write its path") {
		t.Error(err)
	}
}

// TestUDP: a datagram is a message, whatever it has in it; an empty one too.
func TestUDP(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, store)
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	go func() {
		buffer := make([]byte, 1<<16)
		for {
			n, from, err := server.ReadFrom(buffer)
			if err != nil {
				return
			}
			_, _ = server.WriteTo(buffer[:n], from)
		}
	}()
	mapping := "inputs.put.text = '{#key} {key}{value}'\ninputs.get.text = '{key}'\noutputs.value.text = '{#key} {key}{value}'\noutputs.ok.text = 'OK {n}'\noutputs.none.text = ''\n"
	a := open(t, model, "udp:"+server.LocalAddr().String(), mapping, "")
	for _, test := range []struct{ key, value string }{{"a\r\nb", "c\x00\n"}, {"", ""}, {"k", strings.Repeat("x", 9000)}} {
		want := message(t, model, sts.Output, "value", test.key, test.value).String()
		if got := exchanged(t, a, message(t, model, sts.Input, "put", test.key, test.value), patience); got != want {
			t.Errorf("%.100s, want %.100s", got, want)
		}
	}
	if got := answered(t, a, message(t, model, sts.Input, "get", ""), patience); got != "none()" {
		t.Error(got)
	}
	if err := sut.Carries(a, message(t, model, sts.Input, "get", strings.Repeat("x", carrier.MaxDatagram+1))); err == nil || !strings.Contains(err.Error(), "a datagram has at most 65507 bytes") {
		t.Error(err)
	}
}

// TestUDPWithoutServer: that nobody listens is noticed.
func TestUDPWithoutServer(t *testing.T) {
	model := load(t, store)
	closed, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	mapping := "inputs.put.text = '{key} {value}'\ninputs.get.text = '{key}'\noutputs.value.text = '{key} {value}'\noutputs.ok.text = 'OK {n}'\noutputs.none.text = ''\n"
	a := open(t, model, "udp:"+closed.LocalAddr().String(), mapping, "")
	if got := exchanged(t, a, message(t, model, sts.Input, "get", "a"), patience); !strings.Contains(got, "nothing listens on its port") {
		t.Error(got)
	}
}

// authority makes certificates.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	folder      string
}

func newAuthority(t testing.TB) *authority {
	t.Helper()
	a := &authority{folder: t.TempDir()}
	a.certificate, a.key = a.issue(t, "ca", nil)
	return a
}

// issue makes a certificate with its key, and writes them to NAME.pem and NAME.key.
func (a *authority) issue(t testing.TB, name string, names []string) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: names, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: a.key == nil, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	parent, signer := template, key
	if a.key != nil {
		parent, signer = a.certificate, a.key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(a.folder, name+".pem"), string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	writeFile(t, filepath.Join(a.folder, name+".key"), string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: private})))
	return certificate, key
}

// serverConfig is that of a server with a certificate for one name, which wants one of the client too.
func (a *authority) serverConfig(t testing.TB, name string) *tls.Config {
	t.Helper()
	a.issue(t, "server", []string{name})
	own, err := tls.LoadX509KeyPair(filepath.Join(a.folder, "server.pem"), filepath.Join(a.folder, "server.key"))
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(a.certificate)
	return &tls.Config{Certificates: []tls.Certificate{own}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool}
}

// mappingIn reads a mapping that stands in a folder.
func mappingIn(t testing.TB, folder, text string) *Mapping {
	t.Helper()
	m, err := ParseMapping(filepath.Join(folder, "map.toml"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestGivenAuthority: a server with a certificate of an authority that the mapping names, and that wants one of us, over all that has TLS.
func TestGivenAuthority(t *testing.T) {
	testkit.NothingLeft(t)
	ca := newAuthority(t)
	ca.issue(t, "client", nil)
	config := ca.serverConfig(t, "door.example")
	listener, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	accept(t, listener, porter)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /knock", func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "ANSWER 1") })
	mux.HandleFunc("/ws", func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer c.CloseNow()
		_, _, _ = c.Read(r.Context())
		_ = c.Write(r.Context(), websocket.MessageText, []byte("ANSWER 1"))
	})
	web := httptest.NewUnstartedServer(mux)
	web.TLS, web.Config.ErrorLog = config, quietLog()
	web.StartTLS()
	defer web.Close()
	model := load(t, door)
	settings := "tls.ca = 'ca.pem'\ntls.name = 'door.example'\ntls.certificate = 'client.pem'\ntls.key = 'client.key'\n"
	requests := "inputs.knock.request = 'POST /knock'\ninputs.quit.request = 'GET /'\ninputs.enter.request = 'GET /'\ninputs.leave.request = 'GET /'\ninputs.finish.request = 'GET /'\n" +
		"outputs.answer.text = 'ANSWER {n}'\noutputs.bye.status = 500\noutputs.exit.text = 'x{code}'\noutputs.hello.text = 'y{id}'\n"
	for _, test := range []struct{ address, mapping string }{
		{"tls:" + listener.Addr().String(), doorText},
		{strings.Replace(web.URL, "https", "wss", 1) + "/ws", doorText},
		{web.URL, requests},
	} {
		options := Options{Mapping: mappingIn(t, ca.folder, settings+test.mapping)}
		untrusting := Options{Mapping: mappingIn(t, ca.folder, "tls.name = 'door.example'\n"+test.mapping)}
		unnamed := Options{Mapping: mappingIn(t, ca.folder, strings.Replace(settings, "tls.name = 'door.example'\n", "", 1)+test.mapping)}
		if test.mapping == requests {
			options.Reset, untrusting.Reset, unnamed.Reset = sut.NoReset, sut.NoReset, sut.NoReset
		}
		for want, options := range map[string]Options{"answer(1)": options, "signed by unknown authority": untrusting, "doesn't contain any IP SANs": unnamed} {
			a, err := Open(model, test.address, options)
			if err != nil {
				t.Fatal(err)
			}
			if got := exchanged(t, a, message(t, model, sts.Input, "knock"), patience); !strings.Contains(got, want) {
				t.Errorf("%s: %s, want %s", test.address, got, want)
			}
			a.Close()
		}
	}
}

func TestTLSErrors(t *testing.T) {
	ca := newAuthority(t)
	writeFile(t, filepath.Join(ca.folder, "empty"), "")
	for _, test := range []struct{ address, mapping, want string }{
		{"tcp:localhost:1", "tls.ca = 'ca.pem'", "map.toml:1:1: tls: there is no TLS at this address"},
		{"tls:localhost:1", "tls.ca = 'none.pem'", "map.toml:1:1: tls.ca: it cannot be read"},
		{"tls:localhost:1", "tls.ca = 'empty'", "empty has no certificate in PEM"},
		{"tls:localhost:1", "tls.certificate = 'ca.pem'", "certificate and key belong together"},
		{"tls:localhost:1", "tls.certificate = 'ca.pem'\ntls.key = 'ca.pem'", "map.toml:1:1: tls.certificate: tls: "},
	} {
		_, err := Open(load(t, lamp), test.address, Options{Mapping: mappingIn(t, ca.folder, test.mapping)})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.mapping, err, test.want)
		}
	}
}

// TestNoTLS: a server that does not speak TLS, and one that breaks off.
func TestNoTLS(t *testing.T) {
	model := load(t, lamp)
	for name, system := range map[string]testkit.Behaviour{"text": func(in *bufio.Reader, out io.Writer) { _, _ = io.WriteString(out, "hello, this is no TLS at all\n") }, "end": func(*bufio.Reader, io.Writer) {}} {
		a := open(t, model, "tls:"+testkit.Serve(t, system), "", "")
		if err := a.Reset(t.Context()); err == nil || !strings.Contains(err.Error(), "the system under test cannot be reached") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
