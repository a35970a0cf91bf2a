import { listMessages } from '#contracts/contact/messages.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { messageStatusLabels, optionsOf } from '#web/admin/admin-labels.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { AdminSearchForm } from '#web/admin/admin-search-form.tsx'
import { MessagesList } from '#web/contact/messages-list.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/messages-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Messages: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('messages', url.searchParams)
  const list = await context.get(apiContext).request(listMessages, search)
  return { search, ...valueForAdmin(list, url) }
}

export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  const { search, messages: list, total, ...paging } = loaderData
  return (
    <AdminArea page="messages">
      <AdminSearchForm
        path={adminPath('messages')}
        search={{ placeholder: 'Email, name, words or id', value: search.query }}
        filters={[
          {
            name: 'state',
            label: 'State',
            value: search.state,
            options: optionsOf(messageStatusLabels),
          },
        ]}
        total={total}
      />
      {list.length === 0 ? (
        <EmptyState
          title="No messages found"
          text="What people write in the contact form appears here."
        />
      ) : (
        <MessagesList messages={list} />
      )}
      <Paging {...paging} addressOf={(page) => adminPath('messages', { ...search, page })} />
    </AdminArea>
  )
}
