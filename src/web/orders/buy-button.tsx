// The button of a track, which tells what the track is to the user: to add, in the basket, owned, or their own upload.

import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { cartErrors } from '#rules/errors/cart-errors.ts'
import { AddToCartButton } from '#web/cart/add-to-cart-button.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useOwnership } from './ownership.ts'
import { ownedTracks } from './owned-tracks-store.ts'

type BuyButtonProps = Pick<
  ComponentProps<typeof AddToCartButton>,
  'track' | 'label' | 'place' | 'size'
>

/** Its width is reserved, because what the user owns is known only after the page has been shown. */
export function BuyButton(props: BuyButtonProps) {
  const { track, place, size } = props
  const ownership = useOwnership(track)
  if (ownership === 'own-upload') return <Yours {...props} />
  if (ownership === 'owned') {
    return (
      <span className="buy-button">
        <DownloadLink track={track} size={size} />
      </span>
    )
  }
  if (!track.isSellable) return place === 'page' && <NotForSale />
  return (
    <>
      <span className="buy-button">
        <AddToCartButton {...props} onOwned={() => ownedTracks.add(track.id)} />
      </span>
      {place === 'page' && (
        <noscript>
          <p className="field-hint">Buying a track needs JavaScript.</p>
        </noscript>
      )}
    </>
  )
}

/** A plain link: the browser shows the progress. Where there is little space, only 'Download' is visible. */
function DownloadLink({ track, size = 'md' }: Pick<BuyButtonProps, 'track' | 'size'>) {
  return (
    <a
      href={`/api/proxy/tracks/download/${track.id}`}
      download
      className={size === 'sm' ? 'btn btn-ghost btn-sm' : 'btn btn-ghost'}
    >
      <Download size={16} aria-hidden="true" />
      <span>
        <span className="buy-owned">Owned · </span>Download
      </span>
      <bdi className="sr-only">{track.title}</bdi>
    </a>
  )
}

function Yours({ track, place, size }: BuyButtonProps) {
  return (
    <>
      <span className="buy-button">
        <ButtonLink
          href={artistDashboardPath()}
          variant="ghost"
          size={size}
          aria-label={`Yours: ${track.title}`}
        >
          Yours
        </ButtonLink>
      </span>
      {place === 'page' && <p className="sr-only">{cartErrors.own_track.message}</p>}
    </>
  )
}

/** The page stays available: customers who own the track return to it, and it may be for sale again later. */
function NotForSale() {
  return <p className="field-hint">Not for sale at the moment.</p>
}
