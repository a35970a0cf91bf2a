// Where a visitor is sent after logging in: only ever a path of this site.

const ownPath = /^\/(?!\/)[^\\\p{Cc}]*$/u

/** Sending people back to one of these after logging in would lead nowhere, or round in circles. */
const accountPaths = /^\/(?:login|register|logout)(?:[/?#]|$)/

/**
 * `fallback` for anything a browser could take for another site: '//', also once dots are resolved, a backslash, a
 * control character. Encoded as a header needs it.
 */
export function safeRedirect(next: FormDataEntryValue | null | undefined, fallback = '/'): string {
  if (typeof next !== 'string' || next.length > 2000) return fallback
  if (!ownPath.test(next) || accountPaths.test(next) || leavesSite(next)) return fallback
  return next.toWellFormed().replaceAll(/[^\x21-\x7E]/gu, encodeURIComponent)
}

/** '/..//evil.test' is the path '//evil.test', which a browser may follow as an address. */
function leavesSite(path: string): boolean {
  const { origin, pathname } = new URL(path, 'http://own.invalid')
  return origin !== 'http://own.invalid' || pathname.startsWith('//')
}

/** '/login' or '/register', with the way back. The home page needs none. */
export function accountLink(page: '/login' | '/register', next: string): string {
  const back = safeRedirect(next)
  return back === '/' ? page : `${page}?next=${encodeURIComponent(back)}`
}

/** The path with `success`, for the banner, beside whatever query it has. */
export function withSuccess(path: string, success: string): string {
  const [beforeHash = '', hash] = path.split('#', 2)
  const withQuery = `${beforeHash}${beforeHash.includes('?') ? '&' : '?'}success=${success}`
  return hash === undefined ? withQuery : `${withQuery}#${hash}`
}
