import { fireEvent, render, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('a loading button shows its loading text, keeps the focus and ignores clicks', () => {
  const onClick = vi.fn<() => void>()
  const view = render(
    <Button loadingText="Saving…" onClick={onClick}>
      Save
    </Button>,
  )
  const page = within(view.container)
  fireEvent.click(page.getByRole('button', { name: 'Save' }))
  view.rerender(
    <Button isLoading loadingText="Saving…" onClick={onClick}>
      Save
    </Button>,
  )
  const button = page.getByRole('button', { name: 'Saving…' })
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(button.hasAttribute('disabled')).toBe(false)
  expect(button.getAttribute('aria-disabled')).toBe('true')
})
