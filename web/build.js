// Plugins of the build: what they change lets the script stand inside an HTML page.

// plainWasm writes the WebAssembly of viz-js in base64; its package has it as a text with control characters, which HTML does not keep.
export function plainWasm() {
  return {
    name: 'plain-wasm',
    transform(code, id) {
      if (!id.includes('@viz-js/viz')) return null
      const begin = code.indexOf("return binaryDecode('")
      if (begin < 0) this.error('the WebAssembly of viz-js was not found')
      const end = code.indexOf("')}function getBinarySync", begin)
      const text = Function('return ' + code.slice(begin + 'return binaryDecode('.length, end + 1))()
      const bytes = Uint8Array.from(text, (c) => decodeUnit(c.charCodeAt(0)))
      const base64 = Buffer.from(bytes).toString('base64')
      const decode = `return Uint8Array.from(atob("${base64}"),function(c){return c.charCodeAt(0)})`
      return { code: code.slice(0, begin) + decode + code.slice(end + 2), map: null }
    },
  }
}

// decodeUnit undoes the encoding of viz-js: a byte of 0 may stand as 256.
const decodeUnit = (c) => (~c >> 8) & c

// plainText escapes what is not ASCII, and what could end or confuse a script element.
export function plainText() {
  return {
    name: 'plain-text',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeScript(file.code)
    },
  }
}

const escapeScript = (code) =>
  code
    .replace(/[^\x09\x0a\x20-\x7e]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'))
    .replace(/<(?=!--|\/?script)/gi, '\\x3C')
