// The redirect target after a login: always a path of this site.

import { homePath, loginPath, pageRoutes, registerPath } from '#rules/page-paths.ts'

const localPath = /^\/(?!\/)[^\\\p{Cc}]*$/u

/** A redirect to one of these after a login would have no effect or would loop. */
const accountPages = [pageRoutes.login, pageRoutes.register, pageRoutes.logout]
const accountPaths = new RegExp(`^(?:${accountPages.join('|')})(?:[/?#]|$)`)

/**
 * Returns `fallback` for a path that a browser could read as another site: '//', also after dots are resolved, a
 * backslash, a control character. The result is encoded for a header.
 */
export function safeRedirect(
  next: FormDataEntryValue | null | undefined,
  fallback: string = homePath,
): string {
  if (typeof next !== 'string' || next.length > 2000) return fallback
  if (!localPath.test(next) || accountPaths.test(next) || leavesSite(next)) return fallback
  return next.toWellFormed().replaceAll(/[^\x21-\x7E]/gu, encodeURIComponent)
}

/** '/..//evil.test' resolves to '//evil.test', which a browser may follow as another host. */
function leavesSite(path: string): boolean {
  const { origin, pathname } = new URL(path, 'http://own.invalid')
  return origin !== 'http://own.invalid' || pathname.startsWith('//')
}

/** The path of the log-in or registration page, with the path to return to. */
export function accountLink(page: 'login' | 'register', next: string): string {
  const redirectTo = safeRedirect(next)
  return page === 'login' ? loginPath({ redirectTo }) : registerPath({ redirectTo })
}

/** Adds the `success` parameter, which the banner reads, to the path's query. */
export function withSuccess(path: string, success: string): string {
  const [beforeHash = '', hash] = path.split('#', 2)
  const withQuery = `${beforeHash}${beforeHash.includes('?') ? '&' : '?'}success=${success}`
  return hash === undefined ? withQuery : `${withQuery}#${hash}`
}
