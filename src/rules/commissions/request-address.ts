// The parameters in the address of a request's form.

import { originalTuning, readTuning, tuningParams, type Tuning } from '../listening/tuning.ts'
import { commissionRequestPath } from './commission-paths.ts'
import { pageRoutes } from '../page-paths.ts'

export type RequestAddress = {
  artistId: string
  /** What a new recording is wished of. */
  trackId: string | null
  tuning: Tuning
  /** The artist's offer that it is asked for by; without one, the plain price. */
  offerId: string | null
  /** The commission that is asked for once more. */
  againId: string | null
  /** The same address, without what means nothing. */
  path: string
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const onlyId = new RegExp(`^${id}$`)
const formPath = new RegExp(`^${pageRoutes.commissionRequest.replace(':id', `(${id})`)}$`)

/** Returns null for any other address. */
export function readRequestAddress(address: string): RequestAddress | null {
  const [path = '', query = ''] = address.split('?', 2)
  const artistId = formPath.exec(path)?.[1]
  if (artistId === undefined) return null
  const params = new URLSearchParams(query)
  const track = idIn(params, 'track')
  const offer = idIn(params, 'offer')
  const again = idIn(params, 'again')
  const tuning = readTuning(params) ?? originalTuning
  return {
    artistId,
    trackId: track ?? null,
    tuning,
    offerId: offer ?? null,
    againId: again ?? null,
    path: commissionRequestPath(artistId, {
      ...(track !== undefined && { track }),
      ...tuningParams(tuning),
      ...(offer !== undefined && { offer }),
      ...(again !== undefined && { again }),
    }),
  }
}

function idIn(params: URLSearchParams, name: string): string | undefined {
  const value = params.get(name)
  return value !== null && onlyId.test(value) ? value : undefined
}
