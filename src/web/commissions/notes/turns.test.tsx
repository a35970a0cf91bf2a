import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { deliveryId, exampleDelivery, exampleNote } from '../example-commission.ts'
import { button } from '../room/test-room.tsx'
import { openNotedRoom } from '../room/test-notes.ts'

const newest = '0198f000-0000-7000-8000-0000000000d2'
const deliveries = [
  exampleDelivery({ previewUrl: '/first.mp3', fileUrl: '/first.wav', durationSeconds: 90 }),
  exampleDelivery({
    id: newest,
    number: 2,
    previewUrl: '/second.mp3',
    fileUrl: '/second.wav',
    durationSeconds: 90,
  }),
]
const noteAt = (inNewest: number | null) =>
  exampleNote({
    recordingSeconds: 32,
    places: [
      { deliveryId, seconds: 12 },
      { deliveryId: newest, seconds: inNewest },
    ],
  })
const room = (inNewest: number | null): Partial<Commission> => ({
  status: 'delivered',
  viewer: 'artist',
  deliveries,
  notes: [noteAt(inNewest)],
})
const name = 'Play in turn at 0:12: the delivery before, then this one'

async function openTurns(inNewest: number | null, buttonName = name) {
  const { elements } = await openNotedRoom(room(inNewest))
  const known = elements.length
  fireEvent.click(screen.getByRole('button', { name: buttonName }))
  const [before, after] = elements.slice(known)
  if (before === undefined || after === undefined) throw new Error('Nothing is compared.')
  return { elements, before, after }
}

test('some seconds around a note are played of the delivery before and of the newest one in turn, and it is said which', async () => {
  const { before, after } = await openTurns(12)
  expect([before.src, before.currentTime, before.paused]).toEqual(['/first.mp3', 11, false])
  screen.getByText('You hear delivery 1')
  act(() => before.reach(14.9))
  expect(after.paused).toBe(true)
  act(() => before.reach(15))
  expect([before.paused, after.src, after.currentTime, after.paused]).toEqual([
    true,
    '/second.mp3',
    11,
    false,
  ])
  expect(screen.getByText('You hear delivery 2').getAttribute('role')).toBe('status')
  // The end of a preview ends a turn as well.
  act(() => after.end())
  expect([before.currentTime, before.paused]).toEqual([11, false])
  screen.getByText('You hear delivery 1')
  fireEvent.click(screen.getByRole('button', { name: /^Stop/ }))
  expect([before.paused, after.paused]).toEqual([true, true])
  expect(button(name)).not.toBeNull()
  expect(screen.queryByText(/^You hear/)).toBeNull()
})

test('what is not in both previews is compared in the whole recordings', async () => {
  const { before } = await openTurns(
    null,
    'Play in turn at delivery 1, 0:12: the delivery before, then this one',
  )
  expect([before.src, before.currentTime]).toEqual(['/first.wav', 31])
})

test('another recording that starts ends the turns', async () => {
  const { elements, before, after } = await openTurns(12)
  const preview = elements.find(({ src }) => src === '/second.mp3')
  act(() => void preview?.dispatchEvent(new Event('play')))
  expect([before.paused, after.paused]).toEqual([true, true])
  expect(button(name)).not.toBeNull()
})

test('a first delivery has none to compare it with, and a customer no whole recording', async () => {
  await openNotedRoom({ ...room(12), deliveries: deliveries.slice(0, 1) })
  expect(button(/^Play in turn/)).toBeNull()
  const shown = deliveries.map((delivery) => ({ ...delivery, fileUrl: null }))
  const notes = [{ ...noteAt(null), recordingSeconds: null }]
  await openNotedRoom({ ...room(12), viewer: 'customer', deliveries: shown, notes })
  expect(button(/^Play in turn/)).toBeNull()
})
