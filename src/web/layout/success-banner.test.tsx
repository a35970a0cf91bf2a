import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { successMessages } from '#web/accounts/success-messages.ts'
import { SuccessBanner } from './success-banner.tsx'

async function open(address: string) {
  const Page = createRoutesStub([{ path: '*', Component: SuccessBanner }])
  await act(async () => render(<Page initialEntries={[address]} />))
  await act(() => vi.dynamicImportSettled())
}

test.each([
  ['customer_registered', 'Your account has been created successfully!'],
  ['artist_registered', 'Your artist account has been created successfully!'],
  ['upgraded_to_artist', 'You have been upgraded to an artist account!'],
  ['purchase', 'Operation completed successfully!'],
  ['', 'Operation completed successfully!'],
])('success=%s shows: %s (NAV-21, ERR-85 to ERR-88)', async (success, sentence) => {
  await open(`/cart?success=${success}`)
  expect(screen.getByRole('status').textContent).toBe(sentence)
})

test('without the parameter there is no banner (ERR-88)', async () => {
  await open('/cart?page=2')
  expect(screen.queryByRole('status')).toBeNull()
})

test('the banner disappears after five seconds (NAV-22, BUS-25)', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await open('/?success=purchase')
  act(() => {
    vi.advanceTimersByTime(4999)
  })
  expect(screen.queryByRole('status')).not.toBeNull()
  act(() => {
    vi.advanceTimersByTime(1)
  })
  expect(screen.queryByRole('status')).toBeNull()
})

test('a reload does not show the banner again', async () => {
  history.replaceState(null, '', '/cart?success=purchase&page=2')
  await open('/cart?success=purchase&page=2')
  expect(location.search).toBe('?page=2')
  expect(screen.getByRole('status').textContent).toBe(successMessages.succeeded)
})

test('the banner can be dismissed earlier', async () => {
  await open('/?success=purchase')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('status')).toBeNull()
})
