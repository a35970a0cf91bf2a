// Pages of one person: what their loaders do with a visitor.

import { data, redirect } from 'react-router'
import type { Result } from '#web/api/result.ts'
import { accountLink } from './safe-redirect.ts'

/** The value; a visitor is sent to log in and comes back, any other refusal is an error page. */
export function valueForUser<Value>(result: Result<Value>, url: URL): Value {
  if (result.ok) return result.value
  if (result.status === 401) throw redirectToLogin(url)
  throw data(result, { status: result.status })
}

export function redirectToLogin({ pathname, search }: URL): Response {
  return redirect(accountLink('/login', pathname + search))
}

/** The page to go to once logged in, from the query of the login or register page. */
export function redirectTo(url: URL): string | null {
  return url.searchParams.get('next')
}
