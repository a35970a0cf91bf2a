// The recipe for a form in a dialog, on an endpoint that exists only here: eight fields in one short component.

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { apiMessages } from '#web/api/api-messages.ts'
import { request } from '#web/api/browser.ts'
import { CheckField, RadioCards, SelectField, TextArea, TextField } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useForm } from './use-form.ts'

const years = ['1970s', '1980s'] as const

const editSong = endpoint('PATCH /songs/{id}', {
  by: 'artist',
  summary: 'Changes a song.',
  refusals: ['username_taken', 'not_found'],
  input: z.object({
    id: z.string(),
    title: z.string().min(1, 'Please enter the title').max(20, 'Please use at most 20 characters'),
    artist: z.string().min(1, 'Please enter the artist'),
    year: z.enum(years, 'Please choose the decade'),
    tempo: z.enum(['slow', 'fast'], 'Please choose the tempo'),
    key: z.string().max(5).optional(),
    about: z.string().min(1, 'Please describe the song'),
    notes: z.string().optional(),
    isPublic: z.literal('on').optional(),
  }),
  output: z.object({ title: z.string() }),
})

const loadContract = vi.fn<() => Promise<typeof editSong>>(async () => editSong)

type EditSongProps = { id: string; onClose: () => void }

function EditSong({ id, onClose }: EditSongProps) {
  const form = useForm<typeof editSong>({
    contract: loadContract,
    constants: { id },
    send: (song) => request<typeof editSong>('PATCH /songs/{id}', song),
    fieldOfCode: { username_taken: 'artist' },
    onDone: onClose,
  })
  const { required, optional } = form.fields
  return (
    <FormDialog title="Edit song" form={form} submit="Save" submitting="Saving…" onClose={onClose}>
      <TextField {...required('title')} label="Title" maxLength={20} showCount />
      <TextField {...required('artist')} label="Artist" />
      <SelectField {...required('year')} label="Decade" options={years} placeholder="Choose" />
      <RadioCards
        {...required('tempo')}
        legend="Tempo"
        options={[
          { value: 'slow', label: 'Slow', hint: 'A ballad.' },
          { value: 'fast', label: 'Fast', hint: 'A dance.' },
        ]}
      />
      <TextField {...optional('key')} label="Key" />
      <TextArea {...required('about')} label="About" />
      <TextArea {...optional('notes')} label="Notes" />
      <CheckField {...optional('isPublic')} label="Everyone may see it" />
    </FormDialog>
  )
}

function Page() {
  const [isOpen, setIsOpen] = useState(true)
  return isOpen ? <EditSong id="s1" onClose={() => setIsOpen(false)} /> : <p>Closed</p>
}

function open(...responses: Response[]) {
  const sent: [unknown, unknown][] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    return Promise.resolve(responses.shift())
  })
  render(<Page />)
  return { sent }
}

function fill() {
  for (const [label, value] of [
    ['Title', 'Skylark'],
    ['Artist', 'Hoagy Carmichael'],
    ['Decade', '1970s'],
    ['About', 'Slow and close.'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('radio', { name: 'Slow' }))
}

async function save() {
  fireEvent.submit(screen.getByRole('form', { name: 'Edit song' }))
  await act(() => vi.dynamicImportSettled())
}

const invalidLabels = () =>
  ['Title', 'Artist', 'Decade', 'About'].filter(
    (label) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true',
  )

test('the contract’s schema checks the form before it is sent: errors at the fields and in a summary that has the focus', async () => {
  const { sent } = open()
  await save()

  expect(sent).toEqual([])
  expect(invalidLabels()).toEqual(['Title', 'Artist', 'Decade', 'About'])
  const summary = screen.getByRole('alert')
  expect(document.activeElement).toBe(summary)
  const links = [...summary.querySelectorAll('a')].map(({ textContent }) => textContent)
  expect(links).toEqual([
    'Please enter the title',
    'Please enter the artist',
    'Please choose the decade',
    'Please choose the tempo',
    'Please describe the song',
  ])
  fireEvent.click(screen.getByRole('link', { name: 'Please enter the artist' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Artist'))
})

test('the first field has the focus', async () => {
  open()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')))
})

test('required and optional fields are marked as the contract has them', () => {
  open()
  expect(screen.getByLabelText('Title').hasAttribute('required')).toBe(true)
  expect(screen.getByLabelText('Key (optional)').hasAttribute('required')).toBe(false)
})

test('a refusal of the server is shown at its field, the text stays, and a success closes the dialog', async () => {
  const taken = { code: 'username_taken', message: 'This name is taken.' }
  const { sent } = open(Response.json(taken, { status: 409 }), Response.json({ title: 'Skylark' }))
  fill()
  await save()
  await waitFor(() => expect(invalidLabels()).toEqual(['Artist']))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Skylark')

  await save()
  await screen.findByText('Closed')
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual([
    '/songs/s1',
    {
      title: 'Skylark',
      artist: 'Hoagy Carmichael',
      year: '1970s',
      tempo: 'slow',
      key: '',
      about: 'Slow and close.',
      notes: '',
    },
  ])
})

test('while the form is being sent, its button is busy, and a second press and Cancel do nothing', async () => {
  const response = Promise.withResolvers<Response>()
  open()
  const send = vi.fn<() => Promise<Response>>(() => response.promise)
  vi.stubGlobal('fetch', send)
  fill()
  await save()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Saving…' }).getAttribute('aria-disabled')).toBe(
      'true',
    ),
  )
  await save()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(send).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Closed')).toBeNull()
  await act(async () => response.resolve(Response.json({ title: 'Skylark' })))
  await screen.findByText('Closed')
})

test('the contract is loaded before the form is used', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  loadContract.mockClear()
  open()
  expect(loadContract).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await act(() => vi.dynamicImportSettled())
  expect(loadContract).toHaveBeenCalledTimes(1)
})

test('a form whose contract could not be loaded says so, keeps the text, and is sent at the next press', async () => {
  const { sent } = open(Response.json({ title: 'Skylark' }))
  fill()
  loadContract.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await save()
  expect(await screen.findByText(apiMessages.network)).toBeDefined()
  expect(sent).toEqual([])
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Skylark')
  await save()
  await screen.findByText('Closed')
  expect(sent).toHaveLength(1)
})

test('a field that the contract does not have, or has as optional, does not compile', () => {
  type Fields = ReturnType<typeof useForm<typeof editSong>>['fields']
  type Required = Parameters<Fields['required']>[0]
  type Optional = Parameters<Fields['optional']>[0]
  expectTypeOf<Required>().toEqualTypeOf<'id' | 'title' | 'artist' | 'year' | 'tempo' | 'about'>()
  expectTypeOf<Optional>().toEqualTypeOf<'key' | 'notes' | 'isPublic'>()
})
