import { render, screen } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
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

test('an account is deleted only after a last question, which names what is lost', async () => {
  const asked = await send('delete')
  expect(asked.sent).toEqual([])
  const Page = createRoutesStub([
    {
      id: 'data',
      path: '/settings/data',
      Component: SettingsDataPage,
    },
  ])
  const loaderData = { openMatters: [], ownedTracks: [] }
  const hydrationData = { loaderData: { data: loaderData }, actionData: { data: asked.actionData } }
  render(<Page initialEntries={['/settings/data']} hydrationData={hydrationData} />)
  expect((await screen.findByRole('alert')).textContent).toContain(settingsMessages.deleteLoss)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /Delete for good/ })
  expect(screen.getByRole('link', { name: 'Keep my account' })).toBeDefined()

  const answered = await send(button.value)
  expect(answered.sent).toHaveLength(1)
  expect(answered.actionData.refused?.issues?.[0]?.path).toEqual(['password'])
})
