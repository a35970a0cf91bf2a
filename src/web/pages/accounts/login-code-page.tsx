import { Form, redirect, useNavigation } from 'react-router'
import { loginPath } from '#rules/page-paths.ts'
import { logInWithCode } from '#contracts/accounts/two-factor.ts'
import { LinkPage } from '#web/accounts/link-page.tsx'
import { redirectTo } from '#web/accounts/login-redirects.ts'
import { safeRedirect } from '#web/accounts/safe-redirect.ts'
import { changingSession } from '#web/accounts/session-store.ts'
import { apiContext } from '#web/api/contexts.ts'
import { TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/login-code-page.ts'

const title = 'Enter your code'

export const meta: Route.MetaFunction = () => pageMeta({ title, mayBeIndexed: false })

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const sent = await submitForm(context.get(apiContext), logInWithCode, form, {
    fieldOfCode: { wrong_code: 'code' },
  })
  if (sent.ok) throw redirect(safeRedirect(redirectTo(url)))
  return sent.refusal
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return changingSession(() => orNetworkError(serverAction))
}

export default function LoginCodePage({ actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === 'submitting'
  const refused = actionData?.refused ?? null
  const fields = formFields<typeof logInWithCode>(refused)
  return (
    <LinkPage title={title} lead="From your authenticator app, or one of your backup codes.">
      <Form method="post" noValidate className="fields">
        <FormBody form={{ refused, isPending }} submit="Log in" submitting="Logging in…">
          {(refused?.code === 'code_expired' || refused?.code === 'code_used') && (
            <p>
              <PageLink href={loginPath()}>Log in again</PageLink>
            </p>
          )}
          <TextField {...fields.required('code')} label="Code" autoComplete="one-time-code" />
        </FormBody>
      </Form>
    </LinkPage>
  )
}
