import { expect, test } from 'vitest'
import {
  maxLicenceDocumentBytes,
  licenceDocumentFormats,
  licenceDocumentId,
  licenceDocumentTypes,
  licenceDocumentUrl,
} from './licence-documents.ts'

const id = '0b94ea4c-3a6e-4a0e-8a4e-1b7f1c0e9d10'
const url = `/api/proxy/license/${id}`

test('the address of a licence document holds its id, and gives it back', () => {
  expect(licenceDocumentUrl(id)).toBe(url)
  expect(licenceDocumentId(url)).toBe(id)
})

test.each([
  '',
  id,
  `${url}/`,
  `${url}?download=1`,
  `https://evil.test${url}`,
  '/api/proxy/license/',
  '/api/proxy/license/../../secrets',
  `/api/proxy/license/${id.toUpperCase()}`,
  `/api/proxy/license/${id.replaceAll('-', '')}`,
  `/api/proxy/license/${id.replace('4a0e', 'wxyz')}`,
  `/public/avatars/${id}/64`,
])('%j is not the address of a licence document', (other) => {
  expect(licenceDocumentId(other)).toBeNull()
})

test('a licence document has 10 MB at most, and every format that is accepted is named', () => {
  expect(maxLicenceDocumentBytes).toBe(10_485_760)
  const named = licenceDocumentFormats.toLowerCase().split(/, | or /)
  expect(licenceDocumentTypes.map((type) => type.replace(/^.+\//, ''))).toEqual(named)
})
