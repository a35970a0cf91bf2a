import { Search } from 'lucide-react'
import { Form, useNavigate } from 'react-router'
import { tracksPath } from '#rules/search/track-search.ts'
import { homePath, registerPath } from '#rules/page-paths.ts'
import { listFeaturedArtists } from '#contracts/artists/artists.ts'
import { listFeaturedTracks } from '#contracts/catalogue.ts'
import { maxPreviewSeconds, productName, strapline } from '#rules/product.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import { CommissionService } from '#web/artists/featured/commission-service.tsx'
import { featuredArtists } from '#web/artists/featured/featured-artists.ts'
import { BuyButton } from '#web/orders/buy-button.tsx'
import { Headline } from '#web/home/headline.tsx'
import { HeroStrings } from '#web/home/hero-strings.tsx'
import { MoreBelow } from '#web/home/more-below.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { SearchBox } from '#web/tracks/search/search-box.tsx'
import { suggestionPath } from '#web/tracks/search/suggestion-path.ts'
import { trackSummary } from '#web/tracks/track-summary.ts'
import { earlyCards, TrackCard } from '#web/tracks/track-card.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { trackMessages } from '#web/tracks/track-messages.ts'
import type { Route } from './+types/home-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { load } = context.get(publicApiContext)
  const [list, artists] = await Promise.all([
    load(listFeaturedTracks, {}),
    load(listFeaturedArtists, {}),
  ])
  return {
    tracks: list.tracks.map(trackSummary),
    hasFeatured: list.featured > 0,
    artists: featuredArtists(artists),
    publicUrl: context.get(siteContext).publicUrl,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: `${productName}: ${strapline}`,
    description:
      'Acoustic backing tracks, played by people in a room. Find your song in your key, hear it, download it.',
    path: homePath,
    publicUrl: loaderData?.publicUrl,
  })
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const [first, ...others] = loaderData.tracks
  return (
    <>
      <Hero />
      <section id="popular" className="page home-popular" aria-labelledby="popular-title">
        <div className="section-head">
          <h2 id="popular-title">
            {loaderData.hasFeatured ? 'Featured and popular' : 'Popular tracks'}
          </h2>
          <PageLink href={tracksPath()}>All tracks</PageLink>
        </div>
        {first === undefined ? (
          <EmptyState
            title={trackMessages.comingSoon}
            text="The first recordings are on their way. Check back soon."
          />
        ) : (
          <ul className="home-grid">
            {[first, ...others].map((track, place) => (
              <li key={track.id}>
                <TrackCard
                  track={track}
                  variant={place === 0 ? 'featured' : 'compact'}
                  isEarly={place < earlyCards}
                >
                  {(shown) => <BuyButton track={shown} size="sm" />}
                </TrackCard>
              </li>
            ))}
          </ul>
        )}
      </section>
      <HowItWorks />
      <CommissionService artists={loaderData.artists} />
      <section className="page home-artists">
        <div>
          <h2>Do you play?</h2>
          <p>
            Record a song the way you would for a friend who sings. You set the price; singers pay
            by card, and what you asked for is yours.
          </p>
        </div>
        <ButtonLink href={registerPath({ role: 'artist' })}>Register as an artist</ButtonLink>
      </section>
    </>
  )
}

function Hero() {
  const navigate = useNavigate()
  return (
    <section className="hero">
      <HeroStrings />
      <div className="hero-text">
        <Headline />
        <p>
          Backing tracks played by people, in a room, on wood and wire. Find your song in your key,
          hear it, take it home.
        </p>
        <Form action={tracksPath()} role="search" className="search-box">
          <Search size={20} aria-hidden="true" />
          <SearchBox onChoose={(chosen) => void navigate(suggestionPath(chosen))} />
          <Button type="submit">Find your song</Button>
        </Form>
      </div>
      <MoreBelow to="popular" />
    </section>
  )
}

const steps = [
  {
    title: 'Find your song',
    text: 'Search by song, singer or artist. Every card shows the key and the voice it suits.',
  },
  {
    title: 'Hear it',
    text: `Play ${maxPreviewSeconds} seconds of the real recording before you decide. No account needed.`,
  },
  {
    title: 'Take it home',
    text: 'Pay by card, download the full file at once, and find it in My Tracks for good.',
  },
]

function HowItWorks() {
  return (
    <section className="home-steps" aria-labelledby="how-it-works">
      <div className="page">
        <h2 id="how-it-works">How it works</h2>
        <ol className="steps">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
