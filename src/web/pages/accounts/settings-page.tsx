import { data, redirect } from 'react-router'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { settingsPath } from '#rules/page-paths.ts'
import { becomeArtist } from '#contracts/accounts/accounts.ts'
import { sendVerification } from '#contracts/accounts/email-links.ts'
import { changeEmail, getAccount } from '#contracts/accounts/settings.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { changingSession } from '#web/accounts/session-store.ts'
import { EmailSection } from '#web/accounts/settings/email-section.tsx'
import { orSettingsNetworkError } from '#web/accounts/settings/or-network-error.ts'
import { SettingsForm } from '#web/accounts/settings/settings-form.tsx'
import { SettingsFrame } from '#web/accounts/settings/settings-frame.tsx'
import type { SettingsResult } from '#web/accounts/settings/settings-result.ts'
import { SettingsSection } from '#web/accounts/settings/settings-section.tsx'
import { settingsMessages } from '#web/accounts/settings/settings-messages.ts'
import { submitSettings } from '#web/accounts/settings/submit-settings.ts'
import { apiContext } from '#web/api/contexts.ts'
import { formText } from '#web/forms/form-text.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/settings-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Settings', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  return valueForUser(await context.get(apiContext).request(getAccount, {}), url)
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const sent = { api: context.get(apiContext), form, path: settingsPath }
  switch (formText(form, 'form')) {
    case 'verification':
      return (await submitSettings(sent, sendVerification, settingsMessages.verificationSent))
        .result
    case 'email': {
      const fieldOfCode = { wrong_password: 'password', email_taken: 'email' } as const
      return (await submitSettings(sent, changeEmail, settingsMessages.newEmailSent, fieldOfCode))
        .result
    }
    case 'become-artist': {
      const upgraded = await submitSettings(sent, becomeArtist, null)
      if (!upgraded.ok) return upgraded.result
      throw redirect(artistDashboardPath({ success: 'upgraded_to_artist' }))
    }
    default: {
      const none: SettingsResult = { form: '' }
      return data(none, { status: 400 })
    }
  }
}

/** The action may have changed the user's role from customer to artist. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return changingSession(() => orSettingsNetworkError(request, serverAction))
}

export default function SettingsPage({ loaderData, actionData: result }: Route.ComponentProps) {
  return (
    <SettingsFrame current={settingsPath}>
      <EmailSection account={loaderData} result={result} />
      {loaderData.role === 'customer' && (
        <SettingsSection title="Become an artist">
          <p>
            Sell what you have played and recorded yourself. Everything you have bought stays yours.
          </p>
          <SettingsForm
            name="become-artist"
            refused={result?.form === 'become-artist' ? (result.refused ?? null) : null}
            submit="Become an artist"
            submitting="One moment…"
          />
        </SettingsSection>
      )}
    </SettingsFrame>
  )
}
