import { data } from 'react-router'
import type { Result } from '#web/api/result.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'

/** Others than admins read that there is no such page. */
export function valueForAdmin<Value>(result: Result<Value>, url: URL): Value {
  if (!result.ok && result.code === 'not_allowed') throw data(null, { status: 404 })
  return valueForUser(result, url)
}
