// The form in which an artist edits an own track. Only what was changed is checked and sent.

import { useState } from 'react'
import type { editTrack, OwnTrack } from '#contracts/own-tracks.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { parsePounds, sentPounds } from '#rules/price.ts'
import { request } from '#web/api/browser.ts'
import { changedTexts } from '#web/forms/changed-texts.ts'
import { formText } from '#web/forms/form-text.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { sendLicenceDocument } from '#web/licences/licence-document.ts'
import { chosenDocument, LicenceDocumentField } from '#web/licences/licence-document-field.tsx'
import type { DetailFields } from '#web/uploads/details/detail-fields.ts'
import { KeyQuestion } from '#web/uploads/details/key-field.tsx'
import { TrackFields, trackTexts } from '#web/uploads/details/track-fields.tsx'
import {
  keyAnswerField,
  problemWithAnswer,
  useKey,
  type KnownKey,
} from '#web/uploads/details/use-key.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { ownTrackMessages, updateFailure } from './own-track-messages.ts'

export type EditTrackDialogProps = {
  track: OwnTrack
  onClose: () => void
  /** Called when the changes are stored. */
  onSaved: () => Promise<void>
}

export default function EditTrackDialog({ track, onClose, onSaved }: EditTrackDialogProps) {
  // As they were when the dialog was opened: a list that is fetched again changes nothing in the form.
  const [initial] = useState(() => trackTexts(track))
  const [known] = useState(() => ({ measured: track, before: initial.keySignature }))
  const form = useEditForm(track.id, { initial, known }, onSaved)
  const songKey = useKey(initial.keySignature, known)
  const isWithdrawn = track.withdrawnAt !== null
  const { optional, other } = form.fields
  const fields: DetailFields = {
    // An edit may leave out every field; what an upload requires must not be emptied (D-067).
    required: (name) => ({ ...optional(name), required: true }),
    optional,
    other,
  }
  return (
    <FormDialog
      title="Edit Track"
      form={form}
      submit="Save changes"
      submitting="Saving…"
      canSubmit={!isWithdrawn}
      isReady={(typed) =>
        [...changesOf(typed, initial)].length > 0 || chosenDocument(typed) !== null
      }
      onClose={onClose}
    >
      {isWithdrawn && <Notice tone="info">{refusalMessage('track_withdrawn')}</Notice>}
      <TrackFields
        fields={fields}
        songKey={songKey}
        document={
          <LicenceDocumentField
            fields={fields}
            storedUrl={track.licenseDocumentUrl}
            storedLabel="Keep the stored license document"
          />
        }
      />
      <KeyQuestion fields={fields} state={songKey} />
    </FormDialog>
  )
}

type EditedTexts = ReturnType<typeof trackTexts>

type Opened = { initial: EditedTexts; known: KnownKey }

function useEditForm(id: string, { initial, known }: Opened, onSaved: () => Promise<void>) {
  return useForm<typeof editTrack>({
    contract: async () => (await import('#contracts/own-tracks.ts')).editTrack,
    constants: { id },
    initial,
    read: (form) => changesOf(form, initial),
    ownIssues: (form) => problemWithAnswer(form, known),
    fieldOfCode: {
      key_unanswered: keyAnswerField,
      licensed_from_missing: 'licensedFrom',
      license_document_not_found: 'licenseDocumentUrl',
    },
    async send({ price, ...changes }, form) {
      const document = await sendLicenceDocument(form)
      if (!document.ok) return document
      const result = await request<typeof editTrack>('PATCH /api/proxy/tracks/{id}', {
        ...changes,
        ...(price === undefined ? {} : { price: sentPounds(price) }),
        ...(document.value === null ? {} : { licenseDocumentUrl: document.value }),
      })
      return result.ok ? result : updateFailure(result)
    },
    async onDone() {
      toast.success(ownTrackMessages.saved)
      await onSaved()
    },
  })
}

function changesOf(form: FormData, initial: EditedTexts): FormData {
  const changed = changedTexts(form, initial)
  const price = changed.get('price')
  // '£4' and '4.00' are the same price.
  if (typeof price === 'string' && parsePounds(price) === parsePounds(initial.price))
    changed.delete('price')
  const answer = formText(form, keyAnswerField)
  if (changed.has('keySignature') && answer !== '') changed.set(keyAnswerField, answer)
  return changed
}
