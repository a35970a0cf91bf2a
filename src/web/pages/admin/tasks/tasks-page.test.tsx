import { fireEvent, render, screen, within } from '@testing-library/react'
import { Form, createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { TaskCounts } from '#contracts/admin/tasks.ts'
import { taskKinds } from '#rules/admin/admin-tasks.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import TasksPage, * as tasksPage from './tasks-page.tsx'

const none = { waiting: 0, nobodys: 0, mine: 0, oldestDays: 0 }
const some = { waiting: 1234, nobodys: 3, mine: 2, oldestDays: 12 }
const tasks: TaskCounts[] = taskKinds.map((kind) => ({
  kind,
  ...(kind === 'transfer' ? some : none),
}))

type Answer = { status: number; body: unknown }

/** The page with what the server answers, and another one whose form it takes. */
function open(path: string, answer: Answer) {
  const sent: unknown[] = []
  const context = new RouterContextProvider()
  const send = (call: { method: string; path: string; body?: string }) => {
    if (call.method === 'GET') return Promise.resolve({ status: 200, cookies: [], body: { tasks } })
    sent.push([call.path, JSON.parse(call.body ?? '')])
    return Promise.resolve({ cookies: [], ...answer })
  }
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  const OtherPage = () => (
    <Form method="post" action="/admin/tasks">
      <input type="hidden" name="kind" value="transfer" />
      <input type="hidden" name="id" value="t1" />
      <input type="hidden" name="from" value="nobody" />
      <input type="hidden" name="back" value="/admin/transfers?page=2" />
      <button name="intent" value="take">
        Take
      </button>
      <button name="intent" value="hand_back">
        Hand back
      </button>
    </Form>
  )
  const Stub = createRoutesStub([
    {
      path: '/admin/tasks',
      Component: TasksPage as never,
      loader: ({ params, request }) =>
        tasksPage.loader({ params, request, context, url: new URL(request.url) } as never),
      action: ({ params, request }) => tasksPage.action({ params, request, context } as never),
      HydrateFallback: () => null,
    },
    { path: '/admin/transfers', Component: OtherPage },
  ])
  render(<Stub initialEntries={[path]} />)
  return sent
}

const done = { status: 200, body: { kind: 'transfer', id: 't1' } }

test('an admin reads what waits, and each number leads to its list', async () => {
  open('/admin/tasks', done)
  const row = within(await screen.findByRole('row', { name: /^Transfers that have failed/ }))
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    'Transfers that have failed',
    '1,234',
    '3 of nobody’s: Transfers that have failed',
    '2 of yours: Transfers that have failed',
    '12 days',
  ])
  const addresses = row.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(addresses).toEqual([
    '/admin/transfers',
    '/admin/transfers?owner=nobody',
    '/admin/transfers?owner=mine',
  ])
  const payments = screen.getByRole('link', { name: 'Payments that do not match' })
  expect(payments.getAttribute('href')).toBe('/admin/orders?state=needs_person')
  const empty = screen.getByRole('row', { name: /^Open differences/ })
  expect(within(empty).getAllByRole('link')).toHaveLength(1)
})

test.each([
  ['Take', 'take', { from: 'nobody' }],
  ['Hand back', 'hand-back', {}],
])('the form of a list is sent, and leads back to the list: %s', async (label, call, body) => {
  const sent = open('/admin/transfers?page=2', done)
  fireEvent.click(await screen.findByRole('button', { name: label }))
  await expect.poll(() => sent).toEqual([[`/api/proxy/admin/tasks/transfer/t1/${call}`, body]])
  await screen.findByRole('button', { name: label })
})

test('what is refused is said above what waits', async () => {
  const body = { code: 'task_taken', message: 'Another admin takes care of it.' }
  open('/admin/transfers', { status: 409, body })
  fireEvent.click(await screen.findByRole('button', { name: 'Take' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Another admin takes care of it.')
  screen.getByRole('table', { name: 'What waits for a person' })
})
