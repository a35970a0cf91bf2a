import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { toast } from '#web/ui/toasts/toast.ts'
import { FlagButton } from './flag-button.tsx'

async function open(response: () => Response | Promise<Response>) {
  cleanup()
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string }) => {
    sent.push([method, path, JSON.parse(body)])
    return Promise.resolve().then(response)
  })
  const flag = <FlagButton trackId={trackId} title="Skylark" path="/tracks/one" />
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: flag }])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Report' }))
  await screen.findByRole('dialog', { name: 'Report this track' })
  return sent
}

const trackId = '0198f000-0000-7000-8000-000000000001'
const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Reason')
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Submit/ })
const write = (text: string) => fireEvent.input(reason(), { target: { value: text } })
const send = () => act(() => fireEvent.click(submit()))
const isOpen = () => screen.queryByRole('dialog') !== null

test('a report has a type, at first copyright, and a reason; it is sent once, thanked for and closed (FLG-01, FLG-03 to FLG-06, VAL-39, VAL-40, ERR-84)', async () => {
  const done = Promise.withResolvers<Response>()
  const sent = await open(() => done.promise)
  const thanked = vi.spyOn(toast, 'success')
  const type = screen.getByLabelText<HTMLSelectElement>('What is it about?')
  expect([type.value, type.required, reason().required]).toEqual(['copyright', true, true])
  expect([...type.options].map(({ value }) => value)).toEqual(['copyright', 'dmca', 'other'])
  expect(submit().disabled).toBe(true)
  write('  \n ')
  expect(submit().disabled).toBe(true)
  write(' It is mine. ')
  screen.getByText('13 / 2000')
  expect(submit().disabled).toBe(false)
  fireEvent.change(type, { target: { value: 'dmca' } })
  await send()
  await screen.findByRole('button', { name: 'Submitting…' })
  expect(submit().getAttribute('aria-disabled') === 'true' || submit().disabled).toBe(true)
  await send()
  expect(sent).toEqual([
    [
      'POST',
      `/api/proxy/flags/track/${trackId}`,
      { type: 'dmca', reason: expect.stringContaining('It is mine.') },
    ],
  ])
  await act(async () => done.resolve(Response.json({ id: 'one', status: 'new' })))
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(thanked.mock.calls).toEqual([['Flag submitted successfully. Thank you.']])
})

test('a user without a login is told how to report the track, and the text stays (FLG-07, ERR-84)', async () => {
  for (const [status, body] of [
    [401, { code: 'flag_login_required', message: 'No', error: 'No' }],
    [401, { message: 'unauthorized' }],
    [404, { message: 'User not found' }],
  ] as const) {
    await open(() => Response.json(body, { status }))
    write('It is mine.')
    await send()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(
      'Not logged in. Please create an account, or flag via contact form.',
    )
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('Create an account')).toBe('/register?next=%2Ftracks%2Fone')
    expect(link('Contact form')).toBe('/contact')
    expect([isOpen(), reason().value]).toEqual([true, 'It is mine.'])
  }
})

test('another failure shows the server’s message, or that the report was not sent, and the dialog stays (FLG-05, FLG-08, ERR-84)', async () => {
  const already = 'You have already flagged this track. We are looking at it.'
  for (const [response, message] of [
    [() => Response.json({ code: 'already_flagged', message: already }, { status: 409 }), already],
    [() => Response.json({ message: 'Track not found' }, { status: 404 }), 'Track not found'],
    [() => Response.json({}, { status: 500 }), 'Failed to submit flag.'],
    [
      () => Promise.reject(new TypeError('offline')),
      'An error occurred. Network error - check your connection',
    ],
  ] as const) {
    await open(response)
    write('It is mine.')
    await send()
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.queryByRole('link', { name: 'Contact form' })).toBe(null)
    expect(isOpen()).toBe(true)
  }
})
