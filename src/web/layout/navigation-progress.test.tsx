import { act, fireEvent, render } from '@testing-library/react'
import { createRoutesStub, Form } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NavigationProgress } from './navigation-progress.tsx'

test('a write that takes more than 500 ms blocks the page under a wait cursor until it ends (NAV-18)', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const write = Promise.withResolvers<null>()
  const Stub = createRoutesStub([
    {
      path: '/',
      action: () => write.promise,
      Component: () => (
        <Form method="post">
          <NavigationProgress />
          <button type="submit">Save</button>
        </Form>
      ),
    },
  ])
  const { container, getByRole } = render(<Stub />)
  const state = () => [
    document.body.getAttribute('aria-busy'),
    container.querySelector('.wait-overlay') !== null,
  ]
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  fireEvent.click(getByRole('button', { name: 'Save' }))
  await wait(400)
  expect(state()).toEqual([null, false])
  await wait(200)
  expect(state()).toEqual(['true', true])
  write.resolve(null)
  await wait(50)
  expect(state()).toEqual([null, false])
})
