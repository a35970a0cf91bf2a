import { DateText } from '#web/ui/date-text.tsx'

/** In the place of a player. */
export function RemovedText({ at }: { at: string }) {
  return (
    <p className="commission-hint">
      The recording was removed on <DateText iso={at} />.
    </p>
  )
}
