// Sends a recording with its description: the server makes an example of its first minute.

import { audioFileTypes } from '#rules/music/audio-formats.ts'
import { useState } from 'react'
import type { addExample } from '#contracts/artists/examples.ts'
import {
  maxExampleMegabytes,
  maxExampleDescriptionLength,
  maxExampleSeconds,
} from '#rules/artists/example-limits.ts'
import { audioLimits } from '#rules/uploads/upload-limits.ts'
import { sendFile } from '#web/api/send-file.ts'
import { TextField } from '#web/forms/field.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { editingMessages } from './editing-messages.ts'

const fileField = 'file'

export type AddExampleDialogProps = {
  onClose: () => void
  /** Called when the recording is stored. */
  onAdded: () => Promise<void>
}

export default function AddExampleDialog({ onClose, onAdded }: AddExampleDialogProps) {
  const [percent, setPercent] = useState<number | null>(null)
  const form = useForm<typeof addExample>({
    contract: async () => (await import('#contracts/artists/examples.ts')).addExample,
    fieldOfCode: {
      upload_file_missing: fileField,
      audio_not_recognised: fileField,
      example_too_large: fileField,
    },
    async send(fields, typed) {
      const content = typed.get(fileField)
      // The contract's check has found it.
      if (!(content instanceof File)) return null
      const result = await sendFile<typeof addExample>(
        'POST /api/artist/examples',
        { fields, file: { field: fileField, content } },
        { onProgress: ({ bytes, totalBytes }) => setPercent((bytes / totalBytes) * 100) },
      )
      setPercent(null)
      return result
    },
    async onDone() {
      toast.success(editingMessages.exampleSent)
      await onAdded()
    },
  })
  const { fields } = form
  return (
    <FormDialog
      title="Add an example"
      form={form}
      submit="Add this example"
      submitting="Sending…"
      onClose={onClose}
    >
      <TextField
        {...fields.file(fileField)}
        type="file"
        accept={audioFileTypes.join()}
        label="Recording"
        hint={`${audioLimits.formats}, up to ${maxExampleMegabytes} MB. Others hear the first ${maxExampleSeconds} seconds.`}
      />
      <TextField
        {...fields.required('description')}
        label="What it shows"
        autoComplete="off"
        hint="Like: Fingerpicked, slow, without effects."
        maxLength={maxExampleDescriptionLength}
        showCount
      />
      {percent !== null && <Progress label="Sending the example" percent={percent} />}
    </FormDialog>
  )
}
