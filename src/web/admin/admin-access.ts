import { data, redirect } from 'react-router'
import { securityPath } from '#rules/page-paths.ts'
import type { Result } from '#web/api/result.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'

/** Others than admins read that there is no such page. An admin without a second factor is sent to turn it on, and comes back. */
export function valueForAdmin<Value>(result: Result<Value>, url: URL): Value {
  if (!result.ok && result.code === 'not_allowed') throw data(null, { status: 404 })
  if (!result.ok && result.code === 'two_factor_required')
    throw redirect(securityPath({ redirectTo: url.pathname + url.search }))
  return valueForUser(result, url)
}
