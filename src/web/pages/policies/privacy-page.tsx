import { evidenceKeptDays } from '#rules/payments/evidence-files.ts'
import { productName } from '#rules/product.ts'
import { siteContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ContactLink, EmailLink, OperatorAddress, type Seller } from '#web/policies/operator.tsx'
import { policies } from '#web/policies/policies.ts'
import { PolicyPage } from '#web/policies/policy-page.tsx'
import { InYourBrowser } from '#web/policies/privacy-browser.tsx'
import { Emails, HowLong, YourRights } from '#web/policies/privacy-rights.tsx'
import type { Route } from './+types/privacy-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, seller } = context.get(siteContext)
  return { publicUrl, seller }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ ...policies.privacy, publicUrl: loaderData?.publicUrl })
}

export default function PrivacyPage({ loaderData: { seller } }: Route.ComponentProps) {
  return (
    <PolicyPage
      policy="privacy"
      summary="No advertising, no tracking, no profiles of you: we store what buying, selling and writing here needs. This page lists it."
      sections={[
        { id: 'who', title: 'Who is responsible', words: <Who seller={seller} /> },
        { id: 'visitors', title: 'If you only look around', words: <Visitors /> },
        { id: 'account', title: 'If you have an account', words: <AccountData /> },
        { id: 'payments', title: 'Payments', words: <Payments /> },
        { id: 'artists', title: 'If you sell', words: <Artists /> },
        { id: 'others', title: 'What others see', words: <Others /> },
        { id: 'browser', title: 'Cookies and your browser', words: <InYourBrowser /> },
        { id: 'emails', title: 'Emails', words: <Emails /> },
        { id: 'receivers', title: 'Who else gets data', words: <Receivers /> },
        { id: 'how-long', title: 'How long we keep it', words: <HowLong /> },
        { id: 'rights', title: 'Your rights', words: <YourRights /> },
      ]}
    />
  )
}

function Who({ seller }: { seller: Seller }) {
  return (
    <>
      <p>Responsible for your data (the controller) is:</p>
      <OperatorAddress seller={seller} />
      <p>
        Ask us anything about your data through the <ContactLink /> or at <EmailLink />.
      </p>
    </>
  )
}

function Visitors() {
  return (
    <>
      <p>
        You can browse and listen without telling us who you are. Your browser sends us the address
        of your connection (the IP address) with each request, as it does everywhere. We use it
      </p>
      <ul>
        <li>to answer, and to limit how often one address can try to log in, register or write;</li>
        <li>
          to count a listener of a preview once a day: the server remembers the address for a day at
          most, in its memory only;
        </li>
        <li>in technical logs, so that we can find faults and stop attacks.</li>
      </ul>
      <p>
        If you write to us through the <ContactLink />, we store your name, your email address, the
        message and our answers, and use them to answer. Our reason (the legal basis) is our
        legitimate interest in a site that works and is not abused.
      </p>
    </>
  )
}

function AccountData() {
  return (
    <>
      <p>To keep our agreement with you, we store:</p>
      <ul>
        <li>your email address, username, role and, if you like, a display name;</li>
        <li>
          your password only as a hash, from which it cannot be calculated back, and the secret of
          your authenticator app, encrypted, if you use two-factor log-in;
        </li>
        <li>
          your log-ins that have not ended: when they began and were last used, the IP address and
          the name of the browser, so that you can recognise them; and the networks from which you
          have logged in, so that others who guess passwords cannot lock you out;
        </li>
        <li>your cart, your orders, receipts and downloads;</li>
        <li>
          the commissions that you asked for or recorded: the wishes, the reference, every step with
          its time and words, the recordings, notes on them, what the two of you write to each other
          with the files, and disputes about it;
        </li>
        <li>
          what you write and choose: ratings, comments, reviews, artists you follow, reports,
          messages to us, notifications, and which emails you want.
        </li>
      </ul>
      <p>
        To keep the site fair, which is our legitimate interest, we store what admins do about
        reports, accounts, comments and reviews, with their reasons and a copy of each comment or
        review that they remove, and with each report a copy of what it is about. No decision about
        you is made by a program alone.
      </p>
    </>
  )
}

function Payments() {
  return (
    <>
      <p>
        You pay on a page of Stripe, our card provider. Your card’s number is entered there and
        stored there only; its last four digits reach us, for your receipt. We tell Stripe your
        email address, the tracks or the name of the commission, and the price; Stripe tells us
        whether the payment has arrived. For what Stripe does with your data, read{' '}
        <a href="https://stripe.com/gb/privacy" rel="noopener">
          its privacy policy
        </a>
        .
      </p>
      <p>
        We keep each order and its receipt, with your name and email address at the time, the last
        four digits of the card, and which version of the terms you accepted and when, because the
        law obliges us to keep records of sales. Of each download we keep the time and the IP
        address. If you dispute a payment at your bank, we send the bank the receipt, these
        downloads, how often you played the tracks, your log-ins, and of a commission its steps and
        messages. Our copies of the files that we send are deleted {evidenceKeptDays} days after the
        bank has decided.
      </p>
    </>
  )
}

function Artists() {
  return (
    <>
      <p>
        We store your profile, your recordings and what you say about them, and your sales. Your
        details for being paid (your legal name, date of birth, bank account) go to Stripe directly;
        we store only the number of your account there, and whether it is ready.
      </p>
      <p>
        A document that proves a song’s licence is seen by you and by admins only. You learn what
        you sold and what you earn, not who bought it. Of a commission you learn the name of the
        customer, as the customer learns yours, and what both of you write there.
      </p>
    </>
  )
}

function Others() {
  return (
    <>
      <p>Everybody can read, with your name beside it:</p>
      <ul>
        <li>your comments on tracks, and your reviews of artists;</li>
        <li>
          beside a review, that you bought from that artist, as a “Verified buyer” mark, if you did;
        </li>
        <li>an artist’s profile and tracks, and when the artist was last online.</li>
      </ul>
      <p>
        Ratings are shown as an average, without names. How many follow an artist is public; the
        artist can also see who. Who reported a track, a review, a comment, a profile or a message
        is seen by admins only. A commission is seen by its customer, its artist and admins only. Of
        its messages admins read those that were reported, and the others only while it is disputed
        or stopped, or for a reason that they state; each such reading is logged. Your email address
        is never shown to other users.
      </p>
    </>
  )
}

function Receivers() {
  return (
    <>
      <p>We sell no data, and give it only to those who help us to run {productName}:</p>
      <ul>
        <li>Stripe, for payments and for paying artists;</li>
        <li>
          the companies whose servers, storage and email delivery we use, who may use the data only
          for that.
        </li>
      </ul>
      <p>
        Stripe and some of these companies also work outside the United Kingdom. Data then goes to
        countries with rules that the UK considers adequate, or under contracts that the UK has
        approved. What we have paid an artist for commissions we tell the tax authority, with the
        artist’s name, address and tax number as the card provider has them; the artist gets a copy.
        Otherwise we pass data on only if the law obliges us.
      </p>
      <p>
        Some tracks have a guide video of YouTube. It is loaded when you press its play button and
        not before; YouTube then learns your IP address. Buttons for sharing open the other site
        only when you press them.
      </p>
    </>
  )
}
