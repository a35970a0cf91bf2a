import { artistsPath, commissionServiceId } from '#rules/page-paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
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
        <PageLink href={artistsPath()}>All artists</PageLink>
      </div>
      {artists.length === 0 ? (
        <EmptyState heading="h3" title={artistListMessages.noneFeatured} />
      ) : (
        <ul className="featured-grid" aria-label="Featured artists">
          {artists.map((artist) => (
            <li key={artist.id}>
              <FeaturedCard artist={artist} />
            </li>
          ))}
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
