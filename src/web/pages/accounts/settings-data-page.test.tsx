import { render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { findOpenMatters } from '#contracts/accounts/own-data.ts'
import { settingsMessages } from '#web/accounts/settings/settings-messages.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import SettingsDataPage, { action } from './settings-data-page.tsx'

type LoaderData = z.infer<typeof findOpenMatters.output>

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

function show(loaderData: LoaderData, actionData?: unknown) {
  const Page = createRoutesStub([
    { id: 'data', path: '/settings/data', Component: SettingsDataPage },
  ])
  const hydrationData = {
    loaderData: { data: loaderData },
    actionData: actionData === undefined ? null : { data: actionData },
  }
  render(<Page initialEntries={['/settings/data']} hydrationData={hydrationData} />)
}

test('an account is deleted only after a last question, which names what is lost', async () => {
  const asked = await send('delete')
  expect(asked.sent).toEqual([])
  show({ openMatters: [], ownedTracks: [] }, asked.actionData)
  expect((await screen.findByRole('alert')).textContent).toContain(settingsMessages.deleteLoss)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /Delete for good/ })
  expect(screen.getByRole('link', { name: 'Keep my account' })).toBeDefined()

  const answered = await send(button.value)
  expect(answered.sent).toHaveLength(1)
  expect(answered.actionData.refused?.issues?.[0]?.path).toEqual(['password'])
})

test('whoever cannot open My Tracks finds the bought tracks here, each to download, and all as a ZIP', async () => {
  const title = 'Skye Boat Song'
  show({ openMatters: [], ownedTracks: [{ id: 't1', title, artistName: 'Rosa & Sons' }] })
  const owned = within(await screen.findByRole('region', { name: 'The tracks you have bought' }))
  expect(owned.getByRole('listitem').textContent).toBe('Skye Boat Song by Rosa & Sons')
  const addressOf = (name: string) => owned.getByRole('link', { name }).getAttribute('href')
  expect(addressOf('Download Skye Boat Song by Rosa & Sons')).toBe('/api/proxy/tracks/download/t1')
  expect(addressOf('Download all as a ZIP')).toBe('/api/proxy/my-tracks/zip')
  for (const link of owned.getAllByRole('link')) expect(link.hasAttribute('download')).toBe(true)
})

test('an account without bought tracks has no list of them', async () => {
  show({ openMatters: [], ownedTracks: [] })
  await screen.findByRole('link', { name: 'Download my data' })
  expect(screen.queryByText('The tracks you have bought')).toBeNull()
  expect(screen.queryByText('Download all as a ZIP')).toBeNull()
})
