package main

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// ask sends requests to a cart, each as "METHOD PATH BODY", and returns the last answer.
func ask(fault string, requests ...string) string {
	h := handler(fault)
	var answer string
	for _, r := range requests {
		words := strings.SplitN(r, " ", 3)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(words[0], words[1], strings.NewReader(strings.Join(words[2:], ""))))
		answer = strings.TrimSpace(w.Body.String())
	}
	return answer
}

const (
	apples = `POST /cart/items {"product": "apple", "quantity": 2}`
	wine   = `POST /cart/items {"product": "wine", "quantity": 1}`
	bread  = `POST /cart/items {"product": "bread", "quantity": 4}`
	cheese = `POST /cart/items {"product": "cheese", "quantity": 1}`
	save   = `PUT /cart/coupon {"code": "SAVE10"}`
	pay    = "POST /cart/checkout"
	show   = "GET /cart"
)

func TestCart(t *testing.T) {
	tests := []struct {
		name, fault string
		requests    []string
		want        string
	}{
		{"empty", "", []string{show}, `{"items":{},"coupon":null,"total":0}`},
		{"sum", "", []string{apples, apples}, `{"items":{"apple":4},"coupon":null,"total":140}`},
		{"replace", "replace", []string{apples, apples}, `{"items":{"apple":2},"coupon":null,"total":70}`},
		{"remove", "", []string{apples, wine, "DELETE /cart/items/apple"}, `{"items":{"wine":1},"coupon":null,"total":1199}`},
		{"ghost", "ghost", []string{apples, wine, "DELETE /cart/items/apple"}, `{"items":{"apple":0,"wine":1},"coupon":null,"total":1199}`},
		{"coupon", "", []string{wine, save}, `{"items":{"wine":1},"coupon":"SAVE10","total":1080}`},
		{"round", "round", []string{wine, save}, `{"items":{"wine":1},"coupon":"SAVE10","total":1079}`},
		{"nothing", "", []string{pay}, `{"result":"nothing"}`},
		{"short", "", []string{apples, pay}, `{"result":{"short":{"missing":930}}}`},
		{"paid", "", []string{wine, apples, pay}, `{"result":{"paid":{"cents":1269,"lines":[{"product":"apple","quantity":2,"cents":70},{"product":"wine","quantity":1,"cents":1199}]}}}`},
		{"order", "order", []string{wine, apples, pay}, `{"result":{"paid":{"cents":1269,"lines":[{"product":"wine","quantity":1,"cents":1199},{"product":"apple","quantity":2,"cents":70}]}}}`},
		{"after it", "", []string{wine, save, pay, show}, `{"items":{},"coupon":null,"total":0}`},
		{"sticky", "sticky", []string{wine, save, pay, show}, `{"items":{},"coupon":"SAVE10","total":0}`},
		{"just enough", "", []string{bread, pay}, `{"result":{"paid":{"cents":1000,"lines":[{"product":"bread","quantity":4,"cents":1000}]}}}`},
		{"minimum", "minimum", []string{bread, pay}, `{"result":{"short":{"missing":0}}}`},
		{"all products", "", []string{apples, bread, cheese, wine}, `{"items":{"apple":2,"bread":4,"cheese":1,"wine":1},"coupon":null,"total":2689}`},
		{"last", "last", []string{apples, bread, cheese, wine}, `{"items":{"apple":2,"bread":4,"cheese":1,"wine":1},"coupon":null,"total":1490}`},
		{"unknown product", "", []string{`POST /cart/items {"product": "beer", "quantity": 2}`}, `{"error":"there is no such product"}`},
		{"no piece", "", []string{`POST /cart/items {"product": "wine", "quantity": 0}`}, `{"error":"there can be 1 to 99 pieces of a product"}`},
		{"no JSON", "", []string{"POST /cart/items wine"}, `{"error":"there can be 1 to 99 pieces of a product"}`},
		{"unknown coupon", "", []string{save, `PUT /cart/coupon {"code": "X"}`, show}, `{"items":{},"coupon":"SAVE10","total":0}`},
		{"coupon lost", "coupon", []string{save, `PUT /cart/coupon {"code": "X"}`, show}, `{"items":{},"coupon":null,"total":0}`},
		{"withdrawn", "", []string{save, "DELETE /cart/coupon"}, `{"items":{},"coupon":null,"total":0}`},
		{"reset", "", []string{wine, save, "POST /reset", show}, `{"items":{},"coupon":null,"total":0}`},
	}
	for _, test := range tests {
		if got := ask(test.fault, test.requests...); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
