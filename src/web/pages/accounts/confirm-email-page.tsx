import { Form, useNavigation } from 'react-router'
import { homePath, settingsPath } from '#rules/page-paths.ts'
import { confirmEmail } from '#contracts/accounts/email-links.ts'
import { LinkPage } from '#web/accounts/link-page.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { FormBody } from '#web/forms/form-body.tsx'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/confirm-email-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Confirm your email', mayBeIndexed: false })

export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get('token') ?? '' }
}

export async function action({ context, request }: Route.ActionArgs) {
  const sent = await submitForm(context.get(apiContext), confirmEmail, await request.formData())
  return sent.ok ? { email: sent.value.email } : sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

/** With a button, because mail programs open the links in emails by themselves. */
export default function ConfirmEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === 'submitting'
  if (actionData && 'email' in actionData) {
    return (
      <LinkPage title="Confirm your email">
        <Notice tone="felt">
          <output className="user-words">{actionData.email} is confirmed. Thank you.</output>
        </Notice>
        <p>
          <ButtonLink href={homePath}>Go to the home page</ButtonLink>
        </p>
      </LinkPage>
    )
  }
  const refused = actionData?.refused ?? null
  return (
    <LinkPage title="Confirm your email">
      <p>One press, and we know that our emails reach you.</p>
      <Form method="post">
        <input type="hidden" name="token" value={loaderData.token} />
        <FormBody form={{ refused, isPending }} submit="Confirm my email" submitting="One moment…">
          {refused && (
            <p className="new-link">
              A new link is in your <PageLink href={settingsPath}>settings</PageLink>.
            </p>
          )}
        </FormBody>
      </Form>
    </LinkPage>
  )
}
