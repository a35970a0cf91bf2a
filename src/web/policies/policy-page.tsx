// The frame of a page of fixed words: heading, date, contents, sections, and links to the other such pages.

import type { ReactNode } from 'react'
import { PageLink } from '#web/ui/page-link.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { policies, type PolicyName } from './policies.ts'

/** The id is a part of the page's address: links from elsewhere lead to it. */
export type Section = { id: string; title: string; words: ReactNode }

type PolicyPageProps = {
  policy: PolicyName
  /** What the page says, in a sentence or two. */
  summary: ReactNode
  sections: Section[]
}

/** A page with more sections has a list of them. */
const fewSections = 4

export function PolicyPage({ policy, summary, sections }: PolicyPageProps) {
  const { title, changedOn } = policies[policy]
  return (
    <div className="page">
      <article className="policy">
        <header className="prose">
          <h1>{title}</h1>
          <p className="policy-summary">{summary}</p>
          <p className="policy-date">
            Last changed: <DateText iso={changedOn} />
          </p>
        </header>
        {sections.length > fewSections && <Contents sections={sections} />}
        <div className="policy-body">
          {sections.map(({ id, title: heading, words }) => (
            <section key={id} className="prose" aria-labelledby={id}>
              <h2 id={id}>{heading}</h2>
              {words}
            </section>
          ))}
          <OtherPolicies than={policy} />
        </div>
      </article>
    </div>
  )
}

function Contents({ sections }: { sections: Section[] }) {
  return (
    <nav className="policy-contents no-print" aria-labelledby="policy-contents">
      <p id="policy-contents">On this page</p>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function OtherPolicies({ than }: { than: PolicyName }) {
  const others = Object.values(policies).filter(({ path }) => path !== policies[than].path)
  return (
    <nav className="policy-others no-print" aria-labelledby="policy-others">
      <p id="policy-others">Read on</p>
      <ul>
        {others.map(({ path, title }) => (
          <li key={path}>
            <PageLink href={path}>{title}</PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
