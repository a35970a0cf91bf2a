import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { getLicenceInfo } from '#contracts/licences.ts'
import type { LicenceStatus } from '#rules/track-options.ts'
import { request } from '#web/api/browser.ts'
import { Fact } from './fact.tsx'
import { trackMessages } from './track-messages.ts'

export type LicenceInfo = z.infer<typeof getLicenceInfo.output>

const labels: Record<LicenceStatus, string> = {
  not_required: 'Not required',
  licensed: 'Licensed',
  unlicensed: 'Unlicensed',
}

type LicenceFactsProps = {
  trackId: string
  /** As everyone sees it; null if it could not be loaded. */
  licence: LicenceInfo | null
  /** The track's artist and admins. */
  maySeeDocument: boolean
}

export function LicenceFacts({ trackId, licence, maySeeDocument }: LicenceFactsProps) {
  if (licence === null) return <Fact name="License">{trackMessages.licenseFailed}</Fact>
  return (
    <>
      <Fact name="License">{labels[licence.trackLicenseStatus]}</Fact>
      {licence.trackLicensedFrom !== null && (
        <Fact name="Licensed from">
          <bdi>{licence.trackLicensedFrom}</bdi>
        </Fact>
      )}
      {maySeeDocument && <DocumentFact trackId={trackId} />}
    </>
  )
}

/** Requested by the caller, because the page contains what everyone sees. */
function DocumentFact({ trackId }: { trackId: string }) {
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
