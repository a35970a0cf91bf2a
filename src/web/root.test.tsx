import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import Root from './root.tsx'

test('every page has the success banner above its content (NAV-21)', async () => {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: Root,
      children: [{ path: 'cart', Component: () => <h1>Your cart</h1> }],
    },
  ])
  render(<Page initialEntries={['/cart?success=upgraded_to_artist']} />)
  const heading = await screen.findByRole('heading', { name: 'Your cart' })
  const banner = await screen.findByRole('status')
  expect(banner.textContent).toBe('You have been upgraded to an artist account!')
  const follows = banner.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(follows).not.toBe(0)
})
