import { myTracksPath } from '#rules/orders/order-paths.ts'
import { receiptsPath, termsPath } from '#rules/page-paths.ts'
import { productName } from '#rules/product.ts'
import { siteContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { CommissionRefunds } from '#web/policies/commission-terms.tsx'
import { ContactLink, EmailLink, OperatorAddress, type Seller } from '#web/policies/operator.tsx'
import { policies } from '#web/policies/policies.ts'
import { PolicyPage } from '#web/policies/policy-page.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/refunds-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, seller } = context.get(siteContext)
  return { publicUrl, seller }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ ...policies.refunds, publicUrl: loaderData?.publicUrl })
}

export default function RefundsPage({ loaderData: { seller } }: Route.ComponentProps) {
  return (
    <PolicyPage
      policy="refunds"
      summary="Paid twice? The money comes back by itself. Not started to download yet? You can cancel. Something wrong with the recording? Tell us. Made to order? The money is held until you approve."
      sections={[
        { id: 'twice', title: 'A track that you paid twice', words: <Twice /> },
        { id: 'cancelling', title: 'Your right to cancel', words: <Cancelling seller={seller} /> },
        { id: 'faulty', title: 'A track that is not as described', words: <Faulty /> },
        { id: 'commissions', title: 'A recording made to order', words: <CommissionRefunds /> },
        { id: 'how', title: 'How you get the money', words: <How /> },
        { id: 'artists', title: 'Refunds and artists', words: <Artists /> },
      ]}
    />
  )
}

function Twice() {
  return (
    <>
      <p>
        {productName} does not sell you a track that you own: its button says “Owned”, and a
        checkout leaves it out. If you still paid for one, for example in two browser tabs at the
        same time, we notice it and send its full price back to the card. You do not need to do
        anything. You get an email when the refund has been sent, and your{' '}
        <PageLink href={receiptsPath()}>receipt</PageLink> shows it.
      </p>
      <p>
        The same happens if we take a track off the site, or suspend its artist, while your payment
        is on its way: you pay for the rest of your order only.
      </p>
      <p>A payment that did not succeed, or that you left before the end, is not charged.</p>
    </>
  )
}

function Cancelling({ seller }: { seller: Seller }) {
  return (
    <>
      <p>
        As a consumer you can cancel a purchase within 14 days, without giving a reason. For digital
        content this right ends earlier, once the delivery has begun with your agreement. We do it
        like this:
      </p>
      <ul>
        <li>
          At the checkout you ask us to make your tracks available at once, and acknowledge that you
          lose the right to cancel a track when its delivery begins. The email about your purchase
          says it again.
        </li>
        <li>
          The delivery of a track begins when you first download it, in any format, or play the full
          recording in <PageLink href={myTracksPath()}>My Tracks</PageLink>. The preview does not
          count.
        </li>
        <li>
          Until then, and for 14 days from the day of your purchase, you can cancel that track and
          get its whole price back.
        </li>
      </ul>
      <p>
        So please listen to the preview, and look at the key and the range, before you download. To
        cancel, tell us by the end of the 14 days, with “Something is wrong” in My Tracks, through
        the <ContactLink /> or by email. You can use these words, but you do not have to:
      </p>
      <blockquote className="policy-form">
        <p>
          To {seller.name}, <EmailLink />: I cancel my purchase of the track (title), bought on
          (date), receipt number (number). My name and the email address of my account: (name,
          email). Date: (date).
        </p>
      </blockquote>
      <p>Our postal details:</p>
      <OperatorAddress seller={seller} />
    </>
  )
}

function Faulty() {
  return (
    <>
      <p>
        A track must be of satisfactory quality, fit for singing over, and as its page describes it.
        If the file is damaged, stops early, is in another key than its page says, or is not what
        was described, tell us with “Something is wrong” in{' '}
        <PageLink href={myTracksPath()}>My Tracks</PageLink>, also after you have downloaded it, and
        also after the 14 days.
      </p>
      <p>
        You are entitled to a repaired or replaced recording. If that is not possible, or takes too
        long or troubles you too much, you are entitled to some or all of your money back. These are
        your rights under the Consumer Rights Act 2015; this page does not change them.
      </p>
      <p>
        If a download breaks off, start it again: there is no limit. If a format does not play on
        your device, choose another one in My Tracks.
      </p>
    </>
  )
}

function How() {
  return (
    <>
      <p>
        Choose “Something is wrong” beside the track in{' '}
        <PageLink href={myTracksPath()}>My Tracks</PageLink>, or write to us through the{' '}
        <ContactLink about="purchase" /> with the number of your receipt and the title. A person
        reads it. What you get wholly back is no longer yours.
      </p>
      <ul>
        <li>The money goes back to the card that you paid with, and costs you nothing.</li>
        <li>
          We send it without delay, within 14 days of your message at the latest. Banks then take
          five to ten days to show it.
        </li>
        <li>You get everything back that you paid for the track, also our share of it.</li>
        <li>
          If the bank of your card refuses the refund, for example because the card is closed, we
          ask you where to send the money.
        </li>
      </ul>
      <p>
        Please ask us before you ask your bank to reverse a payment: that is slower for everybody,
        and while it is open neither of us can do much.
      </p>
    </>
  )
}

function Artists() {
  return (
    <p>
      For a track that was paid twice, its artist is paid once. For other refunds, an artist can be
      asked to pay back at most the artist’s own price of the track, as the{' '}
      <PageLink href={`${termsPath}#paid`}>terms</PageLink> say; the rest is ours to bear.
    </p>
  )
}
