import { act, cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import { exampleCommission, exampleDispute } from '#web/commissions/example-commission.ts'
import CommissionsPage, { loader as loadCommissions } from './commissions-page.tsx'
import DisputesPage, { loader as loadDisputes } from './disputes-page.tsx'

const adminPages = {
  commissions: { loader: loadCommissions, Component: CommissionsPage },
  disputes: { loader: loadDisputes, Component: DisputesPage },
} as const

const dispute = exampleDispute()
const commission = exampleCommission({
  viewer: 'admin',
  status: 'delivered',
  isDisputed: true,
  offerTitle: 'Two guitars',
  dispute,
})
const paging = { total: 1, totalPages: 1, currentPage: 1 }
const list = {
  commissions: { commissions: [commission], ...paging, hasMore: false },
  disputes: { disputes: [{ dispute, commission }], ...paging },
}

async function open(
  name: keyof typeof adminPages,
  search: string,
  { status = 200, body = {} } = {},
) {
  cleanup()
  const asked: string[] = []
  const path = `/admin/${name}`
  const url = new URL(`http://shop.test${path}${search}`)
  const context = new RouterContextProvider()
  const api = createApi(
    ({ path: of }) => {
      asked.push(of)
      return Promise.resolve({ status, cookies: [], body: { ...list[name], ...body } })
    },
    { sent: null, received: [] },
  )
  context.set(apiContext, api)
  const args = { context, url, request: new Request(url), params: {}, pattern: path }
  const page = await adminPages[name].loader(args)
  const Stub = createRoutesStub([{ id: 'page', path, Component: adminPages[name].Component }])
  await act(async () =>
    render(<Stub initialEntries={[path + search]} hydrationData={{ loaderData: { page } }} />),
  )
  return asked
}

const chosen = (label: string) =>
  within(screen.getByRole('search')).getByLabelText<HTMLSelectElement>(label)

test('an admin finds commissions by words, state, mark and age, in the URL', async () => {
  const search = '?query=mia&state=delivered&mark=frozen&age=70'
  expect(await open('commissions', search)).toEqual([
    '/api/proxy/admin/commissions?query=mia&state=delivered&mark=frozen&age=70&page=1',
  ])
  expect(['State', 'Only', 'Age'].map((label) => chosen(label).value)).toEqual([
    'delivered',
    'frozen',
    '70',
  ])
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe(
    '/admin/commissions',
  )
  expect(screen.queryByText(/^There are more/)).toBeNull()
  expect(screen.getByRole('cell', { name: /Two guitars/ })).toBeDefined()
  await open('commissions', '', { body: { hasMore: true } })
  expect(screen.getByText('There are more. A narrower search finds them.')).toBeDefined()
})

test('disputes to decide are shown first, and those that have ended on request', async () => {
  expect(await open('disputes', '')).toEqual(['/api/proxy/admin/disputes?page=1'])
  expect(chosen('State').value).toBe('open')
  expect([...chosen('State').options].map(({ text }) => text)).toEqual(['To decide', 'Decided'])
  expect(await open('disputes', '?state=resolved')).toEqual([
    '/api/proxy/admin/disputes?state=resolved&page=1',
  ])
  expect(chosen('State').value).toBe('resolved')
})

test.each(['commissions', 'disputes'] as const)(
  'to others than admins the page %s does not exist, and an admin without a second factor sets it up',
  async (name) => {
    const refused = { status: 403, body: { code: 'not_allowed', message: 'x' } }
    await expect(open(name, '', refused)).rejects.toMatchObject({ init: { status: 404 } })
    const unsafe = { status: 403, body: { code: 'two_factor_required', message: 'x' } }
    const thrown: unknown = await open(name, '', unsafe).catch((reason: unknown) => reason)
    expect(thrown instanceof Response && thrown.headers.get('location')).toBe(
      `/settings/security?next=%2Fadmin%2F${name}`,
    )
  },
)
