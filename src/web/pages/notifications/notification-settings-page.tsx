import {
  chooseNotificationEmails,
  listNotificationChoices,
} from '#contracts/notifications/notifications.ts'
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

/** For browsers without scripts: a box that is not sent is not checked. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const { choices } = valueForUser(await api.request(listNotificationChoices, {}), url)
  for (const { kind, emails } of choices) {
    const wanted = form.has(kind)
    if (wanted === emails) continue
    valueForUser(await api.request(chooseNotificationEmails, { kind, emails: wanted }), url)
  }
  return { isSaved: true }
}

export default function NotificationSettingsPage({ actionData, loaderData }: Route.ComponentProps) {
  const { choices, isEmailVerified } = loaderData
  return (
    <SettingsFrame current={pageRoutes.notificationSettings}>
      {!isEmailVerified && (
        <Notice tone="info">
          <p>{notificationMessages.notVerified}</p>
        </Notice>
      )}
      <SettingsSection title="Emails">
        <p className="muted">{notificationMessages.whatIsEmailed}</p>
        {actionData && (
          <Notice tone="felt">
            <output>{notificationMessages.choicesSaved}</output>
          </Notice>
        )}
        <EmailChoices choices={choices} />
        <p>
          <PageLink href={pageRoutes.notifications}>Your notifications</PageLink>
        </p>
      </SettingsSection>
    </SettingsFrame>
  )
}
