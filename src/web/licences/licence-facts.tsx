import { Suspense } from 'react'
import type { z } from 'zod'
import type { getLicenceInfo } from '#contracts/licences.ts'
import type { LicenceStatus } from '#rules/tracks/track-options.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { Fact } from '#web/tracks/fact.tsx'
import { trackMessages } from '#web/tracks/track-messages.ts'

export type LicenceInfo = z.infer<typeof getLicenceInfo.output>

const labels: Record<LicenceStatus, string> = {
  not_required: 'Not required',
  licensed: 'Licensed',
  unlicensed: 'Unlicensed',
}

/** Loaded for those who may see it. */
const DocumentFact = lazyOr<{ trackId: string }>(
  () => import('./document-fact.tsx'),
  () => null,
)

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
      {maySeeDocument && (
        <Suspense>
          <DocumentFact trackId={trackId} />
        </Suspense>
      )}
    </>
  )
}
