// The cart as a table: one row per track, the total in the footer.

import { X } from 'lucide-react'
import { useRef } from 'react'
import { trackPath } from '#rules/page-paths.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { formatPence } from '#rules/price.ts'
import { PreviewTrackButton } from '#web/player/preview-track-button.tsx'
import { artistName, SungBy } from '#web/tracks/track-artists.tsx'
import { KeyText } from '#web/tracks/track-badges.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { removeWithToast } from './cart-actions.ts'
import type { CartItem } from './cart-calls.ts'

type CartTableProps = { items: CartItem[]; totalPence: number }

export function CartTable({ items, totalPence }: CartTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const remove = async (item: CartItem) => {
    await removeWithToast(item.track)
    moveFocus(table.current)
  }
  return (
    <table ref={table} tabIndex={-1} className="w-full border-collapse">
      <caption className="sr-only">Your cart</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Track</th>
          <th scope="col">Price, and removing it</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <CartRow key={item.track.id} item={item} onRemove={() => void remove(item)} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="pt-4 text-left">
            Total
          </th>
          <td className="pt-4 text-right text-xl font-bold sm:pr-13">{formatPence(totalPence)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function CartRow({ item: { track }, onRemove }: { item: CartItem; onRemove: () => void }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-3 text-left font-normal">
        <TrackCell track={track} />
      </th>
      <td className="py-3 pl-3 align-top">
        <div className="flex flex-col items-end gap-1 font-bold whitespace-nowrap sm:flex-row sm:items-start sm:justify-end sm:gap-2">
          {formatPence(track.customerPricePence)}
          <div className="-mr-3 sm:-mt-2.5 sm:mr-0">
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove ${track.title}`}
              onClick={onRemove}
            >
              <X size={20} aria-hidden="true" />
            </button>
          </div>
        </div>
      </td>
    </tr>
  )
}

function TrackCell({ track }: { track: TrackSummary }) {
  return (
    <div className="flex gap-3">
      <img
        src={track.coverUrl}
        alt=""
        width="56"
        height="56"
        className="size-14 flex-none rounded-control object-cover max-[24rem]:hidden"
      />
      <div className="wrap-anywhere">
        <PageLink
          href={trackPath(track.id)}
          className="font-display text-xl leading-tight no-underline hover:underline"
        >
          <bdi>{track.title}</bdi>
        </PageLink>
        <p className="text-md text-ink-2">
          <SungBy originalArtist={track.originalArtist} />
        </p>
        <p className="text-md text-ink-2">
          <bdi>{artistName(track.user)}</bdi>
        </p>
        <p className="text-md">
          <KeyText keySignature={track.keySignature} />
        </p>
        <div className="mt-2">
          <PreviewTrackButton track={track} />
        </div>
      </div>
    </div>
  )
}
