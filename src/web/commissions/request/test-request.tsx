// The form of a request for tests, over a page, with a server whose answers a test sets.

import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { vi } from 'vitest'
import { commissionRequestPath } from '#rules/commissions/commission-paths.ts'
import type { Offer } from '#contracts/artists/artists.ts'
import { tracksPath } from '#rules/search/track-search.ts'
import { RequestLink } from '#web/artists/artist-link.tsx'
import { session } from '#web/accounts/session-store.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { exampleCommission } from '../example-commission.ts'
import { RequestHost } from './request-host.tsx'

export const artistId = '0198f000-0000-7000-8000-0000000000f2'
export const title = 'Request Custom Track from Rosa & Sons'

const artist = {
  id: artistId,
  username: 'rosa',
  displayName: 'Rosa & Sons',
  customerCommissionPricePence: 4420,
  availableForCommission: true,
  isFullyBooked: false,
  maxTimeTakenForCommission: '2 weeks',
  includedRevisions: 3,
  offers: [] as Offer[],
}

type Answer = { status?: number; body: unknown } | 'no connection'

type Init = { method?: string; body?: string }

type Server = {
  artist?: Partial<Record<keyof typeof artist, unknown>>
  isVisitor?: boolean
  hasBoughtCommission?: boolean
  /** Whether artists and tracks can be fetched. */
  isConnected?: () => boolean
  /** To what is sent. */
  answers?: Answer[]
  /** The answers of other calls, by 'METHOD /path'. */
  others?: Record<string, Answer>
  /** The query of the form's address. */
  wish?: Parameters<typeof commissionRequestPath>[1]
}

export async function openRequest(server: Server = {}) {
  cleanup()
  vi.restoreAllMocks()
  const { answers = [], others = {}, wish = {}, isConnected = () => true } = server
  const sent: Record<string, unknown>[] = []
  const me = server.isVisitor
    ? { id: null, role: null, isBanned: false, hasBoughtCommission: false }
    : {
        id: 'mia',
        role: 'customer',
        username: 'mia',
        isBanned: false,
        hasBoughtCommission: server.hasBoughtCommission ?? true,
      }
  const known: Record<string, Answer> = {
    'GET /api/proxy/auth/get-id-and-role': { body: me },
    // Also what a test changes later.
    get [`GET /public/users/${artistId}`]() {
      return { body: { ...artist, ...server.artist } }
    },
    ...others,
  }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '{}' }: Init = {}) => {
    let answer = known[`${method} ${path}`]
    if (method === 'POST') {
      sent.push(JSON.parse(body))
      answer = answers[sent.length - 1] ?? { body: exampleCommission() }
    }
    if (answer === undefined) throw new Error(`nothing answers ${method} ${path}`)
    const isPublic = path.startsWith('/public/')
    if (answer === 'no connection' || (isPublic && !isConnected()))
      throw new TypeError('Failed to fetch')
    return Response.json(answer.body, { status: answer.status ?? 200 })
  })
  session.invalidate()
  await session.known()
  const success = vi.spyOn(toast, 'success').mockReturnValue()
  const path = commissionRequestPath(artistId, wish)
  const Page = () => {
    const { pathname, search } = useLocation()
    return (
      <>
        <output data-testid="address">{pathname + search}</output>
        <RequestLink href={path}>Ask</RequestLink>
        <RequestHost />
      </>
    )
  }
  const router = createMemoryRouter([{ path: '*', Component: Page }], {
    initialEntries: ['/before', tracksPath()],
  })
  await act(async () => render(<RouterProvider router={router} />))
  fireEvent.click(screen.getByRole('link', { name: 'Ask' }))
  await act(() => vi.dynamicImportSettled())
  return { sent, success, path, router, form: () => screen.findByRole('dialog', { name: title }) }
}

export const address = () => screen.getByTestId('address').textContent

/** Fields by the beginnings of their labels. */
export function fill(dialog: HTMLElement, texts: Record<string, string>): void {
  for (const [label, value] of Object.entries(texts)) {
    const field = within(dialog).getByLabelText(new RegExp(`^${label}`))
    fireEvent.change(field, { target: { value } })
    fireEvent.input(field)
  }
}

export const submitOf = (dialog: HTMLElement) =>
  within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Send request/ })

export async function send(dialog: HTMLElement): Promise<void> {
  await act(async () => fireEvent.click(submitOf(dialog)))
  await act(() => vi.dynamicImportSettled())
}
