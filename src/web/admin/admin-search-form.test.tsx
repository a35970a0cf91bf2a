import { render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { AdminSearchForm } from './admin-search-form.tsx'

const form = (
  <AdminSearchForm
    path="/admin/audit-log"
    filters={[{ name: 'action', label: 'Action', value: undefined, options: [] }]}
    total={3}
  />
)
const router = createMemoryRouter([{ path: '*', element: form }])

test('a list that is only filtered has its button without scripts alone: a choice is searched by itself', () => {
  const page = renderToStaticMarkup(<RouterProvider router={router} />)
  expect(page).toMatch(/<noscript><button [^>]*type="submit"[^>]*>Show<\/button><\/noscript>/)
  render(<RouterProvider router={router} />)
  screen.getByRole('combobox', { name: 'Action' })
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
})
