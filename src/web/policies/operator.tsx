// Who runs the site and how to reach them, as the operator has configured it.

import { Fragment } from 'react'
import type { Site } from '#contracts/page-seam.ts'
import type { ContactSubject } from '#rules/contact/contact-limits.ts'
import { contactAboutPath } from '#rules/contact/contact-paths.ts'
import { contactPath } from '#rules/page-paths.ts'
import { contactAddress } from '#rules/product.ts'
import { PageLink } from '#web/ui/page-link.tsx'

export type Seller = Site['seller']

export function OperatorAddress({ seller: { name, address, vatNumber } }: { seller: Seller }) {
  return (
    <address className="policy-address">
      {[name, ...address].map((line) => (
        <Fragment key={line}>
          {line}
          <br />
        </Fragment>
      ))}
      {vatNumber !== null && (
        <>
          VAT number {vatNumber}
          <br />
        </>
      )}
      <EmailLink />
    </address>
  )
}

type ContactLinkProps = { about?: ContactSubject; children?: string }

export function ContactLink({ about, children = 'contact form' }: ContactLinkProps) {
  return <PageLink href={about ? contactAboutPath(about) : contactPath}>{children}</PageLink>
}

export function EmailLink() {
  return <a href={`mailto:${contactAddress}`}>{contactAddress}</a>
}
