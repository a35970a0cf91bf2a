// The parts of the terms that are for artists.

import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { copyrightPolicyPath, refundsPath, registerPath } from '#rules/page-paths.ts'
import {
  customerPricePence,
  formatPence,
  platformFeePercent,
  processingFeePence,
} from '#rules/price.ts'
import { maxPreviewSeconds, productName } from '#rules/product.ts'
import { audioLimits } from '#rules/uploads/upload-limits.ts'
import { PageLink } from '#web/ui/page-link.tsx'

export function Uploading() {
  return (
    <>
      <p>
        Anybody can <PageLink href={registerPath({ role: 'artist' })}>sell here</PageLink> what they
        have played themselves. With each upload you confirm that you recorded the track yourself,
        that neither MIDI nor AI was used, and that you have the right to upload it and follow the
        copyright and licensing laws of your country. The{' '}
        <PageLink href={copyrightPolicyPath}>copyright policy</PageLink> says what that means, and
        what happens when somebody reports a track.
      </p>
      <ul>
        <li>
          Describe a recording truthfully: key, instrument, format, and how the song is licensed.
        </li>
        <li>
          Recordings have {audioLimits.minSeconds} seconds to {audioLimits.maxMinutes} minutes, as{' '}
          {audioLimits.formats}. One that cannot be played, or is silent, is refused, and you are
          told why.
        </li>
        <li>A document that proves a licence is seen only by you and by admins.</li>
      </ul>
    </>
  )
}

export function Selling() {
  return (
    <>
      <p>
        Your recordings stay yours. You allow us, without an exclusive right, to store them, to make
        previews of up to {maxPreviewSeconds} seconds and files in other formats from them, to show
        and play those, and to sell customers the licence of <a href="#licence">these terms</a>. You
        can sell the same recordings elsewhere.
      </p>
      <p>
        You can change a track’s price and description, or withdraw it, at any time in your{' '}
        <PageLink href={artistDashboardPath()}>artist dashboard</PageLink>. A withdrawn track is no
        longer listed or sold, and you can list it again. Customers who bought it keep it: for them
        your permission has no end, also after you have left {productName}.
      </p>
    </>
  )
}

export function Paid() {
  const examplePence = 500
  return (
    <>
      <p>
        You set the price that you receive for each track, and you receive it in full. The customer
        pays it plus {platformFeePercent}% for us and {formatPence(processingFeePence)} for
        processing: for a track at {formatPence(examplePence)} the customer pays{' '}
        {formatPence(customerPricePence(examplePence))}. We pay what the card provider charges.
      </p>
      <ul>
        <li>
          You are paid through Stripe. Before your tracks can be bought, you set up an account
          there; Stripe asks for your details and checks them, under{' '}
          <a href="https://stripe.com/gb/legal/connect-account" rel="noopener">
            its own agreement with you
          </a>
          .
        </li>
        <li>
          Your share of a sale is transferred to that account as soon as the customer’s payment is
          booked. Stripe then pays it out to your bank. If a transfer is refused, we try again; it
          stays owed to you.
        </li>
        <li>
          If we refund a customer because a recording was not yours, or not as you described it, we
          can ask you to pay back your price for it, and never more.{' '}
          <PageLink href={`${refundsPath}#artists`}>Refunds and artists</PageLink>.
        </li>
        <li>
          You answer for your own taxes, and for what you owe to a song’s writers. Where the law
          asks us to, we tell the tax authority what we have paid you for commissions, and give you
          a copy.
        </li>
      </ul>
    </>
  )
}
