// The page My Tracks for tests, with what the server answers.

import { cleanup, render } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import type { CommissionSummary } from '#contracts/commissions/commission.ts'
import type { OwnedTrack, OwnedTracks } from '#contracts/orders.ts'
import type { PaymentList } from '#contracts/receipts.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import MyTracksPage, { loader } from '#web/pages/orders/my-tracks-page.tsx'

const paging = { totalPages: 1, currentPage: 1 }
export const noCommissions = {
  commissions: [] as CommissionSummary[],
  openCommissions: 0,
  allCommissions: 0,
  totalCommissions: 0,
  ...paging,
}
const noTracks = { tracks: [] as OwnedTrack[], totalTracks: 0, ...paging, order: null }
const noReceipts: PaymentList = {
  payments: [],
  heldPence: 0,
  withTeamPence: 0,
  returningPence: 0,
  unreturnedPence: 0,
  ...paging,
}

type Answers = { owned?: unknown; commissions?: typeof noCommissions; receipts?: PaymentList }

export function visitMyTracks(search: string, answers: Answers, status = 200) {
  const calls: string[] = []
  const { owned = noTracks, commissions = noCommissions, receipts = noReceipts } = answers
  const url = new URL(`http://shop.test/my-tracks${search}`)
  const context = new RouterContextProvider()
  const send = ({ path }: { path: string }) => {
    calls.push(path)
    const bodies = {
      '/api/proxy/my-tracks': owned,
      '/api/commissions': commissions,
      '/api/receipts': receipts,
    }
    const body = Object.entries(bodies).find(([start]) => path.startsWith(start))?.[1]
    return Promise.resolve({ status, cookies: [], body })
  }
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  const pattern = '/my-tracks'
  const loaded = loader({ context, url, request: new Request(url), params: {}, pattern })
  return { loaded, calls }
}

type Changes = Partial<OwnedTracks> & {
  search?: string
  act?: () => unknown
  /** What is owned when the page's data is loaded again. */
  later?: () => OwnedTrack[]
} & Pick<Answers, 'commissions' | 'receipts'>

/** Returns what was asked of the server. */
export async function openMyTracks(
  tracks: OwnedTrack[],
  { search = '', act: answer, later, commissions, receipts, ...changes }: Changes = {},
) {
  cleanup()
  const { loaded, calls } = visitMyTracks(search, {
    owned: { ...noTracks, tracks, totalTracks: tracks.length, ...changes },
    ...(commissions && { commissions }),
    ...(receipts && { receipts }),
  })
  const loaderData = { page: await loaded }
  const Stub = createRoutesStub([
    {
      id: 'page',
      path: '/my-tracks',
      Component: MyTracksPage,
      action: answer ?? (() => null),
      loader: () => (later ? { ...loaderData.page, tracks: later() } : loaderData.page),
    },
  ])
  render(<Stub initialEntries={[`/my-tracks${search}`]} hydrationData={{ loaderData }} />)
  return calls
}
