import {
  minStars,
  inlineReviews,
  maxAnswerLength,
  maxCommentLength,
  maxReviewLength,
  maxStars,
  reviewEditMinutes,
} from '#rules/reviews/review-limits.ts'
import { removedWordsPath, reviewRulesId } from '#rules/page-paths.ts'
import { productName } from '#rules/product.ts'
import { siteContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ContactLink } from '#web/policies/operator.tsx'
import { policies } from '#web/policies/policies.ts'
import { PolicyPage } from '#web/policies/policy-page.tsx'
import { ListsOfArtists, ListsOfTracks } from '#web/policies/rankings.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/reviews-policy-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, ratingsNeedPurchase, reviewsNeedEmail } = context.get(siteContext)
  return { publicUrl, ratingsNeedPurchase, reviewsNeedEmail }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ ...policies.reviews, publicUrl: loaderData?.publicUrl })
}

export default function ReviewsPolicyPage({ loaderData }: Route.ComponentProps) {
  return (
    <PolicyPage
      policy="reviews"
      summary="What singers say about tracks and artists, who can say it, and what decides which of them you see first."
      sections={[
        {
          id: 'tracks',
          title: 'Ratings and comments on tracks',
          words: <OnTracks needsPurchase={loaderData.ratingsNeedPurchase} />,
        },
        {
          id: 'artists',
          title: 'Reviews of artists',
          words: <OnArtists needsEmail={loaderData.reviewsNeedEmail} />,
        },
        { id: 'checks', title: 'What we check, and what we do not', words: <Checks /> },
        { id: reviewRulesId, title: 'What does not belong here', words: <Rules /> },
        { id: 'track-lists', title: 'How lists of tracks are sorted', words: <ListsOfTracks /> },
        {
          id: 'artist-lists',
          title: 'How lists of artists are sorted',
          words: <ListsOfArtists />,
        },
      ]}
    />
  )
}

function OnTracks({ needsPurchase }: { needsPurchase: boolean }) {
  return (
    <>
      <p>
        {needsPurchase
          ? 'Customers who own a track can rate it and comment on it.'
          : 'Everybody with an account can rate a track and comment on it, bought or not.'}{' '}
        Artists cannot rate their own tracks or comment on them.
      </p>
      <ul>
        <li>
          A rating is {minStars} to {maxStars} stars. Each user has one for a track; a new one
          replaces it. A track shows the average of all its ratings and how many there are.
        </li>
        <li>
          A comment has up to {maxCommentLength.toLocaleString('en-GB')} characters. Its author can
          change it for {reviewEditMinutes} minutes and delete it at any time.
        </li>
      </ul>
    </>
  )
}

function OnArtists({ needsEmail }: { needsEmail: boolean }) {
  return (
    <>
      <p>
        {needsEmail
          ? 'Everybody who has confirmed their email'
          : 'Everybody with an account, its email confirmed or not,'}{' '}
        can write reviews of an artist, of up to {maxReviewLength.toLocaleString('en-GB')}{' '}
        characters, but nobody of themselves.
      </p>
      <ul>
        <li>
          The author can change a review for {reviewEditMinutes} minutes, which it then says, until
          the artist has answered it, and delete it at any time.
        </li>
        <li>
          The artist can answer each review once, in up to {maxAnswerLength.toLocaleString('en-GB')}{' '}
          characters. Artists can neither change nor delete reviews of themselves.
        </li>
        <li>
          “Verified buyer” means that the author owns at least one track of this artist, bought
          here. Only we can set this mark, from our own records.
        </li>
        <li>
          All reviews are shown by date: the newest first, or the oldest first. A profile begins
          with {inlineReviews.before} of them by different authors: those of verified buyers first,
          then the newest.
        </li>
      </ul>
      <p>
        When an account is deleted, its comments and reviews stay, without a name, and its ratings
        stay in the averages.
      </p>
    </>
  )
}

function Checks() {
  return (
    <>
      <p>
        We show all reviews, good and bad, as soon as they are written, and do not read them before.
        We never pay for a review, offer anything for one, write one ourselves, or delete one
        because it is bad. Artists must not do so either.
      </p>
      <p>
        So that nobody can tip the scale, we limit how often one user can rate and write, and refuse
        artists who rate themselves. A review without the mark may be from somebody who has only
        heard a preview, or who knows the artist from elsewhere.
      </p>
    </>
  )
}

function Rules() {
  return (
    <>
      <p>
        Write what you think of the music and of working with the artist, also if it is not kind.
        These do not belong here: fake reviews, insults and threats, private details of others,
        advertising, and what the law forbids. The same goes for the messages in a commission.
      </p>
      <p>
        If you see such a thing, press “Report” beside it, or tell us through the <ContactLink />,
        with the address of the page. A person reads it, and nobody else is told who sent it. We
        remove what breaks these rules from {productName} and tell its author why; the author’s
        account can be suspended.
      </p>
      <p>
        If we have removed something of yours after a report and you think that it belongs here,
        answer that in your <PageLink href={removedWordsPath}>removed words</PageLink>: a person
        reads it and decides again. Otherwise object to it through the{' '}
        <ContactLink about="objection" />; a person answers by email.
      </p>
    </>
  )
}
