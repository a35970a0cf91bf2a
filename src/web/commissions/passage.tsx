import { DateTimeText } from '#web/ui/date-text.tsx'

type PassageProps = { by: string; at: string; text: string }

/** What somebody wrote, and when. */
export function Passage({ by, at, text }: PassageProps) {
  return (
    <figure className="passage">
      <figcaption>
        <bdi>{by}</bdi>, <DateTimeText iso={at} />
      </figcaption>
      <blockquote className="user-text" dir="auto">
        {text}
      </blockquote>
    </figure>
  )
}
