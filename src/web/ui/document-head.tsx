// The beginning of a document that is printed: what it is, its number and dates, who has made it and whom it is for.

import { Fragment, type ReactNode } from 'react'
import { DateText } from './date-text.tsx'

type Seller = { name: string; address: readonly string[]; vatNumber?: string | null }
type Fact = { name: string; value: ReactNode }

type DocumentHeadProps = {
  title: string
  facts: readonly Fact[]
  from: Seller
  /** Left out where the document's own words say it. */
  to?: { name: string; email?: string }
}

export function DocumentHead({ title, facts, from, to }: DocumentHeadProps) {
  return (
    <>
      <header>
        <h1>{title}</h1>
        <dl>
          {facts.map(({ name, value }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      </header>
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
            {from.vatNumber && `VAT number ${from.vatNumber}`}
          </address>
        </section>
        {to !== undefined && <Recipient {...to} />}
      </div>
    </>
  )
}

function Recipient({ name, email }: NonNullable<DocumentHeadProps['to']>) {
  return (
    <section>
      <h2>To</h2>
      <address>
        <bdi>{name}</bdi>
        {email !== undefined && (
          <>
            <br />
            {email}
          </>
        )}
      </address>
    </section>
  )
}

/** A fact of most documents. */
export function madeOn(iso: string, name = 'Made on'): Fact {
  return { name, value: <DateText iso={iso} /> }
}
