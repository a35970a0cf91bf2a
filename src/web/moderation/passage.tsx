import { DateTimeText } from '#web/ui/date-text.tsx'

/** What somebody wrote about a report, and when. */
export function Passage({ name, at, text }: { name: string; at: string; text: string }) {
  return (
    <div>
      <p className="text-md text-ink-2">
        {name}, <DateTimeText iso={at} />
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
  )
}
