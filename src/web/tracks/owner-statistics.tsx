import type { z } from 'zod'
import type { getTrack } from '#contracts/tracks.ts'
import { formatPence } from '#rules/price.ts'
import { request } from '#web/api/browser.ts'
import { useFetched } from '#web/api/use-fetched.ts'
import { ErrorText } from '#web/ui/error-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Fact } from './fact.tsx'
import { trackMessages } from './track-messages.ts'

type Statistics = {
  downloads: number
  purchases: number
  /** What the artist receives. */
  pricePence: number
  customerPricePence: number
}

/** For the track's artist: requested after the page has been shown, because the page is the same for everyone. */
export default function OwnerStatistics({ trackId }: { trackId: string }) {
  const loaded = useStatistics(trackId)
  return (
    <Panel aria-labelledby="owner-statistics" aria-busy={loaded === 'loading'}>
      <h2 id="owner-statistics">Owner Statistics</h2>
      {loaded === 'loading' && (
        <p role="status" className="panel-text">
          <Spinner /> Loading
        </p>
      )}
      {loaded === 'failed' && <ErrorText>{trackMessages.statisticsFailed}</ErrorText>}
      {typeof loaded === 'object' && <Figures {...loaded} />}
    </Panel>
  )
}

function Figures({ downloads, purchases, pricePence, customerPricePence }: Statistics) {
  return (
    <dl className="facts">
      <Fact name="Downloads">{downloads}</Fact>
      <Fact name="Purchases">{purchases}</Fact>
      <Fact name="Price (artist receives)">{formatPence(pricePence)}</Fact>
      <Fact name="Customer price">{formatPence(customerPricePence)}</Fact>
      <Fact name="Platform commission and fee">{formatPence(customerPricePence - pricePence)}</Fact>
    </dl>
  )
}

function useStatistics(id: string): Statistics | 'loading' | 'failed' {
  const { value, refused } = useFetched(id, (wanted, signal) =>
    request<typeof getTrack>('GET /api/proxy/tracks/{id}', { id: wanted }, { signal }),
  )
  if (refused) return 'failed'
  return value === null ? 'loading' : (statisticsIn(value) ?? 'failed')
}

type Answer = z.infer<typeof getTrack.output>

/** Null if the session has ended meanwhile: the server then answers as to a visitor. */
function statisticsIn(track: Answer): Statistics | null {
  const { downloadCount, purchaseCount, pricePence, customerPricePence } = track
  if (downloadCount === null || purchaseCount === null || pricePence === null) return null
  return { downloads: downloadCount, purchases: purchaseCount, pricePence, customerPricePence }
}
