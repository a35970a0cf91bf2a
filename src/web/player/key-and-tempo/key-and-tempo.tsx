import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import {
  fastestPercent,
  isOriginal,
  maxSemitones,
  originalTuning,
  slowestPercent,
} from '#rules/listening/tuning.ts'
import { Button } from '#web/ui/button.tsx'
import { durationOf, previewSource, type Source } from '../player-state.ts'
import { player, usePlayer } from '../player-store.ts'
import { boughtKeyText } from './bought-key-text.ts'
import { keyFailureText, keyText, lengthText, spokenKeyText, tempoText } from './tuning-text.ts'

export type KeyAndTempoProps = {
  track: TrackSummary
  /** The preview by default. */
  source?: Source
}

/** The controls of the key and tempo in which everything is heard; they name the key of this track. */
export function KeyAndTempo({ track, source = previewSource }: KeyAndTempoProps) {
  const tuning = usePlayer((state) => state.tuning)
  const keyFailure = usePlayer((state) => state.keyFailure)
  const { semitones, tempoPercent } = tuning
  const hint = lengthText(durationOf(track, source), tempoPercent)
  return (
    <div className="stack-sm">
      <Stepper
        label="Key"
        text={keyText(track.keySignature, semitones)}
        spoken={spokenKeyText(track.keySignature, semitones)}
        value={semitones}
        range={[-maxSemitones, maxSemitones]}
        step={1}
        steps={['One semitone lower', 'One semitone higher']}
        isDisabled={keyFailure === 'unsupported'}
        onChange={(changed) => player.setTuning({ ...tuning, semitones: changed })}
      />
      <Stepper
        label="Tempo"
        text={tempoText(tempoPercent)}
        spoken={`${tempoPercent}%`}
        value={tempoPercent}
        range={[slowestPercent, fastestPercent]}
        step={5}
        steps={['Slower', 'Faster']}
        onChange={(changed) => player.setTuning({ ...tuning, tempoPercent: changed })}
      />
      {keyFailure && (
        <p role="alert" className="tuning-failure">
          {keyFailureText[keyFailure]}
        </p>
      )}
      {hint && <p className="detail">{hint}</p>}
      <div>
        <Button
          variant="ghost"
          size="sm"
          aria-disabled={isOriginal(tuning) || undefined}
          onClick={() => player.setTuning(originalTuning)}
        >
          Reset key and tempo
        </Button>
      </div>
    </div>
  )
}

export type BoughtKeyProps = { bought: Pick<TrackSummary, 'keySignature'> }

/** What the buttons that sell the track sell, in whatever key it is heard. */
export function BoughtKey({ bought }: BoughtKeyProps) {
  return <p className="small">{boughtKeyText(bought.keySignature)}</p>
}

type StepperProps = {
  label: string
  text: string
  spoken: string
  value: number
  range: [min: number, max: number]
  /** The step of the buttons; the slider moves by one. */
  step: number
  /** What the two buttons do. */
  steps: [down: string, up: string]
  isDisabled?: boolean
  onChange: (value: number) => void
}

function Stepper({ label, text, spoken, value, range, ...props }: StepperProps) {
  const { step, steps, isDisabled = false, onChange } = props
  const [min, max] = range
  const id = `slider${useId()}`
  const stepTo = (next: number) => () => onChange(Math.min(Math.max(next, min), max))
  return (
    <div>
      <div className="tuning-head">
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id}>{text}</output>
      </div>
      <div className="tuning-slider">
        <button
          type="button"
          className="icon-button"
          aria-label={steps[0]}
          aria-disabled={isDisabled || value <= min || undefined}
          onClick={isDisabled ? undefined : stepTo(value - step)}
        >
          <Minus size={20} aria-hidden="true" />
        </button>
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          value={value}
          disabled={isDisabled}
          aria-valuetext={spoken}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={steps[1]}
          aria-disabled={isDisabled || value >= max || undefined}
          onClick={isDisabled ? undefined : stepTo(value + step)}
        >
          <Plus size={20} aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}
