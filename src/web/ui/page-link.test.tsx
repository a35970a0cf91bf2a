import { renderToString } from 'react-dom/server'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { PageLink } from './page-link.tsx'

/** The attributes in the order of their names: React compares them by name. */
function rendered(element: React.ReactNode): string[] {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/tracks/12'] })
  const html = renderToString(<RouterProvider router={router} />)
  return html.split(/(?=\s[a-z-]+=")|(?=>)/).toSorted()
}

test('a link has the same markup on the server as the router’s own, which the browser makes of it', () => {
  for (const href of ['/', '/tracks?query=caf%C3%A9&page=2#results', '?page=2', '#results'])
    expect(rendered(<PageLink href={href} className="chip" preventScrollReset />)).toEqual(
      rendered(<Link to={href} data-page="" className="chip" preventScrollReset />),
    )
})
