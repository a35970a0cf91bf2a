// Pages that need a user: their loaders redirect a visitor to the login page.

import { data, redirect } from 'react-router'
import type { Result } from '#web/api/result.ts'
import { accountLink } from './safe-redirect.ts'

/** The value. A 401 redirects to the login page, which redirects back; any other refusal becomes an error page. */
export function valueForUser<Value>(result: Result<Value>, url: URL): Value {
  if (result.ok) return result.value
  if (result.status === 401) throw redirectToLogin(url)
  throw data(result, { status: result.status })
}

export function redirectToLogin({ pathname, search }: URL): Response {
  return redirect(accountLink('login', pathname + search))
}

/** The page to go to once logged in, from the query of the login or register page. */
export function redirectTo(url: URL): string | null {
  return url.searchParams.get('next')
}
