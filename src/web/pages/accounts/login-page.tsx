import { redirect, useSearchParams } from 'react-router'
import { forgottenPasswordPath, loginCodePath, pageRoutes } from '#rules/page-paths.ts'
import { getIdAndRole, logIn } from '#contracts/accounts/accounts.ts'
import { loginMessages } from '#web/accounts/login-messages.ts'
import { AccountForm } from '#web/accounts/account-form.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { LoggedOutNotice } from '#web/accounts/logged-out-notice.tsx'
import { redirectTo } from '#web/accounts/login-redirects.ts'
import { safeRedirect } from '#web/accounts/safe-redirect.ts'
import { changingSession } from '#web/accounts/session-store.ts'
import { WaitingCart } from '#web/cart/waiting-cart.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PasswordField, TextField } from '#web/forms/field.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/login-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Log in', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id } = await context.get(apiContext).load(getIdAndRole, {})
  if (id !== null) throw redirect(safeRedirect(redirectTo(url)))
  return null
}

/** Pages that send a visitor here; on every other page it is the visitor who presses the link. */
const pagesOfUsers = [
  pageRoutes.myTracks,
  pageRoutes.receipts,
  pageRoutes.notifications,
  pageRoutes.following,
  pageRoutes.settings,
  pageRoutes.artistDashboard,
  pageRoutes.admin,
]

export async function action({ context, request, url }: Route.ActionArgs) {
  const sent = await submitForm(context.get(apiContext), logIn, await request.formData())
  const next = safeRedirect(redirectTo(url))
  if (sent.ok) throw redirect(next)
  if (sent.refusal.data.refused.code === 'two_factor_needed') {
    throw redirect(loginCodePath({ redirectTo: next }))
  }
  return sent.refusal
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return changingSession(() => orNetworkError(serverAction))
}

export default function LoginPage({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const next = safeRedirect(params.get('next'))
  const isNeeded = pagesOfUsers.some((page) => next.startsWith(page))
  const fields = formFields<typeof logIn>(actionData?.refused, actionData?.typed)
  return (
    <AccountForm
      title="Log in"
      refused={actionData?.refused}
      submit="Log in"
      submitting="Logging in…"
      other={{ question: 'New here?', page: 'register', label: 'Open an account' }}
      before={<WaitingCart />}
    >
      <LoggedOutNotice />
      {isNeeded && <p>{loginMessages.logInForPage}</p>}
      <TextField {...fields.required('email')} label="Email" type="email" autoComplete="username" />
      <PasswordField
        {...fields.required('password')}
        label="Password"
        autoComplete="current-password"
      />
      <p>
        <PageLink href={forgottenPasswordPath}>Forgotten your password?</PageLink>
      </p>
    </AccountForm>
  )
}
