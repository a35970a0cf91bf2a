import { Form, redirect, useNavigation } from 'react-router'
import { forgottenPasswordPath, loginPath } from '#rules/page-paths.ts'
import { resetPassword } from '#contracts/accounts/email-links.ts'
import { LinkPage } from '#web/accounts/link-page.tsx'
import { withSuccess } from '#web/accounts/safe-redirect.ts'
import { changingSession } from '#web/accounts/session-store.ts'
import { apiContext } from '#web/api/contexts.ts'
import { PasswordField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/reset-password-page.ts'

const title = 'Choose a new password'

export const meta: Route.MetaFunction = () => pageMeta({ title, mayBeIndexed: false })

export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get('token') ?? '' }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const sent = await submitForm(context.get(apiContext), resetPassword, form, {
    fieldOfCode: { password_common: 'password' },
  })
  if (sent.ok) throw redirect(withSuccess(loginPath(), 'password_changed'))
  return sent.refusal
}

/** All sessions have ended, this browser's too. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return changingSession(() => orNetworkError(serverAction))
}

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === 'submitting'
  const refused = actionData?.refused ?? null
  const fields = formFields<typeof resetPassword>(refused)
  return (
    <LinkPage title={title} lead="You are logged out on all devices, and log in with the new one.">
      <Form method="post" noValidate className="fields">
        <input type="hidden" name="token" value={loaderData.token} />
        <FormBody form={{ refused, isPending }} submit="Save the password" submitting="Saving…">
          {refused?.code === 'link_expired' && (
            <p>
              <PageLink href={forgottenPasswordPath}>Ask for a new link</PageLink>
            </p>
          )}
          <PasswordField
            {...fields.required('password')}
            label="New password"
            autoComplete="new-password"
            hint="At least 10 characters; a few words in a row are easy to remember."
          />
        </FormBody>
      </Form>
    </LinkPage>
  )
}
