// One upload that is not listed yet: how far it is, and what the artist can do about it.

import { audioFileTypes } from '#rules/audio-formats.ts'
import { useRef, useState, type ChangeEvent } from 'react'
import { uploadDialog } from '#rules/artists/dashboard-search.ts'
import type { KeyAnswer } from '#rules/music/measured-key.ts'
import { keyLabel } from '#rules/musical-key.ts'
import { artistDashboardPath } from '#rules/page-paths.ts'
import { uploadStages } from '#rules/upload-process.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { fileSize } from '#web/ui/file-size.ts'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { sendingMessages } from './sending/sending-messages.ts'
import { keyQuestion, type Sending, type SendingState } from './sending/sending.ts'
import { sendings } from './sending/sendings-store.ts'
import { SendingStateText } from './sending-state.tsx'

type UploadRowProps = { sending: Sending; onRemoved: () => Promise<void> }

export function UploadRow({ sending, onRemoved }: UploadRowProps) {
  const { state, isSubmitted, fileName, title, bytes } = sending
  const name = title ?? fileName
  const percent = percentOf(state)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64 wrap-anywhere">
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p className="text-md text-ink-2">
          {title !== null && (
            <>
              <bdi>{fileName}</bdi> ·{' '}
            </>
          )}
          {fileSize(bytes)}
        </p>
        {keyQuestion(sending) === null ? (
          <SendingStateText sending={sending} />
        ) : (
          <KeyAnswers sending={sending} name={name} />
        )}
      </div>
      <div className="grid grow basis-72 gap-2 md:grow-0 md:basis-88">
        {percent !== null && <Progress label={`Progress of ${name}`} percent={percent} />}
        <div className="row-buttons">
          <FileButton sending={sending} name={name} />
          {!isSubmitted && state.name !== 'refused' && (
            <ButtonLink
              size="sm"
              href={artistDashboardPath({ dialog: uploadDialog })}
              preventScrollReset
              aria-label={`Add details of ${name}`}
              onClick={() => sendings.openInForm(sending.key)}
            >
              Add details
            </ButtonLink>
          )}
          {state.name !== 'listed' && <RemoveButton {...{ sending, name, onRemoved }} />}
        </div>
      </div>
    </li>
  )
}

/** The recording was measured after the details were sent: it is listed with the answer. */
function KeyAnswers({ sending, name }: { sending: Sending; name: string }) {
  const [chosen, setChosen] = useState<KeyAnswer | null>(null)
  const { state, details, key } = sending
  const written = keyLabel(details?.keySignature)
  const heard = state.name === 'ready' ? keyLabel(state.facts.measuredKey) : null
  const answer = async (given: KeyAnswer) => {
    setChosen(given)
    const result = await sendings.answerKey(key, given)
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
    <div className="mt-1 grid gap-2">
      <p role="status">{keyQuestion(sending)} It is listed when you have answered.</p>
      <div className="flex flex-wrap gap-2">
        {button('as_written', `It is ${written}`)}
        {button('as_measured', `Use ${heard}`)}
      </div>
    </div>
  )
}

/** After a reload the same file again, after a refusal another one. */
function FileButton({ sending, name }: { sending: Sending; name: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { state, key } = sending
  if (state.name !== 'missing' && state.name !== 'refused') return null
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (!file) return
    const goesOn = sendings.replace(key, file)
    if (state.name === 'missing' && !goesOn) toast.info(sendingMessages.fromBeginning)
  }
  const text = state.name === 'missing' ? 'Choose again' : 'Try another file'
  return (
    <>
      <Button size="sm" aria-label={`${text}: ${name}`} onClick={() => input.current?.click()}>
        {text}
      </Button>
      <input ref={input} type="file" hidden accept={audioFileTypes.join()} onChange={choose} />
    </>
  )
}

function RemoveButton({ sending, name, onRemoved }: UploadRowProps & { name: string }) {
  const [isRemoving, setIsRemoving] = useState(false)
  const text = sending.state.name === 'refused' ? 'Dismiss' : 'Remove'
  const remove = async () => {
    setIsRemoving(true)
    const refused = await sendings.cancel(sending.key)
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
function percentOf(state: SendingState): number | null {
  if ('percent' in state) return state.percent
  if (state.name === 'preparing')
    return ((uploadStages.indexOf(state.stage) + 0.5) / uploadStages.length) * 100
  return state.name === 'listed' ? 100 : null
}
