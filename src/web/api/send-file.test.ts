import { expect, test, vi } from 'vitest'
import type { uploadTrack } from '#contracts/uploads.ts'
import { sendFile } from './send-file.ts'

test('text fields are sent before the file, by the method and path of the route', () => {
  const opened: unknown[] = []
  const sent: FormData[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    open = (...route: string[]) => opened.push(route)
    send = (form: FormData) => sent.push(form)
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const content = new File(['sound'], 'take-3.wav')
  void sendFile<typeof uploadTrack>('POST /api/proxy/tracks', {
    fields: { title: 'Skylark', price: '5.00' },
    file: { field: 'file', content },
  })
  expect(opened).toEqual([['POST', '/api/proxy/tracks']])
  expect([...(sent[0]?.keys() ?? [])]).toEqual(['title', 'price', 'file'])
  vi.unstubAllGlobals()
})
