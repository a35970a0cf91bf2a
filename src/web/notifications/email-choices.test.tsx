import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { toast } from '#web/ui/toasts/toast.ts'
import { EmailChoices } from './email-choices.tsx'
import { notificationMessages } from './notification-messages.ts'

const choices = [
  { kind: 'comment', label: 'Comments on your tracks', collected: 'daily', emails: false },
  { kind: 'sale', label: 'Sales of your tracks', collected: null, emails: true },
] as const

/** Each save waits until the returned function answers it. */
function open() {
  cleanup()
  const sent: unknown[] = []
  const answers: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string }) => {
    sent.push([`${method} ${path}`, JSON.parse(body)])
    return new Promise<Response>((resolve) => answers.push(resolve))
  })
  const Page = createRoutesStub([
    { path: '/', Component: () => <EmailChoices choices={[...choices]} /> },
  ])
  render(<Page />)
  const answer = (response: Response) =>
    act(async () => {
      answers.shift()?.(response)
    })
  return { sent, answer }
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
/** What the line of the box says beside its label. */
const saidBeside = (name: string) =>
  box(name).closest('.check')?.querySelector('output')?.textContent

test('each choice is saved at once, and its line says so when the server has it', async () => {
  const { sent, answer } = open()
  fireEvent.click(box('Comments on your tracks'))
  expect(saidBeside('Comments on your tracks')).toBe('')
  await answer(Response.json({}))
  expect(saidBeside('Comments on your tracks')).toBe('Saved')
  expect(saidBeside('Sales of your tracks')).toBe('')
  fireEvent.click(box('Comments on your tracks'))
  // Until it is true again.
  expect(saidBeside('Comments on your tracks')).toBe('')
  await answer(Response.json({}))
  expect(saidBeside('Comments on your tracks')).toBe('Saved')
  const call = 'PUT /api/notifications/choices'
  expect(sent).toEqual([
    [call, { kind: 'comment', emails: true }],
    [call, { kind: 'comment', emails: false }],
  ])
})

test('a choice that could not be saved is as before, without the word', async () => {
  const error = vi.spyOn(toast, 'error')
  const { answer } = open()
  fireEvent.click(box('Sales of your tracks'))
  expect(box('Sales of your tracks').checked).toBe(false)
  await answer(Response.json({}, { status: 500 }))
  expect(error).toHaveBeenLastCalledWith(notificationMessages.choiceFailed)
  expect([box('Sales of your tracks').checked, saidBeside('Sales of your tracks')]).toEqual([
    true,
    '',
  ])
})
