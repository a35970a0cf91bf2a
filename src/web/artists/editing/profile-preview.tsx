// What others see of the profile, with the changes that are not saved yet.

import type { Artist } from '#contracts/artists/artists.ts'
import { artistPath } from '#rules/page-paths.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { ArtistCard } from '../artist-card.tsx'

export function ProfilePreview({ artist }: { artist: Artist }) {
  return (
    <section className="profile-preview" aria-labelledby="preview-heading">
      <h2 id="preview-heading">What others see</h2>
      <ArtistCard artist={artist} />
      <div className="panel panel-stack">
        <p className="user-text" dir="auto">
          {artist.about ?? (
            <span className="text-ink-2">You have not written about yourself yet.</span>
          )}
        </p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-md">
          <dt className="text-ink-2">Artist's Promise</dt>
          <dd>{artist.maxTimeTakenForCommission}</dd>
          <dt className="text-ink-2">Takes commissions</dt>
          <dd>{artist.availableForCommission ? 'Yes' : 'No'}</dd>
          <dt className="text-ink-2">Examples</dt>
          <dd>{artist.artistExamples.length}</dd>
        </dl>
        <p className="text-md">
          <PageLink href={artistPath(artist.id)}>Your page, as it is saved</PageLink>
        </p>
      </div>
    </section>
  )
}
