import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { commissionProcess } from '#rules/commissions/commission-process.ts'
import { exampleCommission, exampleDelivery } from '../example-commission.ts'
import { button, openRoom } from '../room/test-room.tsx'
import { fileNameIn } from './save-download.ts'

const { id } = exampleCommission()
const path = `/api/proxy/tracks/download/${id}`
const finished = `GET /api/commission/finished-commission?commissionId=${id}`
const link = () => screen.queryByRole('link', { name: 'Download Skylark in B flat' })

test('only the customer can download, and only what is approved (PAY-15)', async () => {
  const shown: string[] = []
  for (const viewer of ['customer', 'artist', 'admin'] as const)
    for (const status of commissionProcess.statuses) {
      const statusReason = status === 'cancelled' ? 'decided' : null
      await openRoom({ viewer, status, statusReason, deliveries: [exampleDelivery()] })
      if (link() !== null) shown.push(`${viewer} at ${status}`)
    }
  expect(shown).toEqual(['approved', 'cron_pending', 'completed'].map((at) => `customer at ${at}`))
})

/** Presses the download; the names under which the browser saves what arrives. */
async function download(respond: () => Promise<Response>) {
  const { said } = await openRoom({ status: 'approved' })
  const asked: string[] = []
  vi.stubGlobal('fetch', (of: string) => {
    asked.push(of)
    return respond()
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:recording')
  const saved: [string, string][] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push([this.download, this.href])
  })
  const pressed = link()
  await act(async () => pressed && fireEvent.click(pressed))
  return { said, asked, saved }
}

test.each([
  [`attachment; filename="take.wav"; filename*=UTF-8''Sk%C3%BDlark.wav`, 'Skýlark.wav'],
  [null, 'custom-track.mp3'],
])(
  'a download with the header %j is saved as %s, and said (PAY-16, PAY-17, ERR-83)',
  async (disposition, name) => {
    const headers: HeadersInit = disposition === null ? {} : { 'content-disposition': disposition }
    const { said, asked, saved } = await download(async () => new Response('sound', { headers }))
    expect(asked).toEqual([path])
    expect(saved).toEqual([[name, 'blob:recording']])
    expect(said.success.mock.calls).toEqual([['Track downloaded successfully!']])
  },
)

test.each([
  ['refused', async () => Response.json({}, { status: 404 })],
  ['not answered', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a download that is %s says so (PAY-17, ERR-83)', async (_what, respond) => {
  const { said, saved } = await download(respond)
  expect(screen.getByRole('alert').textContent).toBe('Failed to download track')
  expect([saved, said.success.mock.calls]).toEqual([[], []])
})

test('without a script the link downloads by itself', async () => {
  await openRoom({ status: 'approved' })
  expect([link()?.getAttribute('href'), link()?.hasAttribute('download')]).toEqual([path, true])
})

test('an approved commission has an action that adds it to the purchased tracks again, and says if that fails (CST-35, ERR-73)', async () => {
  const answers = { [finished]: { status: 500, body: {} } }
  const { calls, said } = await openRoom({ status: 'completed' }, { answers })
  const refresh = () => act(async () => button('Refresh purchased tracks')?.click())
  await refresh()
  expect(calls).toEqual([[finished, undefined]])
  expect(screen.getByRole('alert').textContent).toBe(
    'Failed to refresh purchased tracks. Please try again.',
  )
  answers[finished] = { status: 200, body: {} }
  await refresh()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(said.success).toHaveBeenCalledTimes(1)
})

test.each([
  ['attachment; filename="a \\"b\\".mp3"', 'a "b".mp3'],
  ['attachment; filename=plain.mp3', 'plain.mp3'],
  ['attachment; filename="a.mp3"; filename*=UTF-8\'\'%E0%A4%A', 'a.mp3'],
  ["attachment; filename*=utf-8''%C3%A9.mp3", 'é.mp3'],
  ['attachment; filename=""', null],
  ['attachment', null],
])('the header %j names the file %j', (disposition, name) => {
  expect(fileNameIn(disposition)).toBe(name)
})
