import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Task } from '#contracts/admin/tasks.ts'
import type { NextStep } from '#rules/admin/next-steps.ts'
import { TaskCells, TaskPanel } from './task.tsx'

const nobodys: Task = { owner: null, ageDays: 3 }
const yours: Task = { owner: { id: 'u1', name: 'Ada', isYou: true }, ageDays: 1 }
const bens: Task = { owner: { id: 'u2', name: 'Ben', isYou: false }, ageDays: 0 }
const answer: NextStep = { text: 'Answer by', at: '2026-12-04T12:00:00.000Z', isAwaited: false }
const awaited: NextStep = { text: 'The bank decides', at: null, isAwaited: true }

const props = { kind: 'bank_dispute', id: 'd1', about: '£5.70 by Mia' } as const

function show(element: React.ReactElement) {
  cleanup()
  const sent: Record<string, unknown>[] = []
  const Stub = createRoutesStub([
    { path: '/admin/bank-disputes', Component: () => element },
    {
      path: '/admin/tasks',
      Component: () => null,
      action: async ({ request }) => {
        sent.push(Object.fromEntries(await request.formData()))
        return null
      },
    },
  ])
  render(<Stub initialEntries={['/admin/bank-disputes?page=2']} />)
  return sent
}

function showRow(task: Task, next: NextStep | null, href?: string) {
  const cells = <TaskCells {...props} task={task} next={next} {...(href && { href })} />
  const sent = show(
    <table>
      <tbody>
        <tr>{cells}</tr>
      </tbody>
    </table>,
  )
  return { sent, texts: screen.getAllByRole('cell').map((cell) => cell.textContent) }
}

test.each([
  ['nobody’s', nobodys, ['3 days', 'Nobody yetI take care of it', 'Answer by 04/12/2026, 12:00']],
  ['the reader’s', yours, ['1 day', 'YouHand it back', 'Answer by 04/12/2026, 12:00']],
  ['another’s', bens, ['Less than a day', 'BenI take it over', 'Answer by 04/12/2026, 12:00']],
] as const)('a row that is %s has its age, its owner and its next step', (_whose, task, texts) => {
  expect(showRow(task, answer).texts).toEqual(texts)
})

test('what happens by itself needs no owner, and one that it has can hand it back', () => {
  expect(showRow(nobodys, awaited).texts).toEqual(['3 days', '–', 'The bank decides'])
  expect(showRow(yours, awaited).texts).toEqual(['1 day', 'YouHand it back', 'The bank decides'])
})

test('what has ended says who took care of it, and is looked at', () => {
  expect(showRow(bens, null, '/admin/x').texts).toEqual([
    'Less than a day',
    'Ben',
    'Look at it: £5.70 by Mia',
  ])
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  [nobodys, 'I take care of it', { intent: 'take', from: 'nobody' }],
  [bens, 'I take it over', { intent: 'take', from: 'another' }],
  [yours, 'Hand it back', { intent: 'hand_back', from: 'another' }],
] as const)(
  'the button sends which task it is, and the page to come back to',
  async (task, label, of) => {
    const { sent } = showRow(task, answer)
    fireEvent.click(screen.getByRole('button', { name: `${label}: £5.70 by Mia` }))
    await expect
      .poll(() => sent)
      .toEqual([{ kind: 'bank_dispute', id: 'd1', back: '/admin/bank-disputes?page=2', ...of }])
  },
)

test('the page of a task says the same, and nothing once it has ended', () => {
  show(<TaskPanel {...props} task={nobodys} next={answer} />)
  const panel = within(screen.getByRole('region', { name: 'Next step' }))
  panel.getByText(/^Answer by/)
  panel.getByText('3 days')
  panel.getByText('Nobody yet')
  panel.getByRole('button', { name: 'I take care of it: £5.70 by Mia' })
  show(<TaskPanel {...props} task={bens} next={null} />)
  expect(screen.queryByRole('region')).toBeNull()
})
