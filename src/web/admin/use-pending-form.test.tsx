import { fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub, Form } from 'react-router'
import { expect, test } from 'vitest'
import { usePendingForm } from './use-pending-form.ts'

function Page() {
  const { isAsking, isPending } = usePendingForm()
  return (
    <>
      <Form>
        <button name="amount">See what it does</button>
      </Form>
      <Form method="post">
        <button>Do it</button>
      </Form>
      <output>
        {isAsking && 'asks'}
        {isPending && 'acts'}
      </output>
    </>
  )
}

test.each([
  ['See what it does', 'asks'],
  ['Do it', 'acts'],
])('of a page with a preview and an action, %s is pending alone', async (name, shown) => {
  const answer = Promise.withResolvers<null>()
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: Page,
      loader: ({ request }) => (request.url.includes('amount') ? answer.promise : null),
      action: () => answer.promise,
      HydrateFallback: () => null,
    },
  ])
  render(<Stub />)
  const button = await screen.findByRole('button', { name })
  const pending = screen.getByRole('status')
  expect(pending.textContent).toBe('')
  fireEvent.click(button)
  await expect.poll(() => pending.textContent).toBe(shown)
  answer.resolve(null)
  await expect.poll(() => pending.textContent).toBe('')
})
