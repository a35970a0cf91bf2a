import { data, redirect } from 'react-router'
import { getIdAndRole, register } from '#contracts/accounts.ts'
import { openRoles, type OpenRole } from '#rules/permissions.ts'
import { productName } from '#rules/product.ts'
import { invalidInputMessage } from '#rules/refusal.ts'
import { AccountForm } from '#web/accounts/account-form.tsx'
import { formText } from '#web/forms/form-text.ts'
import { redirectTo } from '#web/accounts/logged-in.ts'
import { safeRedirect, withSuccess } from '#web/accounts/safe-redirect.ts'
import { session } from '#web/accounts/session-store.ts'
import type { Refused } from '#web/api/result.ts'
import { isNetworkError, networkError } from '#web/api/network-error.ts'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { errorsByField } from '#web/forms/error-summary.tsx'
import { PasswordField, RadioCards, TextField } from '#web/forms/field.tsx'
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
  const typed = {
    email: formText(form, 'email'),
    username: formText(form, 'username'),
    role: roleOf(form),
  }
  const result = await context
    .get(apiContext)
    .request(register, { ...typed, password: formText(form, 'password') })
  if (result.ok) throw redirect(welcomePage(typed.role, redirectTo(url)))
  return data({ refused: asFieldIssue(result), typed }, { status: result.status })
}

/** The session may have changed in the browser, also when the response is a redirect, which throws. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    // The typed text stays in the fields.
    if (isNetworkError(error)) return { refused: networkError, typed: undefined }
    throw error
  } finally {
    session.invalidate()
  }
}

/** A form can request only an open role. */
function roleOf(form: FormData): OpenRole {
  const wanted = formText(form, 'role')
  return openRoles.find((role) => role === wanted) ?? 'customer'
}

function welcomePage(role: OpenRole, next: string | null): string {
  const home = role === 'artist' ? '/artist-dashboard' : '/'
  return withSuccess(safeRedirect(next, home), `${role}_registered`)
}

const fieldOfCode: Record<string, string> = {
  email_taken: 'email',
  username_taken: 'username',
  password_common: 'password',
}

/** Errors that only the server can detect are shown at their field. */
function asFieldIssue(refused: Refused): Refused {
  const field = fieldOfCode[refused.code]
  if (field === undefined) return refused
  const issues = [{ path: [field], message: refused.message }]
  return { ...refused, message: invalidInputMessage, issues }
}

export default function RegisterPage({ actionData, loaderData }: Route.ComponentProps) {
  const errors = errorsByField(actionData?.refused.issues)
  return (
    <AccountForm
      title="Open an account"
      refused={actionData?.refused}
      submit="Open my account"
      submitting="Opening your account…"
      other={{ question: 'Have one already?', page: '/login', label: 'Log in' }}
    >
      <RadioCards
        legend={`How will you use ${productName}?`}
        name="role"
        defaultValue={actionData?.typed?.role ?? loaderData.role}
        error={errors.role}
        options={[
          {
            value: 'customer',
            label: 'I sing',
            hint: 'Find a track in your key, buy it, keep it.',
          },
          { value: 'artist', label: 'I record', hint: 'Sell what you played. You can buy, too.' },
        ]}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={actionData?.typed?.email}
        error={errors.email}
      />
      <TextField
        label="Username"
        name="username"
        autoComplete="nickname"
        hint="Others see it beside your tracks and comments."
        required
        defaultValue={actionData?.typed?.username}
        error={errors.username}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 10 characters; a few words in a row are easy to remember."
        required
        error={errors.password}
      />
    </AccountForm>
  )
}
