import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import FlagsPage, { loader } from './flags-page.tsx'

const counts = { open: 2, takenDown: 1, closed: 1_012, all: 1_015 }
const none = { flags: [], total: 0, totalPages: 1, currentPage: 1, counts }

async function open(search: string) {
  cleanup()
  const asked: unknown[] = []
  const url = new URL(`http://site.test/admin/flags${search}`)
  const context = new RouterContextProvider()
  const send = (sent: { path: string }) => {
    asked.push(sent.path)
    return Promise.resolve({ status: 200, cookies: [], body: none })
  }
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  const page = await loader({
    context,
    url,
    request: new Request(url),
    params: {},
    pattern: '/admin/flags',
  })
  const Stub = createRoutesStub([{ id: 'page', path: '/admin/flags', Component: FlagsPage }])
  const initialEntries = [`/admin/flags${search}`]
  render(<Stub initialEntries={initialEntries} hydrationData={{ loaderData: { page } }} />)
  return asked
}

test.each([
  ['', 'open', 'To decide', 'Nothing to decide'],
  ['?state=closed', 'closed', 'Closed', 'No reports found'],
  ['?state=all', 'all', 'All', 'No reports found'],
  ['?state=none', 'open', 'To decide', 'Nothing to decide'],
])(
  'the reports at the address "%s" are those of the part %s, which is marked',
  async (search, state, name, heading) => {
    expect(await open(search)).toEqual([`/api/proxy/admin/flags?state=${state}&page=1`])
    screen.getByRole('heading', { name: heading })
    const parts = within(screen.getByRole('navigation', { name: 'Reports by state' }))
    const links = parts.getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'To decide2',
      'Taken down1',
      'Closed1,012',
      'All1,015',
    ])
    const current = links.filter((link) => link.hasAttribute('aria-current'))
    expect(current.map((link) => link.textContent)).toEqual([expect.stringContaining(name)])
    expect(links.at(-1)?.getAttribute('href')).toBe('/admin/flags?state=all')
  },
)
