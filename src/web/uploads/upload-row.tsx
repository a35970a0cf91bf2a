// One upload that is not listed yet: how far it is, and what the artist can do about it.

import { audioFileTypes } from '#rules/music/audio-formats.ts'
import { useRef, useState, type ChangeEvent } from 'react'
import { uploadDialog } from '#rules/artists/dashboard-search.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import type { KeyAnswer } from '#rules/music/measured-key.ts'
import { keyLabel } from '#rules/music/musical-key.ts'
import { uploadStages } from '#rules/uploads/upload-process.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { fileSize } from '#web/ui/file-size.ts'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { transferMessages } from './transfers/transfer-messages.ts'
import {
  keyQuestion,
  type UploadTransfer,
  type TransferState,
} from './transfers/upload-transfer.ts'
import { uploadTransfers } from './transfers/upload-transfers.ts'
import { TransferStateText } from './transfer-state-text.tsx'

type UploadRowProps = { transfer: UploadTransfer; onRemoved: () => Promise<void> }

export function UploadRow({ transfer, onRemoved }: UploadRowProps) {
  const { state, isSubmitted, fileName, title, bytes } = transfer
  const name = title ?? fileName
  const percent = percentOf(state)
  return (
    <li className="upload-row">
      <div className="upload-words">
        <p className="upload-name">
          <bdi>{name}</bdi>
        </p>
        <p className="detail">
          {title !== null && (
            <>
              <bdi>{fileName}</bdi> ·{' '}
            </>
          )}
          {fileSize(bytes)}
        </p>
        {keyQuestion(transfer) === null ? (
          <TransferStateText transfer={transfer} />
        ) : (
          <KeyAnswers transfer={transfer} name={name} />
        )}
      </div>
      <div className="upload-actions">
        {percent !== null && <Progress label={`Progress of ${name}`} percent={percent} />}
        <div className="row-buttons">
          <FileButton transfer={transfer} name={name} />
          {!isSubmitted && state.name !== 'refused' && (
            <ButtonLink
              size="sm"
              href={artistDashboardPath({ dialog: uploadDialog })}
              preventScrollReset
              aria-label={`Add details of ${name}`}
              onClick={() => uploadTransfers.openInForm(transfer.key)}
            >
              Add details
            </ButtonLink>
          )}
          {state.name !== 'listed' && <RemoveButton {...{ transfer, name, onRemoved }} />}
        </div>
      </div>
    </li>
  )
}

/** The recording was measured after the details were sent: it is listed with the answer. */
function KeyAnswers({ transfer, name }: { transfer: UploadTransfer; name: string }) {
  const [chosen, setChosen] = useState<KeyAnswer | null>(null)
  const { state, details, key } = transfer
  const written = keyLabel(details?.keySignature)
  const heard = state.name === 'ready' ? keyLabel(state.facts.measuredKey) : null
  const answer = async (given: KeyAnswer) => {
    setChosen(given)
    const result = await uploadTransfers.answerKey(key, given)
    setChosen(null)
    if (result && !result.ok) toast.error(result.message)
  }
  const button = (given: KeyAnswer, text: string) => (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`${text}: ${name}`}
      isLoading={chosen === given}
      onClick={() => void answer(given)}
    >
      {text}
    </Button>
  )
  return (
    <div className="upload-question">
      <p role="status">{keyQuestion(transfer)} It is listed when you have answered.</p>
      <div className="button-row-sm">
        {button('as_written', `It is ${written}`)}
        {button('as_measured', `Use ${heard}`)}
      </div>
    </div>
  )
}

/** After a reload the same file again, after a refusal another one. */
function FileButton({ transfer, name }: { transfer: UploadTransfer; name: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { state, key } = transfer
  if (state.name !== 'missing' && state.name !== 'refused') return null
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (!file) return
    const goesOn = await uploadTransfers.replace(key, file)
    if (state.name === 'missing' && !goesOn) toast.info(transferMessages.fromBeginning)
  }
  const text = state.name === 'missing' ? 'Choose again' : 'Try another file'
  return (
    <>
      <Button size="sm" aria-label={`${text}: ${name}`} onClick={() => input.current?.click()}>
        {text}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={audioFileTypes.join()}
        onChange={(event) => void choose(event)}
      />
    </>
  )
}

function RemoveButton({ transfer, name, onRemoved }: UploadRowProps & { name: string }) {
  const [isRemoving, setIsRemoving] = useState(false)
  const text = transfer.state.name === 'refused' ? 'Dismiss' : 'Remove'
  const remove = async () => {
    setIsRemoving(true)
    const refused = await uploadTransfers.cancel(transfer.key)
    if (refused === null) return onRemoved()
    setIsRemoving(false)
    toast.error(refused.message)
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`${text} ${name}`}
      isLoading={isRemoving}
      onClick={() => void remove()}
    >
      {text}
    </Button>
  )
}

/** Of the preparation by the number of stages, not by time: the duration of a stage depends on the recording. */
function percentOf(state: TransferState): number | null {
  if ('percent' in state) return state.percent
  if (state.name === 'preparing')
    return ((uploadStages.indexOf(state.stage) + 0.5) / uploadStages.length) * 100
  return state.name === 'listed' ? 100 : null
}
