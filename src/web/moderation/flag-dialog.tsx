// The form in which a user reports a track to the admins.

import type { flagTrack } from '#contracts/moderation/flags.ts'
import { flagTypes, longestFlagReason } from '#rules/moderation/flag-limits.ts'
import { contactPath } from '#rules/page-paths.ts'
import { accountLink } from '#web/accounts/safe-redirect.ts'
import { request } from '#web/api/browser.ts'
import { SelectField, TextArea } from '#web/forms/field.tsx'
import { formText } from '#web/forms/form-text.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { flagFailure, flagMessages, flagTypeNames } from './flag-messages.ts'

export type FlagDialogProps = {
  trackId: string
  title: string
  /** Of the track's page, to come back to after registering. */
  path: string
  onClose: () => void
}

const types = flagTypes.map((value) => ({ value, label: flagTypeNames[value] }))

export default function FlagDialog({ trackId, title, path, onClose }: FlagDialogProps) {
  const form = useForm<typeof flagTrack>({
    contract: async () => (await import('#contracts/moderation/flags.ts')).flagTrack,
    constants: { trackId },
    initial: { type: 'copyright' },
    async send(flag) {
      const route = 'POST /api/proxy/flags/track/{trackId}'
      const result = await request<typeof flagTrack>(route, flag)
      return result.ok ? result : flagFailure(result)
    },
    onDone() {
      toast.success(flagMessages.submitted)
      onClose()
    },
  })
  const { fields, refused } = form
  return (
    <FormDialog
      title="Report this track"
      form={form}
      submit="Submit report"
      submitting="Submitting…"
      isReady={(typed) => formText(typed, 'reason').trim() !== ''}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <br />
        Admins read every report. The artist never learns who sent it.
      </p>
      {refused?.code === 'flag_login_required' && (
        <p className="flex flex-wrap gap-4">
          <PageLink href={accountLink('register', path)}>Create an account</PageLink>
          <PageLink href={contactPath}>Contact form</PageLink>
        </p>
      )}
      <SelectField label="What is it about?" options={types} {...fields.required('type')} />
      <TextArea
        label="Reason"
        hint="For a copyright report: which work it is, and what your rights in it are."
        maxLength={longestFlagReason}
        showCount
        rows={6}
        {...fields.required('reason')}
      />
    </FormDialog>
  )
}
