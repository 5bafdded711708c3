// Prints how the grammar divides files: for each file of the command line a JSON line with tokens [line, start, end, scope].
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const require = createRequire(import.meta.url);
const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));

const grammarFile = new URL("../syntaxes/sextant.tmLanguage.json", import.meta.url);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(readFileSync(grammarFile, "utf8"), "sextant.tmLanguage.json"),
});
const grammar = await registry.loadGrammar("source.sextant");

for (const file of process.argv.slice(2)) {
  const tokens = [];
  let state = textmate.INITIAL;
  readFileSync(file, "utf8").split("\n").forEach((line, number) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    for (const t of result.tokens) tokens.push([number, t.startIndex, t.endIndex, t.scopes.slice(1).join(" ")]);
  });
  console.log(JSON.stringify({ file, tokens }));
}
