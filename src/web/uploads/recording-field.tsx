// The field for the recording: sending begins when a file is chosen, and goes on while the artist types.

import { audioFileTypes } from '#rules/audio-formats.ts'
import { useRef, type ChangeEvent } from 'react'
import { audioLimits } from '#rules/upload-limits.ts'
import { TextField } from '#web/forms/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { fileSize } from '#web/ui/file-size.ts'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { sendings } from './sending/sendings-store.ts'
import type { Sending } from './sending/sending.ts'
import { RecordingFacts } from './recording-facts.tsx'
import { SendingStateText } from './sending-state.tsx'

type RecordingFieldProps = {
  /** The recording of this form. */
  sending: Sending | null
  error: string | undefined
  /** False while the artist cannot be paid: then nothing is sent. */
  maySend: boolean
}

export const recordingField = 'file'

export function RecordingField({ sending, error, maySend }: RecordingFieldProps) {
  const area = useRef<HTMLDivElement>(null)
  const fileInput = () => area.current?.querySelector<HTMLInputElement>('input[type=file]')
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file && maySend) sendings.choose(file)
  }
  const remove = async () => {
    if (sending === null) return
    const refused = await sendings.cancel(sending.key)
    if (refused) return toast.error(refused.message)
    const input = fileInput()
    if (!input) return
    input.value = ''
    input.focus()
  }
  return (
    <div ref={area} className="grid gap-3">
      <TextField
        name={recordingField}
        type="file"
        required
        disabled={!maySend}
        label="Track file"
        accept={audioFileTypes.join()}
        hint={`${audioLimits.formats}, from ${audioLimits.shortestSeconds} seconds to ${audioLimits.longestMinutes} minutes. It is sent at once, while you fill in the rest.`}
        onChange={choose}
        {...(error === undefined ? {} : { error })}
      />
      {sending && (
        <SendingStatus
          sending={sending}
          onRemove={() => void remove()}
          onTryAnother={() => fileInput()?.click()}
        />
      )}
    </div>
  )
}

type SendingStatusProps = { sending: Sending; onRemove: () => void; onTryAnother: () => void }

function SendingStatus({ sending, onRemove, onTryAnother }: SendingStatusProps) {
  const { fileName, bytes, state } = sending
  const isRefused = state.name === 'refused'
  return (
    <div className="grid gap-2 rounded-control bg-sunken px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <strong className="wrap-anywhere">
          <bdi>{fileName}</bdi>
        </strong>
        <span>{fileSize(bytes)}</span>
      </p>
      {'percent' in state && <Progress label={`Sending ${fileName}`} percent={state.percent} />}
      <SendingStateText sending={sending} />
      {state.name === 'ready' && <RecordingFacts facts={state.facts} />}
      <div className="flex flex-wrap gap-2">
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
