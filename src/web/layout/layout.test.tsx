import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { runInThisContext } from 'node:vm'
import { createRoutesStub, Link } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Headline } from '#web/home/headline.tsx'
import { MoreBelow } from '#web/home/more-below.tsx'
import { useFocusOnArrival } from '#web/ui/focus.ts'
import { SiteFooter } from './site-footer.tsx'
import { themeScript } from './theme.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { ToastHost } from '#web/ui/toasts/toast-host.tsx'
import { toast } from '#web/ui/toasts/toast.ts'

test('a toast disappears after 4000 ms (NAV-16, BUS-13)', async () => {
  render(<ToastHost />)
  act(() => toast.success('Added to basket!'))
  await screen.findByText('Added to basket!')
  cleanup()

  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  render(<ToastHost />)
  act(() => toast.error('Failed to load cart'))
  await act(() => vi.advanceTimersByTimeAsync(3900))
  screen.getByText('Failed to load cart')
  // The second step is the toast's way out.
  for (const ms of [150, 250]) await act(() => vi.advanceTimersByTimeAsync(ms))
  expect(screen.queryByText('Failed to load cart')).toBeNull()
})

test('a toast stays while the pointer is over it or the focus is in it, and then for the rest of its time', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  render(<ToastHost />)
  const shown = () => screen.queryByText('Removed from cart') !== null
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  act(() => toast.success('Removed from cart', { label: 'Undo', onClick: () => undefined }))
  await wait(100)
  expect(shown()).toBe(true)
  await wait(2900)
  fireEvent.pointerEnter(screen.getByText('Removed from cart'))
  await wait(20_000)
  expect(shown()).toBe(true)
  fireEvent.pointerLeave(screen.getByText('Removed from cart'))
  await wait(500)
  const undo = screen.getByRole('button', { name: 'Undo' })
  act(() => undo.focus())
  await wait(20_000)
  expect(shown()).toBe(true)
  act(() => undo.blur())
  await wait(200)
  expect(shown()).toBe(true)
  for (const ms of [400, 300]) await wait(ms)
  expect(shown()).toBe(false)
})

test('a chosen theme applies at once and at the next visit', () => {
  const page = within(render(<ThemeSwitch />).container)
  fireEvent.click(page.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  delete document.documentElement.dataset.theme
  // The script that the page runs before its first paint.
  runInThisContext(themeScript)
  expect(document.documentElement.dataset.theme).toBe('dark')
  fireEvent.click(page.getByRole('radio', { name: 'System' }))
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('the footer contains the product name as text, because HTML allows no aria-label on a paragraph', () => {
  const Page = createRoutesStub([{ path: '/', Component: SiteFooter }])
  const footer = render(<Page />).container
  expect(within(footer).getByText('Undersong')).toBeDefined()
  expect(footer.querySelector('p[aria-label]')).toBeNull()
})

test('the headline alternates between product and strapline over one fixed heading, and can be stopped', () => {
  const view = render(<Headline />)
  const page = within(view.container)
  page.getByRole('heading', { level: 1, name: 'Sing Over Something Real' })
  const turning = view.container.querySelector('[aria-hidden="true"]')
  expect([...(turning?.children ?? [])].map((face) => face.textContent)).toEqual([
    'Sing Over Something Real',
    'Undersong',
  ])
  fireEvent.click(page.getByRole('button', { name: 'Stop the changing headline' }))
  page.getByRole('button', { name: 'Let the headline change' })
})

test('More content below links to the next section, and is hidden after a scroll (NAV-19)', () => {
  const page = within(render(<MoreBelow to="popular" />).container)
  expect(page.getByRole('link', { name: 'More content below' }).getAttribute('href')).toBe(
    '#popular',
  )
  fireEvent.scroll(window)
  expect(page.queryByRole('link')).toBeNull()
})

test('a navigation to another page focuses its content, a search does not', async () => {
  function Page() {
    const main = useFocusOnArrival()
    return (
      <>
        <Link to="/tracks">Tracks</Link>
        <Link to="/tracks?query=x">Search</Link>
        <main ref={main} tabIndex={-1} />
      </>
    )
  }
  const Stub = createRoutesStub([{ path: '*', Component: Page }])
  const page = within(render(<Stub initialEntries={['/']} />).container)
  expect(document.activeElement).not.toBe(page.getByRole('main'))
  fireEvent.click(page.getByRole('link', { name: 'Tracks' }))
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('main')))
  const search = page.getByRole('link', { name: 'Search' })
  search.focus()
  await act(async () => {
    fireEvent.click(search)
  })
  expect(document.activeElement).toBe(search)
})
