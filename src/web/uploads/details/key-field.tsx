// The field for the key, with suggestions; and the question where the recording sounds like another key.

import { keyLabel, suggestedKeys } from '#rules/music/musical-key.ts'
import { trackTextLimits } from '#rules/tracks/track-options.ts'
import { RadioCards, TextField } from '#web/forms/field.tsx'
import type { DetailFields } from './detail-fields.ts'
import { keyAnswerField, type KeyState } from './use-key.ts'

type KeyFieldProps = { fields: DetailFields; state: KeyState }

export function KeyField({ fields, state }: KeyFieldProps) {
  const { defaultValue: _initial, ...field } = fields.optional('keySignature')
  return (
    <div>
      <TextField
        {...field}
        value={state.written}
        onChange={(event) => state.write(event.target.value)}
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
    </div>
  )
}

/** Above the button that publishes: nothing is published before the artist has decided. */
export function KeyQuestion({ fields, state }: KeyFieldProps) {
  const { question, asked, answer, measuredKey } = state
  const { error } = fields.optional(keyAnswerField)
  const heard = keyLabel(measuredKey)
  return (
    <div role="status">
      {question !== null && (
        <RadioCards
          legend={question}
          name={keyAnswerField}
          value={answer ?? null}
          onChoose={state.give}
          options={[
            {
              value: 'as_written',
              label: `It is ${keyLabel(asked)}`,
              hint: 'The track’s page says that you state the key.',
            },
            {
              value: 'as_measured',
              label: `It sounds like ${heard}: use ${heard}`,
              hint: `The key becomes ${heard}.`,
            },
          ]}
          {...(error === undefined || answer !== undefined ? {} : { error })}
        />
      )}
    </div>
  )
}
