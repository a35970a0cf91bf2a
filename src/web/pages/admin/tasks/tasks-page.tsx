import { redirect } from 'react-router'
import { countTasks, handBackTask, takeTask } from '#contracts/admin/tasks.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { safeRedirect } from '#web/accounts/safe-redirect.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { backField, handBack, intentField } from '#web/admin/tasks/take-form.tsx'
import { TasksTable } from '#web/admin/tasks/tasks-table.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { formText } from '#web/forms/form-text.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/tasks-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Tasks: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  return valueForAdmin(await context.get(apiContext).request(countTasks, {}), url)
}

/** Of the forms of all lists and pages of tasks: what is refused is said here. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const sent =
    formText(form, intentField) === handBack
      ? await submitForm(api, handBackTask, form)
      : await submitForm(api, takeTask, form)
  if (sent.ok) throw redirect(safeRedirect(form.get(backField), adminPath('tasks')))
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function TasksPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminArea page="tasks">
      <div className="stack-lg">
        {actionData !== undefined && (
          <Notice tone="danger">
            <p>{actionData.refused.message}</p>
          </Notice>
        )}
        <TasksTable tasks={loaderData.tasks} />
      </div>
    </AdminArea>
  )
}
