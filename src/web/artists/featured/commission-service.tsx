import { artistsPath } from '#rules/artists/artist-search.ts'
import { commissionServiceId } from '#rules/page-paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Rosette } from '#web/ui/rosette.tsx'
import { artistListMessages } from '../grid/artist-list-messages.ts'
import type { ArtistSummary } from '../artist-summary.ts'
import { FeaturedCard } from './featured-card.tsx'

const steps = [
  {
    title: 'Choose a musician',
    text: 'Hear how they play, read what others say, and see the price and the time it takes.',
  },
  {
    title: 'Say what you need',
    text: 'The song, the key, the tempo, the arrangement. You pay only after the musician accepts, and the money is held.',
  },
  {
    title: 'Hear it, then approve',
    text: 'Listen to a preview and ask for changes. With your approval the musician is paid and the full track is yours.',
  },
]

/** Two rows of four on a wide screen: the last card leads to all artists. */
const maxCards = 8

/** The part of the home page about commissions. */
export function CommissionService({ artists }: { artists: ArtistSummary[] }) {
  return (
    <section
      id={commissionServiceId}
      className="page home-commission"
      aria-labelledby="commission-title"
    >
      <div className="section-head">
        <h2 id="commission-title">Commission a Musician</h2>
        {artists.length === 0 && <PageLink href={artistsPath()}>All artists</PageLink>}
      </div>
      {artists.length === 0 ? (
        <EmptyState heading="h3" title={artistListMessages.noneFeatured} />
      ) : (
        <ul className="featured-grid" aria-label="Featured artists">
          {artists.slice(0, maxCards - 1).map((artist) => (
            <li key={artist.id}>
              <FeaturedCard artist={artist} />
            </li>
          ))}
          <li>
            <AllArtists />
          </li>
        </ul>
      )}
      <ol className="steps" aria-label="How commissions work">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function AllArtists() {
  return (
    <div className="card artist-card all-artists">
      <Rosette size={88} />
      <h3>
        <PageLink href={artistsPath()}>All artists</PageLink>
      </h3>
      <p className="card-meta">
        Search by name or instrument, sort by price or rating, and hear how they play.
      </p>
    </div>
  )
}
