// Files that are being sent, on the pages where the artist does something else: the dashboard shows them in full.

import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { artistDashboardPath } from '#rules/page-paths.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { quarterText, stateText } from './sending-messages.ts'
import type { Sending } from './sending.ts'
import { sendings, useSendings } from './sendings-store.ts'

export default function SendingStrip() {
  const shown = useSendings().filter(({ state }) => state.name !== 'listed')
  const { pathname } = useLocation()
  useEffect(() => void sendings.restore(), [])
  if (shown.length === 0 || pathname === artistDashboardPath()) return null
  return (
    <section className="sending-strip no-print" aria-label="Uploads">
      <ul>
        {shown.map((sending) => (
          <StripRow key={sending.key} sending={sending} />
        ))}
      </ul>
      <PageLink href={artistDashboardPath()}>Show in the dashboard</PageLink>
    </section>
  )
}

function StripRow({ sending }: { sending: Sending }) {
  const { state, isSubmitted } = sending
  const name = sending.title ?? sending.fileName
  const text = stateText(state, isSubmitted)
  return (
    <li>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {/* Announced at every quarter only. */}
      {state.name === 'sending' && <span>{text}</span>}
      <span role="status">
        {state.name === 'sending' ? <span className="sr-only">{quarterText(state)}</span> : text}
      </span>
      {'percent' in state && <Progress label={`Sending ${name}`} percent={state.percent} />}
    </li>
  )
}
