import { fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub, useLocation, useNavigate } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ArtistLink } from './artist-link.tsx'
import { shouldRevalidate, useProfileAddress } from './profile-address.ts'

const artistId = '0b94ea4c-3a6e-4a0e-8a4e-1b7f1c0e9d10'

function open(address: string) {
  const loader = vi.fn(() => null)
  function Page() {
    const { search } = useLocation()
    const { artistId: shown, closeArtist } = useProfileAddress()
    const navigate = useNavigate()
    return (
      <>
        <ArtistLink artistId={artistId}>Rosa</ArtistLink>
        <button onClick={() => void closeArtist()}>Close</button>
        <button onClick={() => void navigate(-1)}>Back</button>
        <output>{`${shown ?? 'page'} ${search}`}</output>
      </>
    )
  }
  const Stub = createRoutesStub([
    { id: 'page', path: '/tracks', Component: Page, loader, shouldRevalidate },
  ])
  const hydrationData = { loaderData: { page: null } }
  render(<Stub initialEntries={['/tracks', address]} hydrationData={hydrationData} />)
  return { loader, link: screen.getByRole('link', { name: 'Rosa' }) }
}

const shown = () => screen.getByRole('status').textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the link of an artist opens the dialog over the page, whose URL and data stay; Back closes it (D-131)', async () => {
  const { link, loader } = open('/tracks?query=rain&page=2')
  expect(link.getAttribute('href')).toBe(`/artist/${artistId}`)
  for (const leave of ['Back', 'Close']) {
    fireEvent.click(link)
    await expect.poll(shown).toBe(`${artistId} ?query=rain&page=2&artist=${artistId}`)
    press(leave)
    await expect.poll(shown).toBe('page ?query=rain&page=2')
  }
  expect(loader).not.toHaveBeenCalled()
  press('Back')
  await expect.poll(shown).toBe('page ')
  expect(loader).toHaveBeenCalledOnce()
})

test('a page that was opened with the dialog stays when the dialog is closed', async () => {
  open(`/tracks?artist=${artistId}&page=2`)
  press('Close')
  await expect.poll(shown).toBe('page ?page=2')
  press('Back')
  await expect.poll(shown).toBe('page ')
})

test('a click that opens a new tab is left to the browser', async () => {
  const { link } = open('/tracks')
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true)
  await expect.poll(shown).toBe('page ')
})
