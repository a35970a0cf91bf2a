import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { CommissionRefunds } from './commission-terms.tsx'

test('the page about refunds says what one more revision is: a delivery, and then a request for changes', () => {
  const routes = [{ path: '*', Component: CommissionRefunds }]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
  const said = screen.getByText(/If you are not content when no revision is left/).textContent
  expect(said).toContain('deliver once more; you then have one more request for changes.')
})
