import { privacyPath, refundsPath, termsPath } from '#rules/page-paths.ts'
import { PageLink } from '#web/ui/page-link.tsx'

/** Beside the button that opens the checkout: a customer's consent to a delivery before the time to cancel is over. */
export function CheckoutTerms() {
  return (
    <p className="detail">
      With Checkout you accept the <PageLink href={termsPath}>terms</PageLink> and ask us to make
      the tracks available at once. Once you start to download a track, or to play its full
      recording, you can no longer <PageLink href={refundsPath}>cancel it</PageLink>. The{' '}
      <PageLink href={privacyPath}>privacy policy</PageLink> says what we store.
    </p>
  )
}
