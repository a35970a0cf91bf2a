import type { changePassword } from '#contracts/accounts/settings.ts'
import { PasswordField } from '#web/forms/field.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { DoneNotice } from './done-notice.tsx'
import { SettingsForm } from './settings-form.tsx'
import type { SettingsResult } from './settings-result.ts'
import { SettingsSection } from './settings-section.tsx'

export function PasswordSection({ result }: { result: SettingsResult | undefined }) {
  const refused = result?.form === 'password' ? (result.refused ?? null) : null
  const fields = formFields<typeof changePassword>(refused)
  return (
    <SettingsSection title="Password">
      <DoneNotice result={result} form="password" />
      <SettingsForm
        name="password"
        refused={refused}
        submit="Change password"
        submitting="One moment…"
      >
        <PasswordField
          {...fields.required('currentPassword')}
          label="Present password"
          autoComplete="current-password"
        />
        <PasswordField
          {...fields.required('newPassword')}
          label="New password"
          autoComplete="new-password"
          hint="At least 10 characters. Your other devices are logged out."
        />
      </SettingsForm>
    </SettingsSection>
  )
}
