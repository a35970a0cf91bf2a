import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { findSubscription, unsubscribe } from '#contracts/notifications/notifications.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { apiContext } from '#web/api/contexts.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { notificationMessages } from '#web/notifications/notification-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/unsubscribe-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Stop these emails', mayBeIndexed: false })

/** Opening the link changes nothing: mail programs open links to check them. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  const found = await context.get(apiContext).request(findSubscription, { token })
  return found.ok ? found.value : null
}

export async function action({ context, url }: Route.ActionArgs) {
  const token = url.searchParams.get('token') ?? ''
  const stopped = await context.get(apiContext).request(unsubscribe, { token })
  return stopped.ok ? { label: stopped.value.label } : { refused: stopped }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function UnsubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const stopped = actionData && 'label' in actionData ? actionData.label : undefined
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined
  return (
    <div className="page page-narrow">
      <h1 className="unsubscribe-title">Stop these emails</h1>
      {loaderData === null && <p>{notificationMessages.linkUnknown}</p>}
      {stopped !== undefined && <p role="status">{notificationMessages.stopped(stopped)}</p>}
      {loaderData !== null && stopped === undefined && (
        <StopForm label={loaderData.label}>
          {refused && <ErrorText>{refused.message}</ErrorText>}
        </StopForm>
      )}
      <p className="unsubscribe-others">
        <PageLink href={pageRoutes.notificationSettings}>Choose your emails</PageLink>
      </p>
    </div>
  )
}

function StopForm({ label, children }: { label: string; children: ReactNode }) {
  const isSending = useNavigation().state === 'submitting'
  return (
    <Form method="post" className="stack stack-start">
      <p>{notificationMessages.stops(label)}</p>
      {children}
      <Button type="submit" isLoading={isSending} loadingText="Stopping…">
        Stop these emails
      </Button>
    </Form>
  )
}
