import { Form, useNavigation } from 'react-router'
import { loginPath } from '#rules/page-paths.ts'
import { requestPasswordReset } from '#contracts/accounts/email-links.ts'
import { LinkPage } from '#web/accounts/link-page.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/forgotten-password-page.ts'

const title = 'Forgotten your password?'

export const meta: Route.MetaFunction = () => pageMeta({ title, mayBeIndexed: false })

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const sent = await submitForm(context.get(apiContext), requestPasswordReset, form)
  return sent.ok ? { isSent: true } : sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function ForgottenPasswordPage({ actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === 'submitting'
  if (actionData && 'isSent' in actionData) {
    return (
      <LinkPage title={title}>
        <Notice tone="felt">
          <output>
            If this email has an account, a link is on its way. It works once, within an hour.
          </output>
        </Notice>
        <p>
          Nothing there? Look in your spam folder, or <PageLink href={loginPath()}>log in</PageLink>
          .
        </p>
      </LinkPage>
    )
  }
  const refused = actionData?.refused ?? null
  const fields = formFields<typeof requestPasswordReset>(refused, actionData?.typed)
  return (
    <LinkPage title={title} lead="We send you a link to choose a new one.">
      <Form method="post" noValidate className="fields">
        <FormBody form={{ refused, isPending }} submit="Send me a link" submitting="Sending…">
          <TextField
            {...fields.required('email')}
            label="Email"
            type="email"
            autoComplete="username"
          />
        </FormBody>
      </Form>
    </LinkPage>
  )
}
