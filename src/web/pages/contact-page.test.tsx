import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { getContactDefaults } from '#contracts/contact/contact.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import ContactPage, { loader } from './contact-page.tsx'

type Defaults = z.infer<typeof getContactDefaults.output>
const visitor: Defaults = { name: null, email: null, subject: null }

/** What the form begins with at that address. */
async function open(search: string, account: Defaults = visitor) {
  cleanup()
  const url = new URL(`http://shop.test/contact${search}`)
  const context = new RouterContextProvider()
  const answer = { status: 200, cookies: [], body: account }
  context.set(
    apiContext,
    createApi(() => Promise.resolve(answer), { sent: null, received: [] }),
  )
  const request = new Request(url)
  const page = await loader({ context, url, request, params: {}, pattern: url.pathname })
  const Stub = createRoutesStub([{ id: 'page', path: '/contact', Component: ContactPage }])
  render(<Stub initialEntries={['/contact']} hydrationData={{ loaderData: { page } }} />)
  const subject = await screen.findByLabelText<HTMLSelectElement>('What it is about')
  return {
    subject: subject.selectedOptions[0]?.textContent,
    message: screen.getByLabelText<HTMLTextAreaElement>('Message').value,
  }
}

const empty = { subject: 'Please choose', message: '' }

test('from a receipt the form asks about that purchase, and names the receipt', async () => {
  expect(await open('?receipt=UND-000012')).toEqual({
    subject: 'A purchase or download',
    message: 'Receipt UND-000012: ',
  })
  expect(await open('?receipt=any+words')).toEqual(empty)
})

test('a notice of a decision leads to its objection, also a suspended user, who writes about the suspension otherwise', async () => {
  const suspended: Defaults = { name: 'Mia', email: 'mia@example.com', subject: 'suspension' }
  const objection = { subject: 'My objection to a decision', message: '' }
  expect(await open('?subject=objection')).toEqual(objection)
  expect(await open('?subject=objection', suspended)).toEqual(objection)
  expect(await open('', suspended)).toEqual({ subject: 'My suspension', message: '' })
  expect(await open('?subject=nonsense')).toEqual(empty)
})
