import { useEffect, useState } from 'react'
import type { getLicenceInfo } from '#contracts/licences.ts'
import { request } from '#web/api/browser.ts'
import { Fact } from './fact.tsx'

/** For the track's artist and admins. Requested by the caller, because the page contains what everyone sees. */
export default function DocumentFact({ trackId }: { trackId: string }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const load = async () => {
      const result = await request<typeof getLicenceInfo>(
        'GET /api/proxy/tracks/{id}/license-info',
        { id: trackId },
        { signal: leaving.signal },
      )
      if (result.ok) setAddress(result.value.trackLicenseDocumentUrl)
    }
    void load()
    return () => leaving.abort()
  }, [trackId])
  if (address === null) return null
  return (
    <Fact name="License document">
      <a href={address}>Open</a>
    </Fact>
  )
}
