import { data } from 'react-router'
import { pageRoutes } from '#rules/page-paths.ts'
import {
  changePassword,
  endOtherSessions,
  endSession,
  getAccount,
  listSessions,
} from '#contracts/accounts/settings.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewBackupCodes,
} from '#contracts/accounts/two-factor.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { safeRedirect } from '#web/accounts/safe-redirect.ts'
import { changingSession } from '#web/accounts/session-store.ts'
import { orSettingsNetworkError } from '#web/accounts/settings/or-network-error.ts'
import { PasswordSection } from '#web/accounts/settings/password-section.tsx'
import { SessionsSection } from '#web/accounts/settings/sessions-section.tsx'
import { SettingsFrame } from '#web/accounts/settings/settings-frame.tsx'
import { settingsMessages } from '#web/accounts/settings/settings-messages.ts'
import { submitSettings } from '#web/accounts/settings/submit-settings.ts'
import {
  TwoFactorSection,
  type BegunTwoFactor,
  type TwoFactorResult,
} from '#web/accounts/settings/two-factor-section.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { createLastData } from '#web/api/last-data.ts'
import { formText } from '#web/forms/form-text.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/settings-security-page.ts'

const path = pageRoutes.settingsSecurity

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Security', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const account = valueForUser(await api.request(getAccount, {}), url)
  const { sessions } = valueForUser(await api.request(listSessions, {}), url)
  return {
    isAdmin: account.role === 'admin',
    isTwoFactorOn: account.twoFactorEnabled,
    /** Where an admin was sent from. Empty without one. */
    next: safeRedirect(url.searchParams.get('next'), ''),
    sessions,
  }
}

type Sent = Parameters<typeof submitSettings>[0]

/** By the name of the form. */
const actions: Record<string, (sent: Sent) => Promise<ReturnType<typeof data<TwoFactorResult>>>> = {
  async password(sent) {
    const fieldOfCode = {
      wrong_password: 'currentPassword',
      password_common: 'newPassword',
    } as const
    return (
      await submitSettings(sent, changePassword, settingsMessages.passwordChanged, fieldOfCode)
    ).result
  },
  session: async (sent) =>
    (await submitSettings(sent, endSession, settingsMessages.sessionEnded)).result,
  'other-sessions': async (sent) =>
    (await submitSettings(sent, endOtherSessions, settingsMessages.othersEnded)).result,
  async 'begin-two-factor'(sent) {
    const begun = await submitSettings(sent, beginTwoFactor, null, atPassword)
    if (!begun.ok) return begun.result
    return data<TwoFactorResult>({ form: 'begin-two-factor', begun: begun.value })
  },
  async 'confirm-two-factor'(sent) {
    const confirmed = await submitSettings(sent, confirmTwoFactor, settingsMessages.twoFactorOn, {
      wrong_code: 'code',
      too_many_codes: 'code',
    })
    const { data: result } = confirmed.result
    if (confirmed.ok) {
      // Shown once the phone is proved: before, nobody needs them.
      const { backupCodes } = begunIn(sent.form) ?? {}
      return data<TwoFactorResult>({ ...result, isOn: true, ...(backupCodes && { backupCodes }) })
    }
    return data<TwoFactorResult>(
      { ...result, begun: begunIn(sent.form) },
      confirmed.result.init ?? {},
    )
  },
  async 'end-two-factor'(sent) {
    const ended = await submitSettings(
      sent,
      endTwoFactor,
      settingsMessages.twoFactorOff,
      atPassword,
    )
    if (!ended.ok) return ended.result
    return data<TwoFactorResult>({ ...ended.result.data, isOn: false })
  },
  async 'renew-codes'(sent) {
    const renewed = await submitSettings(sent, renewBackupCodes, null, atPassword)
    if (!renewed.ok) return renewed.result
    return data<TwoFactorResult>({ form: 'renew-codes', backupCodes: renewed.value.backupCodes })
  },
}

const atPassword = { wrong_password: 'password' } as const

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const run = actions[formText(form, 'form')]
  if (!run) return data<TwoFactorResult>({ form: '' }, { status: 400 })
  return run({ api: context.get(apiContext), form, path })
}

type Security = Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>
const lastSecurity = createLastData<Security>()

/** What two-factor log-in shows once stays, also when the page cannot be read again afterwards. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return lastSecurity.load(path, serverLoader)
}

clientLoader.hydrate = true as const

/** A new password and two-factor log-in replace the session. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return changingSession(() => orSettingsNetworkError(request, serverAction))
}

/** What the form brought back; undefined if it was changed on the way. */
function begunIn(form: FormData): BegunTwoFactor | undefined {
  try {
    return beginTwoFactor.output.parse(JSON.parse(formText(form, 'begun')))
  } catch {
    // Not what the server has sent: the steps begin anew.
    return undefined
  }
}

export default function SettingsSecurityPage({
  loaderData: { isAdmin, next, sessions, ...read },
  actionData,
}: Route.ComponentProps) {
  const result: TwoFactorResult | undefined = actionData
  const isTwoFactorOn = result?.isOn ?? read.isTwoFactorOn
  const twoFactor = <TwoFactorSection isOn={isTwoFactorOn} result={result} />
  return (
    <SettingsFrame current={path}>
      {isAdmin && !isTwoFactorOn && (
        <Notice tone="info" title={settingsMessages.adminsNeedTwoFactor}>
          <p>{settingsMessages.thenAdmin}</p>
        </Notice>
      )}
      {isAdmin && twoFactor}
      {/* Not by itself: the backup codes are shown once. */}
      {isAdmin && isTwoFactorOn && next !== '' && (
        <p>
          <ButtonLink href={next}>{settingsMessages.goOn}</ButtonLink>
        </p>
      )}
      <PasswordSection result={result} />
      {!isAdmin && twoFactor}
      <SessionsSection sessions={sessions} result={result} />
    </SettingsFrame>
  )
}
