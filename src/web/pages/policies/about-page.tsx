import { artistsPath } from '#rules/artists/artist-search.ts'
import { tracksPath } from '#rules/search/track-search.ts'
import { contactPath, registerPath, reviewsPolicyPath, termsPath } from '#rules/page-paths.ts'
import {
  customerPricePence,
  formatPence,
  platformFeePercent,
  processingFeePence,
} from '#rules/price.ts'
import { maxPreviewSeconds, productName, strapline } from '#rules/product.ts'
import { siteContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { OperatorAddress, type Seller } from '#web/policies/operator.tsx'
import { policies } from '#web/policies/policies.ts'
import { PolicyPage } from '#web/policies/policy-page.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/about-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, seller } = context.get(siteContext)
  return { publicUrl, seller }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ ...policies.about, publicUrl: loaderData?.publicUrl })
}

export default function AboutPage({ loaderData: { seller } }: Route.ComponentProps) {
  return (
    <PolicyPage
      policy="about"
      summary={`${strapline}: backing tracks that people have played by hand, for people who sing.`}
      sections={[
        { id: 'what', title: 'What it is', words: <What /> },
        { id: 'singers', title: 'For singers', words: <Singers /> },
        { id: 'artists', title: 'For artists', words: <Artists /> },
        { id: 'who', title: 'Who runs it', words: <Who seller={seller} /> },
      ]}
    />
  )
}

function What() {
  return (
    <p>
      An undersong is the accompaniment beneath a melody. On {productName}, artists sell their own
      acoustic recordings of it: a guitar, a piano, a whole arrangement, played by hand, without
      MIDI and without AI. You sing the rest.
    </p>
  )
}

function Singers() {
  return (
    <>
      <ul>
        <li>
          Find a song by its title, key or vocal range, and listen to a preview of up to{' '}
          {maxPreviewSeconds} seconds. You can try it in another key and at another tempo.
        </li>
        <li>Pay by card, in pounds. The price you see is the price you pay.</li>
        <li>
          Download it at once, in the formats you need. It stays in your library, without a time
          limit.
        </li>
        <li>Tell others how it sings: with stars, a comment, or a review of the artist.</li>
      </ul>
      <p>
        <ButtonLink href={tracksPath()}>Find a track</ButtonLink>
      </p>
    </>
  )
}

function Artists() {
  const examplePence = 500
  return (
    <>
      <p>
        You set your price and receive all of it. The singer pays {platformFeePercent}% and{' '}
        {formatPence(processingFeePence)} on top: for a track at {formatPence(examplePence)} that is{' '}
        {formatPence(customerPricePence(examplePence))}. Your share is sent to your account at
        Stripe with each sale. Your recordings stay yours, and you can withdraw them at any time.
      </p>
      <p>
        Nobody can buy a better place in a list: how lists are sorted is{' '}
        <PageLink href={`${reviewsPolicyPath}#track-lists`}>written down</PageLink>, and so are the{' '}
        <PageLink href={termsPath}>terms</PageLink>. Listen to{' '}
        <PageLink href={artistsPath()}>the artists who are here already</PageLink>.
      </p>
      <p>
        <ButtonLink href={registerPath({ role: 'artist' })} variant="ghost">
          Sell your recordings
        </ButtonLink>
      </p>
    </>
  )
}

function Who({ seller }: { seller: Seller }) {
  return (
    <>
      <OperatorAddress seller={seller} />
      <p>
        Questions, praise, problems: <PageLink href={contactPath}>write to us</PageLink>. People
        read it, not machines.
      </p>
    </>
  )
}
