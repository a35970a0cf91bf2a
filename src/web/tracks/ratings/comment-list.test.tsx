import { render, within } from '@testing-library/react'
import { expect, test } from 'vitest'
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
    render(<CommentList comments={all} path="/" onChanged={() => undefined} />).container,
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
