// A link to a stored document: for one user, one document and a few minutes, by a signature of all three.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { downloadLicenceDocument } from '#contracts/licences.ts'
import { licenceDocumentLinkMinutes } from '#rules/licences/licence-documents.ts'

type Document = { id: string; userId: string }
type LinkQuery = { user: string; exp: string; key: string }

type DocumentLinks = {
  /** The path with its query. */
  create: (document: Document) => string
  /** Whether the link was created for this document and user, and has not ended. */
  isValid: (document: Document, link: LinkQuery) => boolean
}

export function openDocumentLinks(secret: string): DocumentLinks {
  const sign = (...parts: string[]) =>
    createHmac('sha256', secret)
      // A signature by the same secret for another purpose is none of a link.
      .update(JSON.stringify(['licence document', ...parts]))
      .digest('base64url')
  return {
    create({ id, userId }) {
      const exp = String(Math.floor(Date.now() / 1000) + licenceDocumentLinkMinutes * 60)
      const query = new URLSearchParams({ user: userId, exp, key: sign(id, userId, exp) })
      return `${downloadLicenceDocument.path.replace('{id}', id)}?${query}`
    },
    isValid({ id, userId }, { user, exp, key }) {
      const isSigned = sameText(key, sign(id, userId, exp))
      return isSigned && user === userId && Number(exp) * 1000 > Date.now()
    },
  }
}

/** In a time that does not depend on where they differ. */
function sameText(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
