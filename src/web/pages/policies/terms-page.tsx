import { myTracksPath } from '#rules/orders/order-paths.ts'
import { pageRoutes, privacyPath, refundsPath, reviewsPolicyPath } from '#rules/page-paths.ts'
import { formatPence, platformFeePercent, processingFeePence } from '#rules/price.ts'
import { maxPreviewSeconds, productName } from '#rules/product.ts'
import { siteContext } from '#web/api/contexts.ts'
import { useSpans } from '#web/api/use-spans.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { CommissionTerms } from '#web/policies/commission-terms.tsx'
import { ContactLink, OperatorAddress, type Seller } from '#web/policies/operator.tsx'
import { policies } from '#web/policies/policies.ts'
import { PolicyPage } from '#web/policies/policy-page.tsx'
import { Paid, Selling, Uploading } from '#web/policies/terms-for-artists.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/terms-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, seller } = context.get(siteContext)
  return { publicUrl, seller }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ ...policies.terms, publicUrl: loaderData?.publicUrl })
}

export default function TermsPage({ loaderData: { seller } }: Route.ComponentProps) {
  return (
    <PolicyPage
      policy="terms"
      summary={`These terms are the agreement between you and ${seller.name}, who runs ${productName}. By opening an account or buying a track you accept them.`}
      sections={[
        { id: 'who', title: 'Who we are', words: <Who seller={seller} /> },
        { id: 'account', title: 'Your account', words: <Account /> },
        { id: 'buying', title: 'Buying a track', words: <Buying seller={seller} /> },
        { id: 'licence', title: 'What you may do with a track', words: <Licence /> },
        { id: 'uploading', title: 'For artists: what you upload', words: <Uploading /> },
        { id: 'selling', title: 'For artists: your licence to us', words: <Selling /> },
        { id: 'paid', title: 'For artists: price and payment', words: <Paid /> },
        { id: 'commissions', title: 'Recordings made to order', words: <CommissionTerms /> },
        { id: 'writing', title: 'What you write', words: <Writing /> },
        { id: 'suspension', title: 'Rules, and what happens if you break them', words: <Rules /> },
        { id: 'liability', title: 'If something goes wrong', words: <Liability /> },
        { id: 'law', title: 'Changes, law and disputes', words: <Law /> },
      ]}
    />
  )
}

function Who({ seller }: { seller: Seller }) {
  return (
    <>
      <p>“We” and “us” is the operator of {productName}:</p>
      <OperatorAddress seller={seller} />
      <p>
        You reach a person through the <ContactLink />. “Artists” are users who record and sell
        tracks; everybody with an account can buy.
      </p>
    </>
  )
}

function Account() {
  return (
    <>
      <p>
        Anybody can look around and listen to previews. To buy, sell, rate, comment, review, follow
        or report you need an account: an email address that you read, a username and a password.
      </p>
      <ul>
        <li>You must be 18 or older, or have the permission of a parent or guardian.</li>
        <li>The account is yours alone. Keep its password to yourself.</li>
        <li>
          You can buy at once; before you upload or are paid, confirm your email address by the link
          that we send you.
        </li>
        <li>Your username must not pretend that you are somebody else.</li>
        <li>A customer’s account can become an artist’s account at any time.</li>
      </ul>
      <p>
        You can stop using your account whenever you like, and delete it in your{' '}
        <PageLink href={pageRoutes.settingsData}>settings</PageLink>. The{' '}
        <PageLink href={`${privacyPath}#rights`}>privacy policy</PageLink> says what is deleted then
        and what we must keep.
      </p>
    </>
  )
}

function Buying({ seller }: { seller: Seller }) {
  return (
    <>
      <p>
        Before you buy, you can listen to a preview of up to {maxPreviewSeconds} seconds and read
        what the artist says about the recording: key, format, instrumentation, and how the song is
        licensed.
      </p>
      <ul>
        <li>
          <strong>Price.</strong> The price beside a track is what you pay, in pounds sterling. It
          is the artist’s price plus {platformFeePercent}% of it for us and{' '}
          {formatPence(processingFeePence)} for processing. Nothing is added at the checkout.
        </li>
        <li>
          <strong>Contract.</strong> Your contract is with {seller.name}, the name on your receipt.
          It begins when the card provider tells us that your payment has arrived. If a price has
          changed, or a track is no longer for sale, you see the new cart before you pay.
        </li>
        <li>
          <strong>Payment.</strong> You pay by card on a page of Stripe, our card provider. We never
          see your card’s number.
        </li>
        <li>
          <strong>Delivery.</strong> The tracks appear in{' '}
          <PageLink href={myTracksPath()}>My Tracks</PageLink> as soon as the payment has arrived,
          usually within seconds, and we email you a link and your receipt.
        </li>
        <li>
          <strong>Cancelling.</strong> Read{' '}
          <PageLink href={refundsPath}>Refunds and cancelling</PageLink>: it is part of these terms.
        </li>
      </ul>
    </>
  )
}

function Licence() {
  return (
    <>
      <p>
        When you buy a track you get a licence for its recording. It has no end date, is valid
        everywhere, is not exclusive (others can buy the same track), and is for you personally: you
        cannot pass it on. You may
      </p>
      <ul>
        <li>download the track as often as you like, and keep copies on devices of your own;</li>
        <li>practise and teach with it, and change its key, tempo or length;</li>
        <li>sing or play over it on a stage, in a lesson, at a service or in a stream;</li>
        <li>
          record yourself with it and publish that performance, also for money, as long as your
          performance is a real part of it.
        </li>
      </ul>
      <p>You may not</p>
      <ul>
        <li>sell, share or publish the track on its own, or as a backing track or a sample;</li>
        <li>say that you played it, or register it as yours with a content recognition service;</li>
        <li>use it to train software that makes music or voices.</li>
      </ul>
      <h3>The song itself</h3>
      <p>
        The licence is for the recording, not for the song. Performing a song in public, or
        publishing your own version of it, can need a licence of its writers as well. A venue, a
        church, a streaming site or a collecting society often has one; please check before you
        publish. Each track’s page shows what its artist says about the licence of the song.
      </p>
      <h3>For ever</h3>
      <p>
        What you have bought stays yours, also if the artist withdraws the track, is suspended or
        leaves: it stays in My Tracks. Only a law or a court can make us stop offering a download.
        Keep a copy of your own as well.
      </p>
    </>
  )
}

function Writing() {
  return (
    <p>
      Comments, reviews and profiles stay yours. You allow us to show them on {productName} for as
      long as they are here. They are public: others read them with your name beside them. What may
      be written, and for how long you can change it, is in{' '}
      <PageLink href={reviewsPolicyPath}>Reviews and rankings</PageLink>.
    </p>
  )
}

function Rules() {
  const { longestHeldDay } = useSpans()
  return (
    <>
      <p>Please do not</p>
      <ul>
        <li>upload what is not yours, or report what you know to be in order;</li>
        <li>insult, threaten or harass others, or write what the law forbids;</li>
        <li>rate, review or buy to make something look better or worse than it is;</li>
        <li>pay with a card that is not yours, or without its owner’s permission;</li>
        <li>attack the site, get around its limits, or copy its catalogue by a program.</li>
      </ul>
      <p>
        An admin can suspend the account of somebody who does. A suspension takes effect at once:
        only the home page, these rules, the contact form and the{' '}
        <PageLink href={pageRoutes.settingsData}>
          page with your data and the tracks you have bought
        </PageLink>{' '}
        stay open to you, and an artist’s profile and tracks are hidden. We email you the reason
        that the admin has given. Customers keep what they bought from a suspended artist. Money
        that has not been transferred to the artist by then is held until an admin releases it;
        lifting the suspension alone does not. Commissions that are not paid end. Paid ones stand
        still until the suspension is lifted or an admin decides; if neither has happened{' '}
        {longestHeldDay} days after the payment, the money goes back to the customer.
      </p>
      <p>
        If you think that a suspension is wrong, write to us through the{' '}
        <ContactLink about="suspension" />. An admin can lift a suspension, and everything it hid
        comes back.
      </p>
    </>
  )
}

function Liability() {
  return (
    <>
      <p>
        A track must be of satisfactory quality and as it was described. If it is not, you have the
        rights of the Consumer Rights Act 2015; nothing in these terms takes them away.{' '}
        <PageLink href={`${refundsPath}#faulty`}>What to do then</PageLink>.
      </p>
      <p>
        We look after the site with care, but we cannot promise that it is always there and never
        fails. We are responsible for damage that we cause by breaking these terms or by not taking
        reasonable care, if both of us could have expected it. We do not limit what the law does not
        let us limit, such as for death or injury by negligence, or for fraud. {productName} is made
        for singers; we do not answer for lost business.
      </p>
      <p>
        The key and the tempo that the site shows besides the artist’s own words are measured by a
        program, which can be wrong.
      </p>
    </>
  )
}

function Law() {
  return (
    <>
      <p>
        When we change these terms, the date at the top changes. For a track that you have bought,
        the terms of that day count. If a change matters to you as an artist or as a customer, we
        tell you before it applies, and you can leave.
      </p>
      <p>
        The law of England and Wales applies. If you are a consumer in Scotland or Northern Ireland
        you can also go to the courts there, and you keep the protection of the law of the country
        you live in.
      </p>
      <p>
        If you have a complaint, please write to us first, through the <ContactLink />: most things
        can be put right in a few sentences.
      </p>
    </>
  )
}
