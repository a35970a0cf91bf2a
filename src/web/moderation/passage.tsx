import { DateTimeText } from '#web/ui/date-text.tsx'
import { flagMessages } from './flag-messages.ts'

type PassageProps = { name: string; at?: string; text: string }

/** What somebody wrote about a report, and when. */
export function Passage({ name, at, text }: PassageProps) {
  return (
    <div>
      <p className="detail">
        {name}
        {at !== undefined && (
          <>
            , <DateTimeText iso={at} />
          </>
        )}
      </p>
      <p className="user-text">{text}</p>
    </div>
  )
}

/** In an admin's words, written with the decision that follows it. Of a report that took nothing down there is none. */
export function Claim({ claim }: { claim: string | null }) {
  return claim === null ? null : <Passage name={flagMessages.claimed} text={claim} />
}
