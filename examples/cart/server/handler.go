package main

import (
	"encoding/json"
	"errors"
	"net/http"
)

// handler serves one cart.
func handler(fault string) http.Handler {
	c := newCart(fault)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /reset", c.serve(func(*http.Request) (any, error) { c.clear(); return nil, nil }))
	mux.HandleFunc("GET /cart", c.change(func(*http.Request) error { return nil }))
	mux.HandleFunc("POST /cart/items", c.change(func(r *http.Request) error {
		var body struct {
			Product  string
			Quantity int
		}
		if json.NewDecoder(r.Body).Decode(&body) != nil {
			return errQuantity
		}
		return c.add(body.Product, body.Quantity)
	}))
	mux.HandleFunc("DELETE /cart/items/{product}", c.change(func(r *http.Request) error { return c.remove(r.PathValue("product")) }))
	mux.HandleFunc("PUT /cart/coupon", c.change(func(r *http.Request) error {
		var body struct{ Code string }
		if json.NewDecoder(r.Body).Decode(&body) != nil {
			return errCoupon
		}
		return c.redeem(body.Code)
	}))
	mux.HandleFunc("DELETE /cart/coupon", c.change(func(*http.Request) error { c.coupon = nil; return nil }))
	mux.HandleFunc("POST /cart/checkout", c.serve(func(*http.Request) (any, error) {
		return map[string]any{"result": c.checkout()}, nil
	}))
	return mux
}

// change answers a request that may change the cart with the cart.
func (c *cart) change(f func(*http.Request) error) http.HandlerFunc {
	return c.serve(func(r *http.Request) (any, error) {
		err := f(r)
		return c.view(), err
	})
}

// serve answers a request with JSON, or with the status of an error.
func (c *cart) serve(f func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c.Lock()
		defer c.Unlock()
		answer, err := f(r)
		w.Header().Set("Content-Type", "application/json")
		if err != nil {
			w.WriteHeader(statusOf(err))
			answer = map[string]string{"error": err.Error()}
		}
		_ = json.NewEncoder(w).Encode(answer) // the client may have disconnected
	}
}

func statusOf(err error) int {
	if errors.Is(err, errProduct) || errors.Is(err, errAbsent) {
		return http.StatusNotFound
	}
	return http.StatusUnprocessableEntity
}
