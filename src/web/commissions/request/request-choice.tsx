// What is asked for: at the artist's plain price, or by one of the offers; and what that costs.

import { useState } from 'react'
import { formatPence } from '#rules/price.ts'
import { RadioCards } from '#web/forms/field.tsx'
import { shownPriceField } from './request-form.ts'
import type { AskedArtist } from './request-start.ts'

type RequestChoiceProps = {
  artist: AskedArtist
  /** Of the offer that is chosen first; '' is the plain price. */
  initial: string | undefined
}

export function RequestChoice({ artist, initial = '' }: RequestChoiceProps) {
  const [wanted, setWanted] = useState(initial)
  const choices = choicesOf(artist)
  const [plain] = choices
  // The artist may have removed the offer, or somebody has written anything into the URL.
  const chosen = choices.find(({ value }) => value === wanted) ?? plain
  return (
    <>
      {artist.offers.length > 0 && (
        <div className="request-choice">
          <RadioCards
            legend="What you ask for"
            name="offerId"
            value={chosen.value}
            onChoose={setWanted}
            options={choices.map((choice) => ({
              value: choice.value,
              label: <bdi>{choice.title}</bdi>,
              hint: <Hint choice={choice} />,
            }))}
          />
        </div>
      )}
      {choices.map(({ value, pence }) => (
        <input key={value} type="hidden" name={shownPriceField(value)} value={pence} />
      ))}
      <PriceBox artist={artist} choice={chosen} />
    </>
  )
}

type Choice = ReturnType<typeof choicesOf>[number]

/** The plain price is the first. */
function choicesOf(artist: AskedArtist) {
  const plain = {
    value: '',
    title: 'A custom track, as you wish',
    description: '',
    pence: artist.customerCommissionPricePence,
    time: artist.maxTimeTakenForCommission,
  }
  const offered = artist.offers.map((offer) => ({
    value: offer.id,
    title: offer.title,
    description: offer.description,
    pence: offer.customerPricePence,
    time: offer.maxTimeTaken,
  }))
  return [plain, ...offered] as const
}

function Hint({ choice: { pence, time, description } }: { choice: Choice }) {
  return (
    <>
      {formatPence(pence)}, within {time}
      {description !== '' && (
        <span className="user-text" dir="auto">
          {description}
        </span>
      )}
    </>
  )
}

/** Known before anything is asked: the price and what it includes, and that nothing is paid yet. */
function PriceBox({ artist, choice }: { artist: AskedArtist; choice: Choice }) {
  return (
    <section className="price-box" aria-label="Price">
      {/* Without a script it would not follow the choice, which has the price beside it. */}
      <p className={artist.offers.length > 0 ? 'needs-script' : undefined}>
        <strong className="price">{formatPence(choice.pence)}</strong>
        <span>Delivered within: {choice.time}</span>
        <span>Included revisions: {artist.includedRevisions}</span>
      </p>
      <p>
        You pay nothing now. When <bdi>{artist.displayName}</bdi> has accepted, you pay by card, and
        the money is held until you approve the recording.
      </p>
    </section>
  )
}
