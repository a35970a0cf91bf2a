// The cart as a table: one row per track, the total in the footer; and the button below it that clears the cart.

import { X } from 'lucide-react'
import { Suspense, useRef, useState, type ComponentProps } from 'react'
import { trackPath } from '#rules/page-paths.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { formatPence } from '#rules/price.ts'
import { PreviewTrackButton } from '#web/player/preview-track-button.tsx'
import { artistName, SungBy } from '#web/tracks/track-artists.tsx'
import { KeyText } from '#web/tracks/track-badges.tsx'
import { Button } from '#web/ui/button.tsx'
import type FullDialog from '#web/ui/dialog.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import type { CartState } from './cart-store.ts'
import { clearWithToast, removeWithToast } from './cart-toasts.ts'

type CartTableProps = { items: CartState['items']; totalPence: number }

export function CartTable({ items, totalPence }: CartTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const remove = async (track: TrackSummary) => {
    await removeWithToast(track)
    moveFocus(table.current)
  }
  return (
    <table ref={table} tabIndex={-1} className="cart-table">
      <caption className="sr-only">Your cart</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Track</th>
          <th scope="col">Price, and removing it</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ track }) => (
          <CartRow key={track.id} track={track} onRemove={() => void remove(track)} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{formatPence(totalPence)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function CartRow({ track, onRemove }: { track: TrackSummary; onRemove: () => void }) {
  return (
    <tr>
      <th scope="row">
        <TrackCell track={track} />
      </th>
      <td>
        <div className="cart-price">
          {formatPence(track.customerPricePence)}
          <div className="cart-remove">
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
    <div className="cart-track">
      <img src={track.coverUrl} alt="" width="56" height="56" />
      <div>
        <PageLink href={trackPath(track.id)} className="row-title name-link">
          <bdi>{track.title}</bdi>
        </PageLink>
        <p className="detail">
          <SungBy originalArtist={track.originalArtist} />
        </p>
        <p className="detail">
          <bdi>{artistName(track.user)}</bdi>
        </p>
        <p className="small">
          <KeyText keySignature={track.keySignature} />
        </p>
        <div className="cart-track-preview">
          <PreviewTrackButton track={track} />
        </div>
      </div>
    </div>
  )
}

const Dialog = lazyOr(() => import('#web/ui/dialog.tsx'), PlainQuestion)

/** Clearing the cart cannot be undone, so a dialog asks for confirmation. */
export function ClearCartButton({ count }: { count: number }) {
  const [confirmation, setConfirmation] = useState<'not yet' | 'open' | 'closed'>('not yet')
  const cancelButton = useRef<HTMLButtonElement>(null)
  const isOpen = confirmation === 'open'
  const close = () => setConfirmation('closed')
  const clear = async () => {
    close()
    await clearWithToast()
    moveFocus(null)
  }
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setConfirmation('open')}>
        Clear cart
      </Button>
      {confirmation !== 'not yet' && (
        <Suspense fallback={null}>
          <Dialog
            open={isOpen}
            onOpenChange={(open) => !open && close()}
            title="Clear the cart?"
            firstFocus={cancelButton}
            footer={
              <>
                <Button ref={cancelButton} variant="ghost" onClick={close}>
                  {count === 1 ? 'Keep it' : 'Keep them'}
                </Button>
                <Button onClick={() => void clear()}>Clear cart</Button>
              </>
            }
          >
            <p>
              {count === 1 ? 'The track leaves the cart.' : `All ${count} tracks leave the cart.`}
            </p>
          </Dialog>
        </Suspense>
      )}
    </>
  )
}

/** The confirmation in the page, used when the dialog's code cannot be loaded. */
function PlainQuestion({ open, title, children, footer }: ComponentProps<typeof FullDialog>) {
  if (!open) return null
  return (
    <section className="cart-clear-question">
      <h2>{title}</h2>
      {children}
      <div className="button-row-sm">{footer}</div>
    </section>
  )
}
