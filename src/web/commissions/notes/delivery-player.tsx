import { useState, type ComponentProps } from 'react'
import type { Delivery } from '#contracts/commissions/commission.ts'
import type { Note } from '#contracts/commissions/note.ts'
import { OwnPlayerOf, type OwnPlayer } from '#web/player/own-player.tsx'
import { useOwnElement } from '#web/player/use-own-element.ts'
import { useHeardElsewhere } from './heard-elsewhere.ts'
import { NoteMarks } from './note-marks.tsx'
import { RemovedText } from '../removed-text.tsx'

type DeliveryPlayerProps = {
  delivery: Delivery
  /** The newest one that is ready takes notes, also at what is heard here. */
  isNewest: boolean
}

/** The preview of a delivery that is ready. */
export function DeliveryPlayer({ delivery, isNewest }: DeliveryPlayerProps) {
  const { number, previewUrl, previewSeconds, previewWaveform, removedAt } = delivery
  if (removedAt !== null) return <RemovedText at={removedAt} />
  if (previewUrl === null || previewSeconds === null) return null
  const preview = {
    url: previewUrl,
    durationSeconds: previewSeconds,
    waveform: previewWaveform,
    name: `the preview of delivery ${number}`,
  }
  return <PreviewPlayer {...{ preview, isNewest }} />
}

type PreviewPlayerProps = Pick<DeliveryPlayerProps, 'isNewest'> & {
  preview: ComponentProps<typeof OwnPlayer>
}

function PreviewPlayer({ preview, isNewest }: PreviewPlayerProps) {
  const own = useOwnElement(preview.url)
  useHeardElsewhere(own, isNewest)
  return <OwnPlayerOf own={own} {...preview} />
}

type FullPlayersProps = { delivery: Delivery; notes: readonly Note[] }

/** The whole recording with its notes, and the sung guide, for those who may hear them now. */
export function FullPlayers({ delivery, notes }: FullPlayersProps) {
  const { number, fileUrl, guideUrl, durationSeconds } = delivery
  return (
    <>
      {fileUrl !== null && durationSeconds !== null && (
        <>
          <p className="commission-hint">The whole recording</p>
          <FullPlayer {...{ delivery, notes, durationSeconds }} url={fileUrl} />
        </>
      )}
      {guideUrl !== null && (
        <p>
          <a href={guideUrl}>The sung guide of delivery {number}</a>
        </p>
      )}
    </>
  )
}

type FullPlayerProps = FullPlayersProps & { url: string; durationSeconds: number }

function FullPlayer({ delivery, notes, url, durationSeconds }: FullPlayerProps) {
  const own = useOwnElement(url)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  return (
    <OwnPlayerOf
      own={own}
      url={url}
      durationSeconds={durationSeconds}
      waveform={delivery.fileWaveform}
      name={`the whole of delivery ${delivery.number}`}
      marks={
        <NoteMarks
          notes={notes}
          // Another delivery can be shorter than the one that the note was written on.
          secondsOf={({ recordingSeconds: at }) =>
            at !== null && at <= durationSeconds ? at : null
          }
          durationSeconds={durationSeconds}
          selectedId={selectedId}
          onSelect={(note, seconds) => {
            setSelectedId(note.id)
            own.seek(seconds)
          }}
        />
      }
    />
  )
}
