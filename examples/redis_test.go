package examples

import (
	"strconv"
	"testing"
)

var redis = target{
	model:   "redis/redis.sxt",
	adapter: "./redis/resp",
	program: "redis-server",
	config: func(_ *testing.T, folder string, port int) []string {
		return []string{"--port", strconv.Itoa(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder}
	},
}

func TestRedis(t *testing.T) { redis.test(t, redisScenarios) }

var redisScenarios = []scenario{
	{"changes of others are not noticed", `[{"channel": "watch"}, {"channel": "otherSet", "payload": [1]}, {"channel": "multi"}, {"channel": "exec"}]`,
		"if watched == none then none else touched", "watched", "the system sent nullArray()"},
	{"changes of one's own are not noticed", `[{"channel": "watch"}, {"channel": "setWord"}, {"channel": "multi"}, {"channel": "exec"}]`,
		"do kind := word; watched := touch()", "do kind := word", "the system sent nullArray()"},
	{"a nested MULTI aborts", `[{"channel": "multi"}, {"channel": "multi"}, {"channel": "exec"}]`,
		"nested:      queueing -> queueing", "nested: queueing -> broken", "the system sent array(0)"},
	{"WATCH inside MULTI aborts", `[{"channel": "multi"}, {"channel": "watch"}, {"channel": "exec"}]`,
		"watchInside: queueing -> queueing", "watchInside: queueing -> broken", "the system sent array(0)"},
	{"a failure ends the transaction", `[{"channel": "setWord"}, {"channel": "multi"}, {"channel": "incr"}, {"channel": "get"}, {"channel": "exec"}]`,
		"do queue := queue[1:] out error(noInteger)", "do queue := [] out error(noInteger)", `the system sent bulk("abc")`},
	{"a touched key hides a mistake", `[{"channel": "watch"}, {"channel": "otherSet", "payload": [1]}, {"channel": "multi"}, {"channel": "mistake"}, {"channel": "exec"}]`,
		"abort: broken -> direct in exec()", "quiet: broken -> direct in exec() when watched == touched do watched := none out nullArray()\nabort: broken -> direct in exec() when else",
		`the system sent error("EXECABORT`},
	{"EXEC without MULTI forgets WATCH", `[{"channel": "watch"}, {"channel": "exec"}, {"channel": "otherSet", "payload": [1]}, {"channel": "multi"}, {"channel": "exec"}]`,
		`in exec() out error("ERR EXEC`, `in exec() do watched := none out error("ERR EXEC`, "the system sent nullArray()"},
	{"UNWATCH inside MULTI acts at once", `[{"channel": "watch"}, {"channel": "otherSet", "payload": [1]}, {"channel": "multi"}, {"channel": "unwatch"}, {"channel": "exec"}]`,
		"do queue := queue + [UNWATCH]", "do watched := none; queue := queue + [UNWATCH]", "the system sent nullArray()"},
}
