import type { getLicenceInfo } from '#contracts/licences.ts'
import { request } from '#web/api/browser.ts'
import { useFetched } from '#web/api/use-fetched.ts'
import { Fact } from '#web/tracks/fact.tsx'

/** For the track's artist and admins. Requested by the caller, because the page contains what everyone sees. */
export default function DocumentFact({ trackId }: { trackId: string }) {
  const { value } = useFetched(trackId, (id, signal) =>
    request<typeof getLicenceInfo>('GET /api/proxy/tracks/{id}/license-info', { id }, { signal }),
  )
  if (!value?.trackLicenseDocumentUrl) return null
  return (
    <Fact name="License document">
      <a href={value.trackLicenseDocumentUrl}>Open</a>
    </Fact>
  )
}
