import { listArtistMargins } from '#contracts/admin/margins.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { MarginTable, PriceTable } from '#web/admin/money/margins.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import type { Route } from './+types/margins-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'What we keep: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('margins', url.searchParams)
  const list = await context.get(apiContext).request(listArtistMargins, search)
  return valueForAdmin(list, url)
}

export default function MarginsPage({ loaderData }: Route.ComponentProps) {
  const { margins, total, losing, ...paging } = loaderData
  return (
    <AdminArea page="money" title="What we keep">
      <div className="stack-lg">
        <section className="stack" aria-labelledby="artists">
          <h2 id="artists">Of artists’ sales, in the last three months</h2>
          {total === 0 ? (
            <EmptyState
              heading="h3"
              title="No sales yet"
              text="Each night, what our fees bring, less what the card provider takes, is listed here for each artist."
            />
          ) : (
            <>
              <p>
                Our fees, less what the card provider takes for the payments, and for the account in
                each month in which it pays the artist’s bank.{' '}
                {losing === 0
                  ? 'Nobody’s sales lose money.'
                  : `The sales of ${losing === 1 ? 'one artist lose' : `${wholeNumber(losing)} artists lose`} money.`}
              </p>
              <MarginTable margins={margins} />
            </>
          )}
          <Paging {...paging} addressOf={(page) => adminPath('margins', { page })} />
        </section>
        <section className="stack" aria-labelledby="prices">
          <h2 id="prices">Of a sale, by price and sales a month</h2>
          <p>
            At the card provider’s list prices, if each track is bought by itself and the bank is
            paid once a month.
          </p>
          <PriceTable />
        </section>
      </div>
    </AdminArea>
  )
}
