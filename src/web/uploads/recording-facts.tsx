// The measured facts of a recording, and its preview, before the track is listed.

import type { UploadFacts } from '#contracts/uploads.ts'
import { keyLabel, spokenKey } from '#rules/music/musical-key.ts'
import { clock, spokenTime } from '#rules/listening/clock.ts'
import { OwnPlayer } from '#web/player/own-player.tsx'

export function RecordingFacts({ facts }: { facts: UploadFacts }) {
  return (
    <div className="stack-sm">
      <OwnPlayer
        url={facts.previewUrl}
        durationSeconds={facts.previewSeconds}
        waveform={facts.waveform}
        name="the preview of your recording"
        seekName="your recording"
      />
      <dl className="facts">
        <Fact
          name="Length"
          shown={clock(facts.durationSeconds)}
          spoken={spokenTime(facts.durationSeconds)}
        />
        <Fact name="Loudness" shown={`${facts.loudnessLufs.toFixed(1)} LUFS`} />
        <Fact name="Format" shown={formatText(facts)} />
        {facts.measuredKey !== null && (
          <Fact
            name="Sounds like"
            shown={keyLabel(facts.measuredKey) ?? ''}
            spoken={spokenKey(facts.measuredKey) ?? ''}
          />
        )}
        {facts.tempoBpm !== null && (
          <Fact name="Tempo" shown={`${Math.round(facts.tempoBpm)} BPM`} />
        )}
      </dl>
    </div>
  )
}

function formatText({ container, sampleRateHz, channels }: UploadFacts): string {
  return `${container.toUpperCase()}, ${sampleRateHz / 1000} kHz, ${channels === 1 ? 'mono' : 'stereo'}`
}

function Fact({ name, shown, spoken }: { name: string; shown: string; spoken?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {spoken === undefined ? (
          shown
        ) : (
          <>
            <span aria-hidden="true">{shown}</span>
            <span className="sr-only">{spoken}</span>
          </>
        )}
      </dd>
    </div>
  )
}
