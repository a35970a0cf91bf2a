// The name of a commission, and whose it is.

import type { Commission } from '#contracts/commissions/commission.ts'
import { adminPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { artistCommissionsPath } from '#rules/commissions/commission-paths.ts'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import { artistPath } from '#rules/page-paths.ts'
import { PageLink } from '#web/ui/page-link.tsx'

export function RoomHead({ commission }: { commission: Commission }) {
  const { name, offerTitle, viewer } = commission
  const back = listOf[viewer]
  return (
    <header className="room-head">
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          <li>
            <PageLink href={back.href}>{back.name}</PageLink>
          </li>
          <li aria-current="page">
            <bdi>{name}</bdi>
          </li>
        </ol>
      </nav>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <Parties commission={commission} />
      {offerTitle !== null && (
        <p>
          Offer: <bdi>{offerTitle}</bdi>
        </p>
      )}
    </header>
  )
}

const listOf = {
  customer: { name: 'My Tracks', href: myTracksPath() },
  artist: { name: 'Commissions', href: artistCommissionsPath() },
  admin: { name: 'Commissions', href: adminPath('commissions') },
} as const

function Parties({ commission: { viewer, customer, artist } }: { commission: Commission }) {
  switch (viewer) {
    case 'customer':
      return (
        <p>
          A custom track by{' '}
          <PageLink href={artistPath(artist.id)}>
            <bdi>{artist.name}</bdi>
          </PageLink>
        </p>
      )
    case 'artist':
      return (
        <p>
          A custom track for <bdi>{customer.name}</bdi>
        </p>
      )
    case 'admin':
      return (
        <p>
          By{' '}
          <PageLink href={adminUserPath(artist.id)}>
            <bdi>{artist.name}</bdi>
          </PageLink>{' '}
          for{' '}
          <PageLink href={adminUserPath(customer.id)}>
            <bdi>{customer.name}</bdi>
          </PageLink>
        </p>
      )
  }
}
