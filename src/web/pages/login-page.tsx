import { data, redirect } from 'react-router'
import { getIdAndRole, logIn } from '#contracts/accounts.ts'
import { AccountForm } from '#web/accounts/account-form.tsx'
import { formText } from '#web/forms/form-text.ts'
import { LoggedOutNotice } from '#web/accounts/logged-out-notice.tsx'
import { redirectTo } from '#web/accounts/logged-in.ts'
import { safeRedirect } from '#web/accounts/safe-redirect.ts'
import { session } from '#web/accounts/session-store.ts'
import { isNetworkError, networkError } from '#web/api/network-error.ts'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { errorsByField } from '#web/forms/error-summary.tsx'
import { PasswordField, TextField } from '#web/forms/field.tsx'
import type { Route } from './+types/login-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Log in', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id } = await context.get(apiContext).load(getIdAndRole, {})
  if (id !== null) throw redirect(safeRedirect(redirectTo(url)))
  return null
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const email = formText(form, 'email')
  const password = formText(form, 'password')
  const result = await context.get(apiContext).request(logIn, { email, password })
  if (result.ok) throw redirect(safeRedirect(redirectTo(url)))
  return data({ refused: result, email }, { status: result.status })
}

/** The session may have changed in the browser, also when the response is a redirect, which throws. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    // The typed text stays in the fields.
    if (isNetworkError(error)) return { refused: networkError, email: undefined }
    throw error
  } finally {
    session.invalidate()
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
