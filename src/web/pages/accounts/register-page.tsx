import { redirect } from 'react-router'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { homePath, privacyPath, termsPath } from '#rules/page-paths.ts'
import { getIdAndRole, register } from '#contracts/accounts/accounts.ts'
import { openRoles, type OpenRole } from '#rules/permissions.ts'
import { productName } from '#rules/product.ts'
import { AccountForm } from '#web/accounts/account-form.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { formText } from '#web/forms/form-text.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { redirectTo } from '#web/accounts/login-redirects.ts'
import { safeRedirect, withSuccess } from '#web/accounts/safe-redirect.ts'
import { changingSession } from '#web/accounts/session-store.ts'
import { WaitingCart } from '#web/cart/waiting-cart.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PasswordField, RadioCards, TextField } from '#web/forms/field.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/register-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'Open an account',
    description: `Buy backing tracks on ${productName}, or sell your own.`,
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id } = await context.get(apiContext).load(getIdAndRole, {})
  if (id !== null) throw redirect(safeRedirect(redirectTo(url)))
  const wanted = url.searchParams.get('role')
  return { role: wanted === 'artist' ? wanted : 'customer' }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const role = roleOf(form)
  const sent = await submitForm(context.get(apiContext), register, form, {
    input: { role },
    // Errors that only the server can detect are shown at their field.
    fieldOfCode: { email_taken: 'email', username_taken: 'username', password_common: 'password' },
  })
  if (sent.ok) throw redirect(pageAfterRegistration(role, redirectTo(url)))
  return sent.refusal
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return changingSession(() => orNetworkError(serverAction))
}

/** A form can request only an open role. */
function roleOf(form: FormData): OpenRole {
  const wanted = formText(form, 'role')
  return openRoles.find((role) => role === wanted) ?? 'customer'
}

function pageAfterRegistration(role: OpenRole, next: string | null): string {
  const home = role === 'artist' ? artistDashboardPath() : homePath
  return withSuccess(safeRedirect(next, home), `${role}_registered`)
}

export default function RegisterPage({ actionData, loaderData }: Route.ComponentProps) {
  const fields = formFields<typeof register>(actionData?.refused, {
    role: loaderData.role,
    ...actionData?.typed,
  })
  return (
    <AccountForm
      title="Open an account"
      refused={actionData?.refused}
      submit="Open my account"
      submitting="Opening your account…"
      other={{ question: 'Have one already?', page: 'login', label: 'Log in' }}
      before={<WaitingCart />}
    >
      <RadioCards
        {...fields.required('role')}
        legend={`How will you use ${productName}?`}
        options={[
          {
            value: 'customer',
            label: 'I sing',
            hint: 'Find a track in your key, buy it, keep it.',
          },
          { value: 'artist', label: 'I record', hint: 'Sell what you played. You can buy, too.' },
        ]}
      />
      <TextField {...fields.required('email')} label="Email" type="email" autoComplete="email" />
      <TextField
        {...fields.required('username')}
        label="Username"
        autoComplete="nickname"
        hint="Others see it beside your tracks and comments."
      />
      <PasswordField
        {...fields.required('password')}
        label="Password"
        autoComplete="new-password"
        hint="At least 10 characters; a few words in a row are easy to remember."
      />
      <p className="detail">
        By opening an account you accept the{' '}
        <PageLink href={termsPath} target="_blank">
          terms
        </PageLink>
        . The{' '}
        <PageLink href={privacyPath} target="_blank">
          privacy policy
        </PageLink>{' '}
        says what we store. Both open in a new tab.
      </p>
    </AccountForm>
  )
}
