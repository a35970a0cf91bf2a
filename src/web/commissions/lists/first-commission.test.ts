import { expect, test } from 'vitest'
import { exampleCommission } from '../example-commission.ts'
import { firstCommission } from './first-commission.ts'

const as = { viewer: 'artist' } as const
const unpaid = exampleCommission({ ...as, status: 'requested', name: 'Unpaid' })
const asked = exampleCommission({ ...as, status: 'pending_artist', name: 'Asked' })
const work = exampleCommission({ ...as, status: 'in_progress', name: 'Work' })

test('the first commission in which the artist acts next is named with what to do', () => {
  expect(firstCommission([unpaid])).toBeNull()
  expect(firstCommission([unpaid, asked, work])).toEqual({
    text: 'Accept or decline the request of Mia.',
    link: { href: `/commissions/${asked.id}`, name: 'Asked' },
  })
  expect(firstCommission([work])?.link.name).toBe('Work')
})

test('a dispute that waits for the artist’s side comes as it stands in the list, and one that does not is left out', () => {
  const disputed = { ...as, status: 'delivered', isDisputed: true, name: 'Disputed' } as const
  const open = exampleCommission({ ...disputed, disputeAnswerBy: '2026-11-21T10:00:00.000Z' })
  expect(firstCommission([open, asked])?.text).toBe(
    'Say your side of the dispute. Our team then decides.',
  )
  const answered = exampleCommission({ ...disputed, disputeAnswerBy: null })
  expect(firstCommission([answered])).toBeNull()
})
