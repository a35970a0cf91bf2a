// The upload form: checked by the contract, then sent with its progress shown. After a failure the typed text stays.

import { useRef } from 'react'
import type { uploadTrack } from '#contracts/uploads.ts'
import { refusalMessage, refusalStatus } from '#rules/errors/refusal.ts'
import type { Refused } from '#web/api/result.ts'
import { FormBody } from '#web/forms/form-body.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SendingProgress, useSending } from './sending-progress.tsx'
import { UploadFields } from './upload-fields.tsx'

type UploadFormProps = {
  mayUpload: boolean
  /** Called when the server has received the file and starts to process it. */
  onReceived: () => Promise<void>
}

export function UploadForm({ mayUpload, onReceived }: UploadFormProps) {
  const { sending, send, cancel } = useSending()
  const isHydrated = useIsHydrated()
  const submitButton = useRef<HTMLButtonElement>(null)
  const form = useForm<typeof uploadTrack>({
    contract: async () => (await import('#contracts/uploads.ts')).uploadTrack,
    refusedFirst: mayUpload ? null : paymentSetupNeeded,
    send,
    onDone: onReceived,
  })
  const stop = () => {
    cancel()
    submitButton.current?.focus()
  }
  return (
    <form key={form.round} className="grid gap-5" aria-label="Upload New Track" {...form.formProps}>
      {!mayUpload && <Notice tone="info">{paymentSetupNeeded.message}</Notice>}
      <noscript>
        <Notice tone="info">Uploading needs JavaScript.</Notice>
      </noscript>
      <FormBody
        form={form}
        submit="Upload track"
        submitting="Uploading…"
        // Submitted before the script has loaded, the form would be sent as a query.
        button={{ ref: submitButton, disabled: !isHydrated, className: 'btn-start' }}
      >
        <UploadFields fields={form.fields} />
        {sending && <SendingProgress sending={sending} onCancel={stop} />}
      </FormBody>
    </form>
  )
}

const paymentSetupNeeded: Refused<'payment_setup_needed'> = {
  ok: false,
  status: refusalStatus('payment_setup_needed'),
  code: 'payment_setup_needed',
  message: refusalMessage('payment_setup_needed'),
}
