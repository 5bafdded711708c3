// The address of a view is the part of the location behind #, so that a page that is opened from disk has addresses, too.

export function parseRoute(hash) {
  const parts = hash.replace(/^#\/?/, '').split('/').filter((p) => p !== '')
  return parts.map((p) => {
    try {
      return decodeURIComponent(p)
    } catch {
      return p
    }
  })
}

export const routeTo = (...parts) => '#/' + parts.map((p) => encodeURIComponent(p)).join('/')

// stay changes the address without going there: it says where one is.
export function stay(...parts) {
  history.replaceState(null, '', routeTo(...parts))
}

export function go(...parts) {
  location.hash = routeTo(...parts)
}
