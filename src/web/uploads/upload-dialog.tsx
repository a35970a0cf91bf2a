// The upload form. The recording is sent from the moment it is chosen; the details follow when the artist submits, and
// the track is listed when both are there.

import { useState, type FormEvent } from 'react'
import type { sendUploadDetails } from '#contracts/uploads.ts'
import { refusalMessage, refusalStatus } from '#rules/errors/refusal.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { settingsPath } from '#rules/page-paths.ts'
import type { Refused } from '#web/api/result.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import type { FormTexts } from '#web/forms/form-fields.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { RecordingField, recordingField } from './recording-field.tsx'
import { lastLicence } from '#web/licences/remembered-licence.ts'
import { keyAnswerField, problemWithAnswer, type MeasuredKey } from './details/use-key.ts'
import { problemWithRecording } from './recording-problem.ts'
import { formTransfer, uploadTransfers, useFormTransfer } from './transfers/upload-transfers.ts'
import type { UploadTransfer } from './transfers/upload-transfer.ts'
import { submitUpload } from './submit-upload.ts'
import { readDraft, removeDraft, storeDraft } from './upload-draft.ts'
import { UploadFields } from './upload-fields.tsx'
import { UploadInstructions } from './upload-instructions.tsx'
import { uploadMessages } from './transfers/upload-messages.ts'

export type MissingStep = 'email' | 'payments'

export type UploadDialogProps = {
  artistId: string
  /** Without it nothing can be uploaded. */
  missing: MissingStep | null
  onClose: () => void
  /** Called when the server has the details. */
  onSubmitted: () => Promise<void>
}

export default function UploadDialog(props: UploadDialogProps) {
  const { artistId, missing, onClose } = props
  const transfer = useFormTransfer()
  const [{ documentUrl, ...licence }] = useState(() => lastLicence(artistId))
  const [draft, setDraft] = useState(() => readDraft(artistId))
  const form = useUploadForm(props, { ...licence, ...draft })
  const onInput = (event: FormEvent<HTMLFormElement>) =>
    storeDraft(artistId, new FormData(event.currentTarget))
  const problems = problemWithRecording(uploadTransfers.get()).map(({ message }) => message)
  const recordingError = form.fields.other(recordingField).error
  const discard = () => {
    if (!window.confirm(uploadMessages.discardQuestion)) return
    removeDraft(artistId)
    setDraft({})
    if (transfer) void uploadTransfers.cancel(transfer.key)
    form.reset()
  }
  const step = missing !== null && <MissingStepNotice missing={missing} />
  return (
    <FormDialog
      title="Upload New Track"
      form={{ ...form, formProps: { ...form.formProps, onInput } }}
      submit="Upload track"
      submitting="Uploading…"
      onClose={onClose}
      aside={
        <Button variant="ghost" onClick={discard}>
          Discard draft
        </Button>
      }
    >
      {step}
      <RecordingField
        transfer={transfer}
        // A file that was chosen since answers the error, also one with a problem of its own.
        error={problems.find((problem) => problem === recordingError)}
        maySend={missing === null}
      />
      <UploadFields
        key={form.round}
        fields={form.fields}
        storedDocumentUrl={documentUrl}
        measured={measuredOf(transfer)}
      />
      <UploadInstructions>{step}</UploadInstructions>
    </FormDialog>
  )
}

function useUploadForm({ artistId, missing, onSubmitted }: UploadDialogProps, initial: FormTexts) {
  return useForm<typeof sendUploadDetails>({
    contract: async () => (await import('#contracts/uploads.ts')).sendUploadDetails,
    // In the path: the store puts in the upload's own, which may not be known yet.
    constants: { id: anyUploadId },
    initial,
    refusedFirst: missing === null ? null : paymentSetupNeeded,
    ownIssues(form) {
      const measured = measuredOf(formTransfer())
      return [
        ...problemWithRecording(uploadTransfers.get()),
        ...problemWithAnswer(form, { measured }),
      ]
    },
    fieldOfCode: {
      license_document_not_found: 'licenseDocumentUrl',
      key_unanswered: keyAnswerField,
    },
    send: ({ id: _any, ...details }, form) => submitUpload(artistId, details, form),
    async onDone(upload) {
      removeDraft(artistId)
      // A listed one is announced by the store.
      if (upload.state !== 'listed') toast.success(uploadMessages.listedLater)
      await onSubmitted()
    },
  })
}

function measuredOf(transfer: UploadTransfer | null): MeasuredKey | null {
  return transfer?.state.name === 'ready' ? transfer.state.facts : null
}

const anyUploadId = '00000000-0000-4000-8000-000000000000'

function MissingStepNotice({ missing }: { missing: MissingStep }) {
  return (
    <Notice tone="info">
      <strong>First step:</strong>{' '}
      {missing === 'email' ? (
        <PageLink href={settingsPath}>confirm your email</PageLink>
      ) : (
        <PageLink href={artistDashboardPath()}>set up payments</PageLink>
      )}
      . {uploadMessages.afterStep[missing]}
    </Notice>
  )
}

const paymentSetupNeeded: Refused<'payment_setup_needed'> = {
  ok: false,
  status: refusalStatus('payment_setup_needed'),
  code: 'payment_setup_needed',
  message: refusalMessage('payment_setup_needed'),
}
