import { redirect } from 'react-router'
import { getIdAndRole } from '#contracts/accounts/accounts.ts'
import { listPapers } from '#contracts/papers.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import {
  artistPapersPath,
  paperKindNames,
  readPapersSearch,
  type PaperKind,
} from '#rules/papers/papers.ts'
import { redirectToLogin, valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { PapersList } from '#web/artists/papers/papers-list.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterLinks } from '#web/ui/filter-links.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/artist-papers-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Papers', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id, role } = await api.load(getIdAndRole, {})
  if (id === null) throw redirectToLogin(url)
  // There, a customer can become an artist.
  if (role !== 'artist') throw redirect(artistDashboardPath())
  const search = readPapersSearch(url.searchParams)
  return { search, list: valueForUser(await api.request(listPapers, search), url) }
}

type Loaded = Route.ComponentProps['loaderData']

export default function ArtistPapersPage({ loaderData: { search, list } }: Route.ComponentProps) {
  const { papers, totalPages, currentPage } = list
  return (
    <div className="page artist-sales">
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          <li>
            <PageLink href={artistDashboardPath()}>Artist Dashboard</PageLink>
          </li>
          <li aria-current="page">Papers</li>
        </ol>
      </nav>
      <h1>Papers</h1>
      <Kinds search={search} list={list} />
      {papers.length === 0 ? <NoPapers search={search} /> : <PapersList papers={papers} />}
      <Paging
        {...{ totalPages, currentPage }}
        addressOf={(page) => artistPapersPath({ ...search, page })}
      />
    </div>
  )
}

/** A choice only where there are several kinds, or one is chosen. */
function Kinds({ search, list: { kinds } }: Loaded) {
  if (kinds.length < 2 && search.kind === undefined) return null
  const shown =
    search.kind === undefined || kinds.includes(search.kind) ? kinds : [...kinds, search.kind]
  return (
    <FilterLinks
      label="Kinds of papers"
      links={[
        { name: 'All', href: artistPapersPath(), isCurrent: search.kind === undefined },
        ...shown.map((kind) => ({
          name: `${paperKindNames[kind]}s`,
          href: artistPapersPath({ kind }),
          isCurrent: search.kind === kind,
        })),
      ]}
    />
  )
}

function NoPapers({ search: { kind } }: Pick<Loaded, 'search'>) {
  if (kind === undefined) return <EmptyState title="No papers yet" text={without.statement.text} />
  return (
    <EmptyState
      {...without[kind]}
      action={<PageLink href={artistPapersPath()}>Show all papers</PageLink>}
    />
  )
}

/** When there is one. */
const without: Record<PaperKind, { title: string; text: string }> = {
  statement: {
    title: 'No monthly statements yet',
    text: 'On the second of each month you get a statement of the month before: what you sold, what went back, and what was paid to you.',
  },
  vat_invoice: {
    title: 'No VAT invoices',
    text: 'Where our fees contain VAT, an invoice for each month is made on the 2nd of the next one.',
  },
  credit_note: {
    title: 'No VAT credit notes',
    text: 'What goes back of a fee after it was invoiced is on a credit note.',
  },
  tax_report: {
    title: 'No tax reports yet',
    text: 'If you were paid for commissions in a year, you find here by 31 January what we have told the tax authority of it.',
  },
}
