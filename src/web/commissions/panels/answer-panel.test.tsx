import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exampleCommission } from '../example-commission.ts'
import { button, openDialog, openRoom, press, write } from '../room/test-room.tsx'

const route = 'POST /api/commission/artist/respond'
const { id } = exampleCommission()

test('only the artist has the buttons to accept and to decline, and only while the request waits (CST-12)', async () => {
  await openRoom({ viewer: 'artist' })
  expect([button('Accept'), button('Decline')]).not.toContain(null)
  const others = [
    { viewer: 'customer' },
    { viewer: 'admin' },
    { viewer: 'artist', status: 'requested' },
    { viewer: 'artist', status: 'in_progress' },
    { viewer: 'artist', status: 'rejected_by_artist' },
    // The time to answer is over.
    { viewer: 'artist', readAt: '2026-11-25T10:00:00.000Z' },
  ] as const
  for (const other of others) {
    await openRoom(other)
    expect([other, button('Accept'), button('Decline')]).toEqual([other, null, null])
  }
})

test.each([
  ['Accept', 'accept', 'Accept this commission?', 'Commission accepted successfully!', 'requested'],
  [
    'Decline',
    'reject',
    'Decline this commission?',
    'Commission declined successfully!',
    'rejected_by_artist',
  ],
] as const)(
  'to %s is irreversible and is asked for once more, and then said (CST-13, CST-15, ERR-70)',
  async (label, action, title, sentence, status) => {
    const { calls, said } = await openRoom({ viewer: 'artist' }, { after: { status } })
    const dialog = await openDialog(label, title)
    dialog.getByText('This cannot be undone.')
    await press(dialog, 'Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).toEqual([])

    const again = await openDialog(label, title)
    write(again, /^Message to Mia/, 'With pleasure.')
    await press(again, label)
    expect(calls).toEqual([[route, { commissionId: id, action, reason: 'With pleasure.' }]])
    expect(said.success.mock.calls).toEqual([[sentence]])
    await waitFor(() =>
      expect([button('Accept'), screen.queryByRole('dialog')]).toEqual([null, null]),
    )
  },
)

test.each([
  ['Accept', 'Accept this commission?', 'Failed to accept commission'],
  ['Decline', 'Decline this commission?', 'Failed to decline commission'],
])(
  'a failure to %s is said, with the server’s reason (CST-15, ERR-70)',
  async (label, title, sentence) => {
    const message = 'Fully booked: all places are taken.'
    const body = { code: 'fully_booked', message }
    const { said } = await openRoom(
      { viewer: 'artist' },
      { answers: { [route]: { status: 409, body } } },
    )
    const dialog = await openDialog(label, title)
    await press(dialog, label)
    expect(dialog.getByRole('alert').textContent).toBe(`${sentence}. ${message}`)
    expect(said.success).not.toHaveBeenCalled()

    await openRoom({ viewer: 'artist' }, { answers: { [route]: { status: 500, body: 'x' } } })
    const silent = await openDialog(label, title)
    await press(silent, label)
    expect(silent.getByRole('alert').textContent).toBe(sentence)
  },
)
