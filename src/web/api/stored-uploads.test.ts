import { expect, test } from 'vitest'
import { defaultOptions } from 'tus-js-client'
import { idInAddress, openStoredUploads } from './stored-uploads.ts'
import { findPreviousUploads } from './tus-upload.ts'

const endpoint = '/api/proxy/uploads'
const itemKey = 'test.uploads.1'
const id = '0198f000-0000-7000-8000-0000000000bb'
const otherId = '0198f000-0000-7000-8000-0000000000cc'
const file = new File(['sound'], 'take.wav', { lastModified: 1 })

async function store(uploadId: string, sent: File) {
  const { urlStorage } = openStoredUploads(itemKey)
  const fingerprint = await defaultOptions.fingerprint(sent, { endpoint })
  return urlStorage.addUpload(fingerprint, {
    uploadUrl: `http://localhost${endpoint}/${uploadId}/file`,
    size: sent.size,
    metadata: {},
    creationTime: '',
    urlStorageKey: '',
    parallelUploadUrls: null,
  })
}

const idsOf = async (sent: File) => {
  const { urlStorage } = openStoredUploads(itemKey)
  const found = await findPreviousUploads(sent, { endpoint, urlStorage })
  return found.map(({ uploadUrl }) => idInAddress(uploadUrl))
}

test('the library finds the uploads of the same file, and of no other one', async () => {
  localStorage.clear()
  await store(id, file)
  await store(otherId, new File(['other sound'], 'take.wav', { lastModified: 1 }))
  expect(openStoredUploads(itemKey).ids()).toEqual([id, otherId])
  expect(await idsOf(file)).toEqual([id])
  // Recorded once more, with the same name and length.
  expect(await idsOf(new File(['sound'], 'take.wav', { lastModified: 2 }))).toEqual([])
})

test('an upload is forgotten by its id, or by the library, and without any there is no item', async () => {
  localStorage.clear()
  const uploads = openStoredUploads(itemKey)
  await store(id, file)
  const key = await store(otherId, file)
  uploads.forget(id)
  expect(uploads.ids()).toEqual([otherId])
  await uploads.urlStorage.removeUpload(key)
  expect(localStorage.getItem(itemKey)).toBeNull()
})

test.each(['', '{', '7', '[7, null, {"uploadUrl": 7}]'])(
  'stored text that is no list of uploads is as good as none: %s',
  (text) => {
    localStorage.clear()
    localStorage.setItem(itemKey, text)
    expect(openStoredUploads(itemKey).ids()).toEqual([])
  },
)
