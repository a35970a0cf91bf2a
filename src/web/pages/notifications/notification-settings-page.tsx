import { listNotificationChoices } from '#contracts/notifications/notifications.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmailChoices } from '#web/notifications/email-choices.tsx'
import { notificationMessages } from '#web/notifications/notification-messages.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { Route } from './+types/notification-settings-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Notification settings', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  return valueForUser(await context.get(apiContext).request(listNotificationChoices, {}), url)
}

export default function NotificationSettingsPage({ loaderData }: Route.ComponentProps) {
  const { choices, isEmailVerified } = loaderData
  return (
    <div className="page page-narrow">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1>Notification settings</h1>
        <PageLink href={pageRoutes.notifications}>Notifications</PageLink>
      </div>
      {!isEmailVerified && (
        <div className="mb-6">
          <Notice tone="info">
            <p>{notificationMessages.notVerified}</p>
          </Notice>
        </div>
      )}
      <Panel aria-labelledby="emails-heading">
        <h2 id="emails-heading">Emails</h2>
        <p className="mt-1 mb-4 text-ink-2">{notificationMessages.whatIsEmailed}</p>
        <noscript>
          <p className="mb-4">{notificationMessages.needsScript}</p>
        </noscript>
        <EmailChoices choices={choices} />
      </Panel>
    </div>
  )
}
