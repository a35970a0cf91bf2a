// The catalogue's form on a page of its own, which shows where it leads.

import { render, within } from '@testing-library/react'
import { createRoutesStub, Link, useLocation, useNavigate, useNavigationType } from 'react-router'
import { cartPath, pageRoutes } from '#rules/page-paths.ts'
import { readTrackSearch } from '#rules/search/track-search.ts'
import { CatalogueForm } from './catalogue-form.tsx'

/** @param loadMs how long the list of each search takes */
export function openCatalogueForm(address: string = pageRoutes.tracks, loadMs = 0) {
  function Page() {
    const location = useLocation()
    const how = useNavigationType()
    const navigate = useNavigate()
    return (
      <>
        <CatalogueForm
          search={readTrackSearch(new URLSearchParams(location.search))}
          artist={null}
          count="6 tracks"
        />
        <Link to={cartPath}>Cart</Link>
        <button onClick={() => void navigate(-1)}>Back</button>
        <output>{`${how} ${location.pathname}${location.search}`}</output>
      </>
    )
  }
  const wait = () =>
    loadMs === 0 ? null : new Promise<null>((resolve) => setTimeout(() => resolve(null), loadMs))
  const Elsewhere = () => <output>{useLocation().pathname}</output>
  const Stub = createRoutesStub([
    { id: 'tracks', path: pageRoutes.tracks, Component: Page, loader: wait },
    { path: cartPath, Component: Elsewhere, loader: wait },
  ])
  const page = within(
    render(<Stub initialEntries={[address]} hydrationData={{ loaderData: { tracks: null } }} />)
      .container,
  )
  return {
    page,
    box: page.getByRole<HTMLInputElement>('searchbox', { name: 'Search tracks' }),
    link: () => page.getByRole('link', { name: 'Cart' }),
    sort: page.getByRole('combobox', { name: 'Sort by' }),
    where: () => page.getByRole('status').textContent,
    group: (name: string) => within(page.getByRole('group', { name })),
  }
}
