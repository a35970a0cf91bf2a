import { DoneNotice } from './done-notice.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { PasswordField, TextField } from '#web/forms/field.tsx'
import type { changeEmail, getAccount } from '#contracts/accounts/settings.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import type { SettingsResult } from './settings-result.ts'

type Account = ReturnType<(typeof getAccount)['output']['parse']>
type EmailSectionProps = { account: Account; result: SettingsResult | undefined }

export function EmailSection({ account, result }: EmailSectionProps) {
  const refusedAt = (form: string) => (result?.form === form ? (result.refused ?? null) : null)
  const refused = refusedAt('email')
  const fields = formFields<typeof changeEmail>(
    refused,
    result?.form === 'email' ? result.typed : {},
  )
  return (
    <SettingsSection title="Email">
      <p className="user-words">
        <strong>{account.email}</strong>
        {account.emailVerified && ' · confirmed'}
      </p>
      {!account.emailVerified && (
        <>
          <Notice tone="info">
            Please confirm your email by the link that we sent you. You need it before you upload
            tracks and set up payments; you can buy without it.
          </Notice>
          <DoneNotice result={result} form="verification" />
          <SettingsForm
            name="verification"
            refused={refusedAt('verification')}
            submit="Send it again"
            submitting="Sending…"
            button={{ variant: 'ghost' }}
          />
        </>
      )}
      {account.newEmail !== null && (
        <Notice tone="info">
          <span className="user-words">
            {account.newEmail} waits for you to open the link that we sent there.
          </span>
        </Notice>
      )}
      <h3>Change your email</h3>
      <DoneNotice result={result} form="email" />
      <SettingsForm name="email" refused={refused} submit="Change email" submitting="One moment…">
        <TextField
          {...fields.required('email')}
          label="New email"
          type="email"
          autoComplete="email"
        />
        <PasswordField
          {...fields.required('password')}
          label="Your password"
          autoComplete="current-password"
        />
      </SettingsForm>
    </SettingsSection>
  )
}
