// What a customer sees right after paying: the new tracks, and the receipt.

import type { OwnedTrack, OwnedTracks } from '#contracts/orders.ts'
import { receiptPath } from '#rules/page-paths.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { refundMessages } from './refund-messages.ts'
import { OwnedTrackList } from './owned-tracks.tsx'

type JustBoughtProps = { order: NonNullable<OwnedTracks['order']>; tracks: OwnedTrack[] }

export function JustBought({ order, tracks }: JustBoughtProps) {
  return (
    <section className="panel just-bought" aria-labelledby="just-bought-heading">
      <h2 id="just-bought-heading">{justBoughtHeading(order)}</h2>
      {order.hasGranted && (
        <p>Yours for ever: download as often as you like. We have emailed you the link, too.</p>
      )}
      {order.unavailable.length > 0 && <p>{refundMessages.unavailable(order.unavailable)}</p>}
      {!order.hasGranted && order.unavailable.length === 0 && <p>{refundMessages.owned}</p>}
      <p>
        <PageLink href={receiptPath(order.receiptNumber)}>Receipt {order.receiptNumber}</PageLink>
      </p>
      {tracks.length > 0 && <OwnedTrackList tracks={tracks} />}
    </section>
  )
}

export function justBoughtHeading(order: JustBoughtProps['order']): string {
  if (order.hasGranted) return 'It’s yours. Sing it.'
  return order.unavailable.length > 0
    ? refundMessages.unavailableHeading
    : refundMessages.ownedHeading
}
