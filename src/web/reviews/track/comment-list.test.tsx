import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { CommentList } from './comment-list.tsx'

const comment = {
  id: 'c1',
  text: 'So <b>warm</b>!',
  createdAt: '2025-03-05T10:00:00.000Z',
  user: { username: 'Chloé', avatar: null },
  isVerifiedBuyer: false,
  isEdited: false,
}

function show(...comments: (typeof comment | { user: null })[]) {
  const all = comments.map((changes, index) => ({ ...comment, ...changes, id: `c${index}` }))
  return within(
    render(<CommentList comments={all} path="/" trackTitle="Skye" onChanged={() => undefined} />)
      .container,
  )
}

test('each comment shows initial, name, date and its text as text (RAT-06 to RAT-09, FMT-06)', () => {
  const other = { text: '<i>Slower</i>, please', createdAt: '2024-12-31T10:00:00.000Z' }
  const page = show(comment, { ...comment, ...other, user: { username: 'Zoë', avatar: null } })
  const shown = page.getAllByRole('listitem').map((item) => within(item))
  const texts = [
    ['C', 'Chloé', '05/03/2025', 'So <b>warm</b>!'],
    ['Z', 'Zoë', '31/12/2024', '<i>Slower</i>, please'],
  ]
  expect(shown).toHaveLength(2)
  for (const [at, item] of shown.entries()) {
    for (const text of texts[at] ?? []) expect(item.getByText(text)).toBeDefined()
  }
})

test('a picture replaces the initial (RAT-06)', () => {
  const view = render(
    <CommentList
      path="/"
      trackTitle="Skye"
      onChanged={() => undefined}
      comments={[{ ...comment, user: { username: 'Chloé', avatar: '/avatars/c.png' } }]}
    />,
  )
  expect(view.container.querySelector('img')?.getAttribute('src')).toBe('/avatars/c.png')
})

test('a comment without a user is by Anonymous User (RAT-07, ERR-36)', () => {
  const page = show({ user: null })
  expect(page.getByText('Anonymous User')).toBeDefined()
  expect(page.getByText('A')).toBeDefined()
})

test('a bad date reads Invalid date (RAT-08, FMT-07, ERR-35)', () => {
  expect(show({ ...comment, createdAt: 'long ago' }).getByText('Invalid date')).toBeDefined()
})

test('without comments the page invites to write the first one (RAT-10, ERR-26)', () => {
  const invitation = 'No comments yet. Be the first to leave a comment!'
  expect(show().getByText(invitation)).toBeDefined()
})

test('an admin removes a comment with a reason; its author has other buttons', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    return Promise.resolve(Response.json({}))
  })
  const changed = vi.fn()
  const id = 'fe5e1a8a-6f0e-4f43-9a55-0d9f6a1c2b11'
  const own = new Map([['c2', { canBeEdited: false }]])
  const Component = () => (
    <CommentList
      path="/"
      trackTitle="Skye"
      isAdmin
      own={own}
      onChanged={changed}
      comments={[
        { ...comment, id },
        { ...comment, id: 'c2', user: { username: 'Zoë', avatar: null } },
      ]}
    />
  )
  const Stub = createRoutesStub([{ path: '/', Component }])
  render(<Stub />)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove: the comment by Chloé' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the comment by Chloé?' }))
  const told = dialog.getByLabelText('What Chloé is told')
  fireEvent.change(told, { target: { value: 'An insult.' } })
  const preview = dialog.getByRole('region', { name: 'Preview of what is sent' })
  expect(preview.textContent).toContain('We have removed your comment on “Skye”.')
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(changed).toHaveBeenCalledWith('The comment has been removed.'))
  const path = `/api/proxy/admin/comments/${id}/remove`
  expect(sent).toEqual([[path, expect.objectContaining({ reason: 'An insult.' })]])
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1)
  screen.getByRole('button', { name: /^Delete/ })
})
