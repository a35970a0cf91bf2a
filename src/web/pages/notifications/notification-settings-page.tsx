import { listNotificationChoices } from '#contracts/notifications/notifications.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { SettingsFrame } from '#web/accounts/settings/settings-frame.tsx'
import { SettingsSection } from '#web/accounts/settings/settings-section.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmailChoices } from '#web/notifications/email-choices.tsx'
import { notificationMessages } from '#web/notifications/notification-messages.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/notification-settings-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Notification settings', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  return valueForUser(await context.get(apiContext).request(listNotificationChoices, {}), url)
}

export default function NotificationSettingsPage({ loaderData }: Route.ComponentProps) {
  const { choices, isEmailVerified } = loaderData
  return (
    <SettingsFrame current={pageRoutes.notificationSettings}>
      {!isEmailVerified && (
        <Notice tone="info">
          <p>{notificationMessages.notVerified}</p>
        </Notice>
      )}
      <SettingsSection title="Emails">
        <p className="text-ink-2">{notificationMessages.whatIsEmailed}</p>
        <noscript>
          <p>{notificationMessages.needsScript}</p>
        </noscript>
        <EmailChoices choices={choices} />
        <p>
          <PageLink href={pageRoutes.notifications}>Your notifications</PageLink>
        </p>
      </SettingsSection>
    </SettingsFrame>
  )
}
