// The field for the recording: sending begins when a file is chosen, and goes on while the artist types.

import { audioFileTypes } from '#rules/music/audio-formats.ts'
import { useRef, type ChangeEvent } from 'react'
import { audioLimits } from '#rules/uploads/upload-limits.ts'
import { TextField } from '#web/forms/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { fileSize } from '#web/ui/file-size.ts'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { uploadTransfers } from './transfers/upload-transfers.ts'
import type { UploadTransfer } from './transfers/upload-transfer.ts'
import { RecordingFacts } from './recording-facts.tsx'
import { TransferStateText } from './transfer-state-text.tsx'

type RecordingFieldProps = {
  /** The recording of this form. */
  transfer: UploadTransfer | null
  error: string | undefined
  /** False while the artist cannot be paid: then nothing is sent. */
  maySend: boolean
}

export const recordingField = 'file'

export function RecordingField({ transfer, error, maySend }: RecordingFieldProps) {
  const area = useRef<HTMLDivElement>(null)
  const fileInput = () => area.current?.querySelector<HTMLInputElement>('input[type=file]')
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file && maySend) void uploadTransfers.choose(file)
  }
  const remove = async () => {
    if (transfer === null) return
    const refused = await uploadTransfers.cancel(transfer.key)
    if (refused) return toast.error(refused.message)
    const input = fileInput()
    if (!input) return
    input.value = ''
    input.focus()
  }
  return (
    <div ref={area} className="stack-sm">
      <TextField
        name={recordingField}
        type="file"
        required
        disabled={!maySend}
        label="Track file"
        accept={audioFileTypes.join()}
        hint={`${audioLimits.formats}, from ${audioLimits.minSeconds} seconds to ${audioLimits.maxMinutes} minutes. It is sent at once, while you fill in the rest.`}
        onChange={choose}
        {...(error === undefined ? {} : { error })}
      />
      {transfer && (
        <TransferStatus
          transfer={transfer}
          onRemove={() => void remove()}
          onTryAnother={() => fileInput()?.click()}
        />
      )}
    </div>
  )
}

type TransferStatusProps = {
  transfer: UploadTransfer
  onRemove: () => void
  onTryAnother: () => void
}

function TransferStatus({ transfer, onRemove, onTryAnother }: TransferStatusProps) {
  const { fileName, bytes, state } = transfer
  const isRefused = state.name === 'refused'
  return (
    <div className="recording">
      <p className="recording-file">
        <strong>
          <bdi>{fileName}</bdi>
        </strong>
        <span>{fileSize(bytes)}</span>
      </p>
      {'percent' in state && <Progress label={`Sending ${fileName}`} percent={state.percent} />}
      <TransferStateText transfer={transfer} />
      {state.name === 'ready' && <RecordingFacts facts={state.facts} />}
      <div className="button-row-sm">
        {(isRefused || state.name === 'missing') && (
          <Button size="sm" onClick={onTryAnother}>
            {isRefused ? 'Try another file' : 'Choose the file again'}
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-label={`Remove ${fileName}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  )
}
