import { data, redirect } from 'react-router'
import { getIdAndRole, logIn } from '#contracts/accounts.ts'
import { AccountForm } from '#web/account/account-form.tsx'
import { formText } from '#web/account/form-text.ts'
import { LoggedOutNotice } from '#web/account/logged-out-notice.tsx'
import { nextOf } from '#web/account/logged-in.ts'
import { safeNext } from '#web/account/safe-next.ts'
import { session } from '#web/account/session-store.ts'
import { isUnreached, unreached } from '#web/api/unreached.ts'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { errorsByField } from '#web/ui/error-summary.tsx'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import type { Route } from './+types/login-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Log in', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id } = await context.get(apiContext).load(getIdAndRole, {})
  if (id !== null) throw redirect(safeNext(nextOf(url)))
  return null
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const email = formText(form, 'email')
  const password = formText(form, 'password')
  const result = await context.get(apiContext).attempt(logIn, { email, password })
  if (result.ok) throw redirect(safeNext(nextOf(url)))
  return data({ refused: result, email }, { status: result.status })
}

/** In the browser, who is asking may have changed: also when the answer leads elsewhere, which throws. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    // What was typed stays in its fields.
    if (isUnreached(error)) return { refused: unreached, email: undefined }
    throw error
  } finally {
    session.drop()
  }
}

export default function LoginPage({ actionData }: Route.ComponentProps) {
  const errors = errorsByField(actionData?.refused.issues)
  return (
    <AccountForm
      title="Log in"
      refused={actionData?.refused}
      submit="Log in"
      submitting="Logging in…"
      other={{ question: 'New here?', page: '/register', label: 'Open an account' }}
    >
      <LoggedOutNotice />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={actionData?.email}
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
    </AccountForm>
  )
}
