import type { Delivery } from '#contracts/commissions/commission.ts'
import { OwnPlayer } from '#web/player/own-player.tsx'

/** The preview of a delivery that is ready. */
export function DeliveryPlayer({ delivery }: { delivery: Delivery }) {
  const { number, previewUrl, previewSeconds, previewWaveform } = delivery
  if (previewUrl === null || previewSeconds === null) return null
  return (
    <OwnPlayer
      url={previewUrl}
      durationSeconds={previewSeconds}
      waveform={previewWaveform}
      name={`the preview of delivery ${number}`}
    />
  )
}

/** The whole recording, and the sung guide with it, for those who may hear them now. */
export function FullPlayers({ delivery }: { delivery: Delivery }) {
  const { number, fileUrl, guideUrl, durationSeconds } = delivery
  return (
    <>
      {fileUrl !== null && durationSeconds !== null && (
        <>
          <p className="commission-hint">The whole recording</p>
          <OwnPlayer
            url={fileUrl}
            durationSeconds={durationSeconds}
            name={`the whole of delivery ${number}`}
          />
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
