import { fireEvent, render, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ToastHost } from '#web/ui/toasts/toast-host.tsx'
import { ShareMenu } from './share-menu.tsx'

// happy-dom has no popovers and no copy command; a test says whether the browser copies.
HTMLElement.prototype.hidePopover = () => {}
let copied: string[] = []
let mayCopySelection = false
document.execCommand = () => {
  const { activeElement } = document
  if (activeElement instanceof HTMLTextAreaElement) copied.push(activeElement.value)
  return mayCopySelection
}

const url = 'https://undersong.test/tracks/1'

type Device = { clipboard?: boolean; selection?: boolean; share?: () => Promise<void> }

function open({ clipboard = true, selection = false, share }: Device = {}) {
  copied = []
  mayCopySelection = selection
  vi.stubGlobal('navigator', {
    ...(clipboard && { clipboard: { writeText: async (text: string) => void copied.push(text) } }),
    ...(share && { share }),
  })
  const page = within(
    render(
      <>
        <ShareMenu title="Autumn Leaves & Rain" url={url} />
        <ToastHost />
      </>,
    ).container,
  )
  const items = page.getAllByRole('menuitem', { hidden: true })
  const item = (name: string) => page.getByRole('menuitem', { hidden: true, name })
  return { page, items, item }
}

test('the menu offers five sites, as links with the address and the title, and copying the link (SHR-01)', () => {
  const { page, items } = open()
  expect(page.getByRole('button', { name: 'Share' }).getAttribute('aria-haspopup')).toBe('menu')
  expect(items.map((item) => item.textContent)).toEqual([
    'Facebook',
    'X',
    'WhatsApp',
    'LinkedIn',
    'Reddit',
    'Copy link',
  ])
  const links = items.filter((item) => item instanceof HTMLAnchorElement)
  const address = encodeURIComponent(url)
  expect(links.map((link) => link.href)).toEqual([
    `https://www.facebook.com/sharer/sharer.php?u=${address}`,
    `https://x.com/intent/post?url=${address}&text=Autumn%20Leaves%20%26%20Rain`,
    `https://wa.me/?text=Autumn%20Leaves%20%26%20Rain%20${address}`,
    `https://www.linkedin.com/sharing/share-offsite/?url=${address}`,
    `https://www.reddit.com/submit?url=${address}&title=Autumn%20Leaves%20%26%20Rain`,
  ])
  for (const link of links)
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
})

test.each([
  { device: { clipboard: true }, message: 'Link copied to clipboard!' },
  { device: { clipboard: false, selection: true }, message: 'Link copied to clipboard!' },
  { device: { clipboard: false, selection: false }, message: 'Failed to copy link' },
])('copying the link with $device reads: $message (SHR-04, ERR-51)', async (row) => {
  const { page, item } = open(row.device)
  fireEvent.click(item('Copy link'))
  await page.findByText(row.message)
  expect(copied).toEqual([url])
  expect(document.querySelector('textarea')).toBeNull()
})

const failure = (name: string) => Promise.reject(Object.assign(new Error(name), { name }))

test('a failed share sheet is reported, a cancelled one is not (SHR-05, ERR-51)', async () => {
  const shared: unknown[] = []
  let outcome = () => failure('AbortError')
  const share = (data?: unknown) => {
    shared.push(data)
    return outcome()
  }
  const { page, item } = open({ share })
  fireEvent.click(item('Share from this device…'))
  await Promise.resolve()
  expect(page.queryByText('Failed to share')).toBeNull()
  outcome = () => failure('NotAllowedError')
  fireEvent.click(item('Share from this device…'))
  await page.findByText('Failed to share')
  expect(page.getAllByText('Failed to share')).toHaveLength(1)
  expect(shared[0]).toEqual({ title: 'Autumn Leaves & Rain', url })
})

test('the menu is used by the arrow keys, Home, End and first letters, and Space chooses', async () => {
  const { page, item } = open()
  const menu = page.getByRole('menu', { hidden: true })
  const press = (key: string) => {
    fireEvent.keyDown(document.activeElement ?? menu, { key })
    return document.activeElement?.textContent
  }
  item('Facebook').focus()
  const keys = ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'End', 'Home', 'w', 'x', 'x']
  expect(keys.map(press)).toEqual([
    'X',
    'Facebook',
    'Copy link',
    'Facebook',
    'Copy link',
    'Facebook',
    'WhatsApp',
    'X',
    'X',
  ])
  press('End')
  press(' ')
  await page.findByText('Link copied to clipboard!')
})
