// The artist's offers, where the plain price and the promise are edited as well.

import { Suspense, useRef, useState } from 'react'
import type { OwnOffer, OwnOffers } from '#contracts/artists/offers.ts'
import { maxOffers } from '#rules/artists/offers.ts'
import { networkError } from '#web/api/network-error.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import type { OfferDialogProps } from './offer-dialog.tsx'
import { offerMessages } from './offer-messages.ts'
import { OfferRow } from './offer-row.tsx'
import { typedOf, useOwnOffers } from './own-offers.ts'

const OfferDialog = lazyOr<OfferDialogProps>(
  () => import('./offer-dialog.tsx'),
  () => <Notice tone="danger">{networkError.message}</Notice>,
)

type OffersPanelProps = {
  loaded: OwnOffers
  /** Without a plain price, nobody sees the offers. */
  hasPrice: boolean
}

export function OffersPanel({ loaded, hasPrice }: OffersPanelProps) {
  const { offers, save } = useOwnOffers(loaded)
  const [edited, setEdited] = useState<OwnOffer | 'new' | null>(null)
  const [announced, setAnnounced] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Panel aria-labelledby="offers-heading" className="panel-stack">
      <h2 ref={heading} id="offers-heading" tabIndex={-1}>
        Your offers
      </h2>
      <p className="commission-hint">
        Up to {maxOffers}, each at a price of its own. Singers see them on your page, below your
        price for a custom track. What is asked for already stays as it was.
      </p>
      {!hasPrice && offers.length > 0 && (
        <Notice tone="info">Nobody sees them until you have a price for a custom track.</Notice>
      )}
      {offers.length > 0 && (
        <ol className="own-offers">
          {offers.map((offer, place) => (
            <OfferRow
              key={offer.id}
              offer={offer}
              place={place}
              count={offers.length}
              save={save}
              onEdit={() => setEdited(offer)}
              onMoved={(to) => setAnnounced(`${offer.title} is now number ${to + 1}.`)}
              onRemoved={() => {
                toast.success(offerMessages.removed)
                heading.current?.focus()
              }}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      <AddButton isFull={offers.length >= maxOffers} onAdd={() => setEdited('new')} />
      <Suspense>
        {edited !== null && (
          <OfferDialog
            offer={edited === 'new' ? null : typedOf(edited)}
            save={save}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
      <noscript>
        <Notice tone="info">Changing them needs JavaScript.</Notice>
      </noscript>
    </Panel>
  )
}

function AddButton({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  if (isFull)
    return (
      <p className="commission-hint">
        These are {maxOffers} offers. To add another one, remove one first.
      </p>
    )
  return (
    <Button className="btn-start" onClick={onAdd}>
      Add an offer
    </Button>
  )
}
