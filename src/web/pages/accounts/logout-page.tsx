// A route without a page: the menu's form posts here and is redirected to the home page.

import { redirect } from 'react-router'
import { homePath } from '#rules/page-paths.ts'
import { logOut } from '#contracts/accounts/accounts.ts'
import { apiContext } from '#web/api/contexts.ts'
import type { Route } from './+types/logout-page.ts'

export function loader() {
  return redirect(homePath)
}

export async function action({ context }: Route.ActionArgs) {
  await context.get(apiContext).request(logOut, {})
  return redirect(homePath)
}
