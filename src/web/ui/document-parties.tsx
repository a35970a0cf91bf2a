import { Fragment } from 'react'

type Seller = { name: string; address: readonly string[]; vatNumber: string | null }

/** Who has made a document that is printed, and whom it is for. */
export function DocumentParties({
  from,
  to,
}: {
  from: Seller
  to: { name: string; email?: string }
}) {
  return (
    <div className="document-parties">
      <section>
        <h2>From</h2>
        <address>
          {[from.name, ...from.address].map((line) => (
            <Fragment key={line}>
              {line}
              <br />
            </Fragment>
          ))}
          {from.vatNumber !== null && `VAT number ${from.vatNumber}`}
        </address>
      </section>
      <section>
        <h2>To</h2>
        <address>
          <bdi>{to.name}</bdi>
          {to.email !== undefined && (
            <>
              <br />
              {to.email}
            </>
          )}
        </address>
      </section>
    </div>
  )
}
