// Two-factor log-in: off, being set up, or on.

import { useState } from 'react'
import type {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
} from '#contracts/accounts/two-factor.ts'
import { PasswordField, TextField } from '#web/forms/field.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { productName } from '#rules/product.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { DoneNotice } from './done-notice.tsx'
import { settingsMessages } from './settings-messages.ts'
import { SettingsForm } from './settings-form.tsx'
import type { SettingsResult } from './settings-result.ts'
import { SettingsSection } from './settings-section.tsx'

export type BegunTwoFactor = ReturnType<(typeof beginTwoFactor)['output']['parse']>

export type TwoFactorResult = SettingsResult & {
  /** Shown until the first code was correct. */
  begun?: BegunTwoFactor | undefined
  /** Since the form was sent; the page may not have been read again. */
  isOn?: boolean
  /** New ones, shown once. */
  backupCodes?: string[]
}

type TwoFactorSectionProps = { isOn: boolean; result: TwoFactorResult | undefined }

export function TwoFactorSection({ isOn, result }: TwoFactorSectionProps) {
  const begun = useBegun(isOn, result?.begun)
  return (
    <SettingsSection title="Two-factor log-in">
      <DoneNotice result={result} form="confirm-two-factor" />
      <DoneNotice result={result} form="end-two-factor" />
      {isOn && <TwoFactorOn result={result} />}
      {begun && <SetUp begun={begun} result={result} />}
      {!isOn && !begun && <TwoFactorOff result={result} />}
    </SettingsSection>
  )
}

/** Its steps stay until it is on, also when a code could not be sent: the server does not tell them twice. */
function useBegun(isOn: boolean, latest: BegunTwoFactor | undefined): BegunTwoFactor | undefined {
  const [begun, setBegun] = useState(latest)
  const current = isOn ? undefined : (latest ?? begun)
  if (current !== begun) setBegun(current)
  return current
}

const refusedAt = (result: SettingsResult | undefined, form: string) =>
  result?.form === form ? (result.refused ?? null) : null

function TwoFactorOff({ result }: { result: TwoFactorResult | undefined }) {
  const refused = refusedAt(result, 'begin-two-factor')
  const fields = formFields<typeof beginTwoFactor>(refused)
  return (
    <>
      <p>
        Off. With it, a log-in also needs a code from an authenticator app on your phone, so that a
        guessed password is not enough.
      </p>
      <SettingsForm
        name="begin-two-factor"
        refused={refused}
        submit="Set it up"
        submitting="One moment…"
      >
        <PasswordField
          {...fields.required('password')}
          label="Your password"
          autoComplete="current-password"
        />
      </SettingsForm>
    </>
  )
}

function SetUp({ begun, result }: { begun: BegunTwoFactor; result: TwoFactorResult | undefined }) {
  const refused = refusedAt(result, 'confirm-two-factor')
  const fields = formFields<typeof confirmTwoFactor>(refused)
  const { size, path } = begun.qrCode
  return (
    <>
      <ol className="two-factor-steps">
        <li>
          <p>Scan this code with your authenticator app.</p>
          <svg
            viewBox={`0 0 ${size} ${size}`}
            role="img"
            aria-label="QR code for your authenticator app"
            className="two-factor-code"
            shapeRendering="crispEdges"
          >
            <rect width={size} height={size} fill="#fff" />
            <path d={path} fill="#000" />
          </svg>
          <p>
            Or type this key into it:{' '}
            <code className="two-factor-key">{inGroups(begun.secret)}</code>
          </p>
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <SettingsForm
        name="confirm-two-factor"
        refused={refused}
        submit="Turn it on"
        submitting="One moment…"
      >
        {/* After a mistyped code the same steps are shown again; the server does not tell them twice. */}
        <input type="hidden" name="begun" value={JSON.stringify(begun)} />
        <TextField
          {...fields.required('code')}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </SettingsForm>
    </>
  )
}

function TwoFactorOn({ result }: { result: TwoFactorResult | undefined }) {
  const refused = refusedAt(result, 'end-two-factor') ?? refusedAt(result, 'renew-codes')
  const fields = formFields<typeof endTwoFactor>(refused)
  return (
    <>
      <p>On. A log-in needs a code from your authenticator app.</p>
      {result?.backupCodes && (
        <Notice tone="info" title="Your backup codes">
          <p>
            Keep them where you find them without your phone. Each works once, older ones no longer
            work, and they are not shown again.
          </p>
          <BackupCodes codes={result.backupCodes} />
        </Notice>
      )}
      <SettingsForm
        name="end-two-factor"
        refused={refused}
        submit="Turn it off"
        submitting="One moment…"
        button={{ variant: 'ghost' }}
        aside={
          <Button type="submit" name="form" value="renew-codes" variant="ghost">
            Make new backup codes
          </Button>
        }
      >
        <PasswordField
          {...fields.required('password')}
          label="Your password"
          autoComplete="current-password"
        />
      </SettingsForm>
    </>
  )
}

/** In fours, as people type them. */
function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}

function BackupCodes({ codes }: { codes: string[] }) {
  const text = codes.join('\n')
  return (
    <>
      <BackupCodeList codes={codes} />
      <p className="button-row backup-code-buttons needs-script">
        <Button variant="ghost" size="sm" onClick={() => void copyText(text)}>
          Copy
        </Button>
        <a
          className="btn btn-ghost btn-sm"
          download={`${productName} backup codes.txt`}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          Download
        </a>
      </p>
    </>
  )
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(settingsMessages.codesCopied)
  } catch {
    toast.error(settingsMessages.codesNotCopied)
  }
}

function BackupCodeList({ codes }: { codes: string[] }) {
  return (
    <ul className="backup-codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  )
}
