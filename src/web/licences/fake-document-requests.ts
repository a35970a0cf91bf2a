// Licence documents in tests: a file, and the responses of the server that stores it.

import { vi } from 'vitest'

export const pdf = () => new File(['%PDF-1.7'], 'licence.pdf', { type: 'application/pdf' })

export const documentUrl = '/api/proxy/license/0198f000-0000-7000-8000-0000000000dd'

/** Null is no response at all. */
type DocumentResponse = { status: number; body: unknown } | null

export const storedDocument: DocumentResponse = {
  status: 200,
  body: { licenseDocumentUrl: documentUrl, message: 'x' },
}

export const documentFailures = {
  withMessage: { status: 507, body: { code: 'storage_full', message: 'There is no room for it.' } },
  withoutMessage: { status: 502, body: null },
  withoutResponse: null,
}

/** The requests for documents; each is answered by the next of `responses`. */
export function answerDocuments(...responses: DocumentResponse[]): string[] {
  const requests: string[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    response: unknown = null
    status = 0
    responseType = ''
    route = ''
    open(method: string, path: string) {
      this.route = `${method} ${path}`
    }
    send(form: FormData) {
      const file = form.get('licenseDocument')
      requests.push(`${this.route} ${file instanceof File ? file.name : 'nothing'}`)
      const response = responses.shift() ?? null
      if (response === null) return this.dispatchEvent(new Event('error'))
      Object.assign(this, { status: response.status, response: response.body })
      return this.dispatchEvent(new Event('load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return requests
}
