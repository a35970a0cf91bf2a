import { fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { toast } from '#web/ui/toasts/toast.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { apiMessages } from '#web/api/api-messages.ts'
import { usePageLinks } from './page-links.ts'

function Start() {
  usePageLinks()
  return (
    <PageLink href="/tracks?page=2">
      <b>More tracks</b>
    </PageLink>
  )
}

function showStart() {
  const Pages = createRoutesStub([
    { path: '/', Component: Start },
    { path: '/tracks', Component: () => <h1>All Tracks</h1> },
  ])
  render(<Pages />)
}

test('a click opens the page without a full page load', async () => {
  showStart()
  const followed = fireEvent.click(await screen.findByText('More tracks'))
  expect(followed).toBe(false)
  await screen.findByRole('heading', { name: 'All Tracks' })
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'a click with %j is left to the browser',
  async (how) => {
    showStart()
    expect(fireEvent.click(await screen.findByText('More tracks'), how)).toBe(true)
    expect(screen.queryByRole('heading', { name: 'All Tracks' })).toBeNull()
  },
)

test('without a connection the page stays and shows the network error', async () => {
  showStart()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const errorToast = vi.spyOn(toast, 'error').mockImplementation(() => {})
  expect(fireEvent.click(await screen.findByText('More tracks'))).toBe(false)
  expect(errorToast).toHaveBeenCalledWith(apiMessages.network)
  expect(screen.queryByRole('heading', { name: 'All Tracks' })).toBeNull()
  online.mockRestore()
  errorToast.mockRestore()
})
