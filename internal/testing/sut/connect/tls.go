package connect

import (
	"crypto/tls"
	"crypto/x509"
	"path/filepath"

	"github.com/sextant-mbt/sextant/internal/base/file"
)

// tlsSettings has the trusted authorities and the client certificate. If nil, the authorities of the machine are trusted.
type tlsSettings struct {
	authorities *x509.CertPool
	own         []tls.Certificate
	serverName  string
}

// config returns the settings for the library. The name of the server is used unless another is set; if empty, the library chooses it.
func (t *tlsSettings) config(name string) *tls.Config {
	out := &tls.Config{ServerName: name, MinVersion: tls.VersionTLS12}
	if t != nil {
		out.RootCAs, out.Certificates = t.authorities, t.own
		if t.serverName != "" {
			out.ServerName = t.serverName
		}
	}
	return out
}

// maxPEM is the size of the largest file with certificates or a key.
const maxPEM = 1 << 20

// tlsSettings reads the files that the mapping names.
func (m *Mapping) tlsSettings(secure bool) (*tlsSettings, error) {
	if m == nil || m.TLS == nil {
		return nil, nil
	}
	rule, out := m.TLS, &tlsSettings{serverName: m.TLS.ServerName}
	switch {
	case !secure:
		return nil, m.errorf("tls", "there is no TLS at this address: write tls:, https:// or wss://, or leave it out")
	case (rule.Certificate == "") != (rule.Key == ""):
		return nil, m.errorf("tls", "certificate and key belong together: write both or none")
	}
	if rule.CA != "" {
		text, err := m.readPEM("tls.ca", rule.CA)
		if err != nil {
			return nil, err
		}
		out.authorities = x509.NewCertPool()
		if !out.authorities.AppendCertsFromPEM(text) {
			return nil, m.errorf("tls.ca", "%s has no certificate in PEM", rule.CA)
		}
	}
	if rule.Certificate == "" {
		return out, nil
	}
	certificate, err := m.readPEM("tls.certificate", rule.Certificate)
	if err != nil {
		return nil, err
	}
	key, err := m.readPEM("tls.key", rule.Key)
	if err != nil {
		return nil, err
	}
	own, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, m.errorf("tls.certificate", "%w", err)
	}
	out.own = []tls.Certificate{own}
	return out, nil
}

// readPEM reads a file, from the folder of the mapping.
func (m *Mapping) readPEM(key, path string) ([]byte, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(m.name), path)
	}
	text, err := file.Read(path, maxPEM)
	if err != nil {
		return nil, m.errorf(key, "it cannot be read: %w", err)
	}
	return text, nil
}
