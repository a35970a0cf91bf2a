import { data } from 'react-router'
import { artistPath } from '#rules/page-paths.ts'
import { getArtist } from '#contracts/artists/artists.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/artist-page.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const wanted = getArtist.input.safeParse({ id: params.id })
  // An invalid id is not found, like an unknown one.
  if (!wanted.success) throw data(null, { status: 404 })
  const artist = await context.get(publicApiContext).load(getArtist, wanted.data)
  return { artist, publicUrl: context.get(siteContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta({ title: 'Artist not found', mayBeIndexed: false })
  const { artist, publicUrl } = loaderData
  return pageMeta({ title: artist.displayName, path: artistPath(artist.id), publicUrl })
}

export default function ArtistPage({ loaderData }: Route.ComponentProps) {
  const { artist } = loaderData
  return (
    <div className="page">
      <h1>
        <bdi>{artist.displayName}</bdi>
      </h1>
      {artist.about !== null && <p>{artist.about}</p>}
    </div>
  )
}
