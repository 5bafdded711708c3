package workbench

import (
	"crypto/subtle"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// policy is the Content-Security-Policy of all answers.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src blob:; " +
	"font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard passes only requests from the page of the server, or from programs of the user.
type guard struct {
	next  http.Handler
	token string
	port  string
	named string // the host that the user wrote, in lower case
	any   bool   // the server listens at all addresses
	bound netip.Addr
}

func newGuard(o Options, at net.Addr, next http.Handler) *guard {
	g := &guard{next: next, token: o.Token}
	if tcp, ok := at.(*net.TCPAddr); ok {
		bound := tcp.AddrPort()
		g.bound = bound.Addr().Unmap()
		g.any = g.bound.IsUnspecified()
		_, g.port, _ = net.SplitHostPort(bound.String())
	}
	if host, _, err := net.SplitHostPort(o.Address); err == nil {
		g.named = strings.ToLower(host)
	}
	return g
}

// ServeHTTP rejects requests from other sites and without the token, and passes on all others.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	if err := g.refuse(r); err != nil {
		writeError(w, err)
		return
	}
	if g.token != "" && g.enter(w, r) {
		return
	}
	if r.ContentLength > maxBody {
		h.Set("Connection", "close")
		writeError(w, errTooLarge)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	g.next.ServeHTTP(w, r)
}

// refuse returns an error for a request to a foreign host name or from a foreign site, or for a change that is not JSON.
func (g *guard) refuse(r *http.Request) error {
	if !g.ours(r.Host) {
		return &httpError{http.StatusForbidden, "this server has another address: open it as localhost, or by the address on which it listens"}
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" || !strings.EqualFold(u.Host, r.Host) {
			return &httpError{http.StatusForbidden, "requests from other sites are refused"}
		}
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return &httpError{http.StatusForbidden, "requests from other sites are refused"}
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return nil
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return &httpError{http.StatusUnsupportedMediaType, "a request that changes something needs the Content-Type application/json"}
	}
	return nil
}

// ours reports whether a host is that of the server: the bound address, its name, or localhost. A server that listens on all
// addresses accepts any IP address, but not any name that resolves to it, since an attacker may control the name.
func (g *guard) ours(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"), "80"
	}
	if port != g.port {
		return false
	}
	name = strings.ToLower(name)
	if name == "localhost" || name == g.named && name != "" {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && (g.any || address.Unmap() == g.bound || address.IsLoopback() && g.bound.IsLoopback())
}

// enter answers requests without the right token, and requests with the token in the address, which get a cookie. It reports whether it
// answered.
func (g *guard) enter(w http.ResponseWriter, r *http.Request) bool {
	if r.URL.Path == "/" && r.Method == http.MethodGet && g.right(r.URL.Query().Get("token")) {
		http.SetCookie(w, &http.Cookie{Name: g.cookie(), Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return true
	}
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && g.right(bearer) {
		return false
	}
	if cookie, err := r.Cookie(g.cookie()); err == nil && g.right(cookie.Value) {
		return false
	}
	writeError(w, &httpError{http.StatusUnauthorized, "this server needs its token: open the address that it printed when it was started"})
	return true
}

// cookie returns the name of the cookie, which has the port, since cookies are shared by all ports of a host.
func (g *guard) cookie() string { return "sextant-" + g.port }

func (g *guard) right(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) == 1
}
