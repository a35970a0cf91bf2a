import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { session } from '#web/accounts/session-store.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { BanButton } from './ban-button.tsx'

const rosa = { artistId: 'fe5e1a8a-6f0e-4f43-9a55-0d9f6a1c2b11', name: 'Rosa Lindqvist' }
const record = { role: 'artist', tracks: 3, sold: 1, owedPence: 1250, areTransfersHeld: false }

/** The server knows the artist's record; `answer` responds to a ban or an unban. */
async function open(role: string | null, answer: () => Response | Promise<Response>) {
  cleanup()
  const calls: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string } = {}) => {
    if (path.endsWith('get-id-and-role'))
      return Promise.resolve(Response.json({ id: role && 'u1', role, isBanned: false }))
    if (path.includes('/admin/users/')) return Promise.resolve(Response.json(record))
    calls.push({ path, body: JSON.parse(body ?? 'null') })
    return Promise.resolve().then(answer)
  })
  session.invalidate()
  await act(() => session.known())
  render(<BanButton {...rosa} />)
  return calls
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function submit(verb: 'Ban' | 'Unban', reason: string) {
  press(`${verb} ${rosa.name}`)
  const dialog = await screen.findByRole('dialog', { name: `${verb} ${rosa.name}?` })
  fireEvent.change(within(dialog).getByLabelText(`What ${rosa.name} is told`), {
    target: { value: reason },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: verb }))
  return dialog
}

test('only an admin sees the button (BAN-01, ROL-24)', async () => {
  for (const role of [null, 'customer', 'artist']) {
    await open(role, () => Response.json({}))
    expect([role, screen.queryByRole('button')]).toEqual([role, null])
  }
  await open('admin', () => Response.json({}))
  expect(screen.getByRole('button').textContent).toBe('Ban')
})

test('a ban asks for a reason, says what it does beside a button in the colour of danger, and turns the button; so does an unban (BAN-01, BAN-02, BAN-03, ERR-53)', async () => {
  const success = vi.spyOn(toast, 'success')
  const calls = await open('admin', () => Response.json({}))
  const unreasoned = await submit('Ban', ' ')
  await waitFor(() => expect(unreasoned.textContent).toContain('Please enter a reason.'))
  for (const told of ['3 tracks', 'one copy', '£12.50'])
    await waitFor(() => expect(unreasoned.textContent).toContain(told))
  expect(calls).toEqual([])
  expect(within(unreasoned).getByRole('button', { name: 'Ban' }).className).toContain('btn-danger')
  fireEvent.click(within(unreasoned).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await submit('Ban', 'Copied recordings.')
  await screen.findByRole('button', { name: `Unban ${rosa.name}` })
  expect(success).toHaveBeenLastCalledWith('Artist has been banned.')
  expect(calls).toEqual([
    {
      path: '/api/proxy/admin/ban-user',
      body: { artistId: rosa.artistId, reason: 'Copied recordings.', note: '' },
    },
  ])

  const lifting = await submit('Unban', 'It was a mistake.')
  expect(within(lifting).getByRole('button', { name: /^Unban/ }).className).not.toContain('danger')
  await screen.findByRole('button', { name: `Ban ${rosa.name}` })
  expect(success).toHaveBeenLastCalledWith('Artist has been unbanned.')
  expect(calls[1]?.path).toBe('/api/proxy/admin/unban-user')
})

test('the notice is previewed while it is written, and a note for admins is sent beside it, never in it', async () => {
  const calls = await open('admin', () => Response.json({}))
  press(`Ban ${rosa.name}`)
  const dialog = within(await screen.findByRole('dialog'))
  const write = (label: RegExp, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const preview = dialog.getByRole('region', { name: 'Preview of what is sent' })
  expect(preview.textContent).toContain('Your account is suspended.')
  expect(preview.textContent).toContain('The reason: …')
  write(/^What Rosa Lindqvist is told/, 'Copied recordings.')
  write(/^Note for admins/, 'Zoë wrote to us.')
  expect(preview.textContent).toContain('The reason: Copied recordings.')
  expect(preview.textContent).not.toContain('Zoë')
  fireEvent.click(dialog.getByRole('button', { name: 'Ban' }))
  const sent = { reason: 'Copied recordings.', note: 'Zoë wrote to us.' }
  await waitFor(() => expect(calls.map(({ body }) => body)).toMatchObject([sent]))
})

test.each([
  ['an unexpected error', () => Response.json({}, { status: 500 })],
  ['no connection', () => Promise.reject(new TypeError('no connection'))],
])(
  'after %s the artist stays as they are, and the admin may try again (BAN-04, ERR-52)',
  async (_, answer) => {
    const error = vi.spyOn(toast, 'error')
    let isFailing = true
    await open('admin', () => (isFailing ? answer() : Response.json({})))
    const dialog = await submit('Ban', 'Copied recordings.')
    await waitFor(() => expect(error).toHaveBeenLastCalledWith('Failed to ban artist.'))
    within(dialog).getByRole('alert')
    isFailing = false
    fireEvent.click(within(dialog).getByRole('button', { name: 'Ban' }))
    await screen.findByRole('button', { name: `Unban ${rosa.name}` })

    isFailing = true
    await submit('Unban', 'It was a mistake.')
    await waitFor(() => expect(error).toHaveBeenLastCalledWith('Failed to unban artist.'))
    expect(screen.getByRole('button', { name: `Unban ${rosa.name}`, hidden: true })).toBeDefined()
  },
)
