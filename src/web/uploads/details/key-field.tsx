// The field for the key, with suggestions, and a question where the recording sounds like another key.

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UploadFacts } from '#contracts/uploads.ts'
import { keyLabel, suggestedKeys } from '#rules/musical-key.ts'
import { questionAboutKey } from '#rules/music/measured-key.ts'
import { trackTextLimits } from '#rules/track-options.ts'
import { TextField } from '#web/forms/field.tsx'
import { Button } from '#web/ui/button.tsx'
import type { DetailFields } from './detail-fields.ts'

export type MeasuredKey = Pick<UploadFacts, 'measuredKey' | 'measuredKeyConfidence'>

type KeyFieldProps = {
  fields: DetailFields
  /** Of the recording, once it is measured. */
  measured: MeasuredKey | null
}

export function KeyField({ fields, measured }: KeyFieldProps) {
  const { defaultValue = '', ...field } = fields.optional('keySignature')
  const [key, setKey] = useState(defaultValue)
  const area = useRef<HTMLDivElement>(null)
  const answer = (answered: string) => {
    flushSync(() => setKey(answered))
    const input = area.current?.querySelector('input')
    // As if it was typed, so that the form takes notice.
    input?.dispatchEvent(new Event('input', { bubbles: true }))
    input?.focus()
  }
  return (
    <div ref={area} className="grid gap-2">
      <TextField
        {...field}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        label="Key signature"
        list="suggested-keys"
        autoComplete="off"
        autoCapitalize="off"
        maxLength={trackTextLimits.keySignature}
        showCount
        hint="For example C, Am, F# or Bb; ‘m’ means minor."
      />
      <datalist id="suggested-keys">
        {suggestedKeys.map((suggested) => (
          <option key={suggested}>{suggested}</option>
        ))}
      </datalist>
      <div role="status">
        {measured && <KeyQuestion written={key} measured={measured} onAnswer={answer} />}
      </div>
    </div>
  )
}

type KeyQuestionProps = {
  written: string
  measured: MeasuredKey
  onAnswer: (key: string) => void
}

/** The artist decides: nothing is changed before. */
function KeyQuestion({ written, measured, onAnswer }: KeyQuestionProps) {
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const question = questionAboutKey(written, measured)
  const { measuredKey } = measured
  if (question === null || measuredKey === null || confirmed === written) return null
  const confirm = () => {
    setConfirmed(written)
    onAnswer(written)
  }
  return (
    <div className="notice notice-info">
      <p>{question}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="ghost" size="sm" onClick={confirm}>
          It is {keyLabel(written)}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => onAnswer(measuredKey)}>
          It is {keyLabel(measuredKey)}
        </Button>
      </div>
    </div>
  )
}
