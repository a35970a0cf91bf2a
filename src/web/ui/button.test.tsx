import { fireEvent, render, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('a button that works says so, keeps the focus and does nothing twice', () => {
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
