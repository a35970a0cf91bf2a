// One of the artist's own offers: edited, moved, switched off or removed.

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import type { OwnOffer } from '#contracts/artists/offers.ts'
import { formatPence } from '#rules/price.ts'
import { DeleteQuestion } from '#web/forms/delete-question.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { offerMessages } from './offer-messages.ts'
import { movedOffer, turnedOffer, withoutOffer, type SaveChange } from './own-offers.ts'

export type OfferRowProps = {
  offer: OwnOffer
  /** From 0. */
  place: number
  count: number
  save: SaveChange
  onEdit: () => void
  onMoved: (place: number) => void
  onRemoved: () => void
}

export function OfferRow(props: OfferRowProps) {
  const { offer, save, onRemoved } = props
  const [isRemoving, setIsRemoving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <li>
      <div>
        <p>
          <b>
            <bdi>{offer.title}</bdi>
          </b>
        </p>
        {offer.description !== '' && (
          <p className="user-text" dir="auto">
            {offer.description}
          </p>
        )}
        <p className="price-list-price">
          Singers pay {formatPence(offer.customerPricePence)}, you receive{' '}
          {formatPence(offer.pricePence)} · within {offer.maxTimeTaken}
        </p>
        {!offer.isOn && <p className="price-list-price">{offerMessages.isOff}</p>}
      </div>
      {problem !== null && (
        <div role="alert">
          <ErrorText>{problem}</ErrorText>
        </div>
      )}
      {isRemoving ? (
        <DeleteQuestion
          what="offer"
          remove={() => save((offers) => withoutOffer(offers, offer.id))}
          renderFailure={({ message }) => <ErrorText>{message}</ErrorText>}
          onDeleted={onRemoved}
          onClose={() => setIsRemoving(false)}
        />
      ) : (
        <RowButtons {...props} onProblem={setProblem} onRemove={() => setIsRemoving(true)} />
      )}
    </li>
  )
}

type RowButtonsProps = OfferRowProps & {
  onProblem: (problem: string | null) => void
  onRemove: () => void
}

function RowButtons({ offer, place, count, save, onProblem, ...props }: RowButtonsProps) {
  const { title, isOn } = offer
  const change = async (...args: Parameters<SaveChange>) => {
    onProblem(null)
    const saved = await save(...args)
    if (!saved.ok) onProblem(saved.message)
    return saved.ok
  }
  const move = async (by: -1 | 1) => {
    if (await change((offers) => movedOffer(offers, offer.id, by))) props.onMoved(place + by)
  }
  const turn = () => change((offers) => turnedOffer(offers, { id: offer.id, isOn: !isOn }))
  return (
    <div className="offer-buttons">
      <Button variant="ghost" size="sm" aria-label={`Edit ${title}`} onClick={props.onEdit}>
        Edit
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`${isOn ? 'Turn off' : 'Turn on'} ${title}`}
        onClick={() => void turn()}
      >
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
      <MoveButton title={title} by={-1} isPossible={place > 0} onMove={move} />
      <MoveButton title={title} by={1} isPossible={place < count - 1} onMove={move} />
      <Button variant="ghost" size="sm" aria-label={`Remove ${title}`} onClick={props.onRemove}>
        Remove
      </Button>
    </div>
  )
}

type MoveButtonProps = {
  title: string
  by: -1 | 1
  isPossible: boolean
  onMove: (by: -1 | 1) => Promise<void>
}

/** At the end of the list it stays, without a function, so that the focus stays on it. */
function MoveButton({ title, by, isPossible, onMove }: MoveButtonProps) {
  const Arrow = by === -1 ? ArrowUp : ArrowDown
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`Move ${title} ${by === -1 ? 'up' : 'down'}`}
      aria-disabled={!isPossible || undefined}
      onClick={() => isPossible && void onMove(by)}
    >
      <Arrow size={18} aria-hidden="true" />
    </Button>
  )
}
