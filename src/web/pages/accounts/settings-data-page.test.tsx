import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { SettingsResult } from '#web/accounts/settings/settings-result.ts'
import { settingsMessages } from '#web/accounts/settings/settings-messages.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import SettingsDataPage, { action } from './settings-data-page.tsx'

async function send(form: string) {
  const url = new URL('http://shop.test/settings/data')
  const sent: string[] = []
  const context = new RouterContextProvider()
  const api = createApi(
    ({ path }) => {
      sent.push(path)
      const body = { code: 'wrong_password', message: 'Wrong.' }
      return Promise.resolve({ status: 403, cookies: [], body })
    },
    { sent: null, received: [] },
  )
  context.set(apiContext, api)
  const body = new URLSearchParams({ form, password: 'a song to sing' })
  const request = new Request(url, { method: 'POST', body })
  const response = await action({ context, url, request, params: {}, pattern: url.pathname })
  return { actionData: response.data, sent }
}

const skylark = { id: 'a1', title: 'Skylark', artistName: 'Rosa' }

type Shown = { ownedTracks?: (typeof skylark)[]; actionData?: SettingsResult }

async function open({ ownedTracks = [], actionData }: Shown = {}) {
  cleanup()
  const Page = createRoutesStub([
    { id: 'data', path: '/settings/data', Component: SettingsDataPage },
  ])
  const loaderData = { data: { openMatters: [], ownedTracks } }
  const hydrationData = { loaderData, ...(actionData && { actionData: { data: actionData } }) }
  render(<Page initialEntries={['/settings/data']} hydrationData={hydrationData} />)
  await screen.findByRole('heading', { name: 'Delete your account' })
}

const hrefOf = (link: HTMLElement) => link.getAttribute('href')
const exportPath = '/api/account/export'
const zipPath = '/api/proxy/my-tracks/zip'

test('an account is deleted only after a last question, which names what is lost and offers it once more', async () => {
  const asked = await send('delete')
  expect(asked.sent).toEqual([])
  await open({ ownedTracks: [skylark], actionData: asked.actionData })
  const question = screen.getByRole('alert')
  expect(question.textContent).toContain(settingsMessages.deleteLoss)
  expect(settingsMessages.deleteLoss).toContain('It happens at once and is final')
  expect(within(question).getAllByRole('link').map(hrefOf)).toEqual([exportPath, zipPath])
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /Delete for good/ })
  expect(screen.getByRole('link', { name: 'Keep my account' })).toBeDefined()

  const answered = await send(button.value)
  expect(answered.sent).toHaveLength(1)
  expect(answered.actionData.refused?.issues?.[0]?.path).toEqual(['password'])

  await open({ actionData: asked.actionData })
  const withoutTracks = within(screen.getByRole('alert')).getAllByRole('link')
  expect(withoutTracks.map(hrefOf)).toEqual([exportPath])
})

test('the page says before the deletion that it is final and at once, and offers the data and every bought track first', async () => {
  await open({ ownedTracks: [skylark, { ...skylark, id: 'a2', title: 'Danny Boy' }] })
  const deletion = screen.getByRole('region', { name: 'Delete your account' })
  expect(deletion.textContent).toContain('This happens at once and is final.')
  const isBefore = (element: HTMLElement) =>
    element.compareDocumentPosition(deletion) === Node.DOCUMENT_POSITION_FOLLOWING
  const offered = {
    'Download my data': exportPath,
    'Download Skylark by Rosa': '/api/proxy/tracks/download/a1',
    'Download Danny Boy by Rosa': '/api/proxy/tracks/download/a2',
    'Download all as a ZIP': zipPath,
  }
  for (const [name, href] of Object.entries(offered)) {
    const link = screen.getByRole('link', { name })
    expect([name, hrefOf(link), link.hasAttribute('download'), isBefore(link)]).toEqual([
      name,
      href,
      true,
      true,
    ])
  }
  const owned = within(screen.getByRole('region', { name: 'The tracks you have bought' }))
  owned.getByText('2 tracks')
  expect(owned.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Skylark by Rosa',
    'Danny Boy by Rosa',
  ])
})

test('many bought tracks are folded, and without any there is no list', async () => {
  const tracksOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...skylark, id: `a${at}` }))
  for (const [count, isOpen] of [
    [8, true],
    [9, false],
  ] as const) {
    await open({ ownedTracks: tracksOf(count) })
    const details = screen.getByText(`${count} tracks`).closest('details')
    expect([count, details?.open]).toEqual([count, isOpen])
  }
  await open()
  expect(screen.queryByRole('heading', { name: 'The tracks you have bought' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Download all as a ZIP' })).toBeNull()
})
