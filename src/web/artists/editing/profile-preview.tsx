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
          {artist.about ?? <span className="muted">You have not written about yourself yet.</span>}
        </p>
        <dl className="profile-preview-facts">
          <dt>Artist's Promise</dt>
          <dd>{artist.maxTimeTakenForCommission}</dd>
          <dt>Takes commissions</dt>
          <dd>{artist.availableForCommission ? 'Yes' : 'No'}</dd>
          <dt>Examples</dt>
          <dd>{artist.artistExamples.length}</dd>
        </dl>
        <p className="small">
          <PageLink href={artistPath(artist.id)}>Your page, as it is saved</PageLink>
        </p>
      </div>
    </section>
  )
}
