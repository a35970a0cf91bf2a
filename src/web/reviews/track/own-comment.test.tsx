import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { OwnComment } from './own-comment.tsx'

test('an own comment that is saved unchanged is not sent, so that it is not marked as edited', async () => {
  const sent = vi.fn(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', sent)
  const changed = vi.fn()
  const comment = {
    id: '0198f000-0000-7000-8000-0000000000c1',
    text: 'Lovely',
    createdAt: '2025-03-05T10:00:00.000Z',
    user: { username: 'Mia', avatar: null },
    isVerifiedBuyer: false,
    isEdited: false,
  }
  render(
    <OwnComment comment={comment} canBeEdited path="/" onChanged={changed}>
      Lovely
    </OwnComment>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Edit your comment “Lovely”' }))
  const field = screen.getByRole('textbox', { name: 'Edit your comment' })
  fireEvent.change(field, { target: { value: ' Lovely ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(sent).not.toHaveBeenCalled()
  expect(changed).not.toHaveBeenCalled()
})
