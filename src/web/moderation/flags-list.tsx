// The reports of tracks as admins read and decide them.

import type { Flag } from '#contracts/moderation/flags.ts'
import { longestClaim } from '#rules/moderation/flag-limits.ts'
import { flagProcess, nextDecisions, type DecisionStep } from '#rules/moderation/flag-process.ts'
import { adminPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { trackPath } from '#rules/page-paths.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import type { Told } from '#web/admin/reason-dialog.tsx'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { flagMessages, flagStatusNames, flagTypeNames } from './flag-messages.ts'
import { Claim, Passage } from './passage.tsx'

export function FlagsList({ flags }: { flags: readonly Flag[] }) {
  return (
    <ul className="grid gap-4">
      {flags.map((flag) => (
        <li key={flag.id} className="panel panel-stack">
          <Head flag={flag} />
          <p className="wrap-anywhere whitespace-pre-line">{flag.reason}</p>
          <FrozenCopy flag={flag} />
          <Claim claim={flag.claim} />
          {flag.decision && (
            <Passage name="The decision" at={flag.decision.decidedAt} text={flag.decision.reason} />
          )}
          {flag.counterNotice && (
            <Passage
              name="The artist’s counter-notice"
              at={flag.counterNotice.sentAt}
              text={flag.counterNotice.text}
            />
          )}
          <div className="admin-actions">
            {nextDecisions(flag.status).map((step) => (
              <StepButton key={step} step={step} flag={flag} />
            ))}
            <PageLink
              className="btn btn-ghost btn-sm"
              href={adminPath('auditLog', { subject: flag.trackId })}
            >
              History of the track
            </PageLink>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Head({ flag }: { flag: Flag }) {
  const { flagged, reporter, isListed, trackId } = flag
  const title = <bdi>{flagged.title}</bdi>
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 wrap-anywhere">
      <h2 className="text-xl">
        {isListed ? <PageLink href={trackPath(trackId)}>{title}</PageLink> : title}
      </h2>
      <span className={flag.status === 'new' ? 'font-bold' : 'text-ink-2'}>
        {flagStatusNames[flag.status]}
        {flag.status === 'reviewing' && flag.reviewer && (
          <>
            {' by '}
            <bdi>{flag.reviewer.name}</bdi>
          </>
        )}
      </span>
      <p className="w-full text-ink-2">
        {flagTypeNames[flag.type]}. Reported by{' '}
        {reporter === null ? (
          'a deleted account'
        ) : (
          <PageLink href={adminUserPath(reporter.id)}>
            <bdi>{reporter.username}</bdi>
          </PageLink>
        )}
        , <DateTimeText iso={flag.createdAt} />
        {flag.flagsOfTrack > 1 && `; ${flag.flagsOfTrack} reports of this track`}
      </p>
    </div>
  )
}

/** As it was when it was reported. */
function FrozenCopy({ flag: { flagged } }: { flag: Flag }) {
  return (
    <details>
      <summary>The track as it was reported</summary>
      <dl className="admin-facts">
        <Fact name="Title" value={flagged.title} />
        <Fact name="Original artist" value={flagged.originalArtist} />
        <div>
          <dt>Offered by</dt>
          <dd>
            <PageLink href={adminUserPath(flagged.artistId)}>
              <bdi>{flagged.artistName}</bdi>
            </PageLink>
          </dd>
        </div>
        <Fact name="Licence" value={flagged.licenceStatus.replaceAll('_', ' ')} />
        {flagged.licensedFrom !== null && (
          <Fact name="Licensed from" value={flagged.licensedFrom} />
        )}
        <Fact name="Description" value={flagged.description} />
        <Fact name="SHA-256 of the recording" value={flagged.sha256} />
      </dl>
    </details>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

type StepWords = { label: string; title: string; effect: string; isDangerous?: boolean }

const words: Record<DecisionStep, StepWords> = {
  review: {
    label: 'Begin to review',
    title: 'Begin to review this report?',
    effect: 'Other admins see that you look at it. Nobody is told.',
  },
  uphold: {
    label: 'Uphold and take down',
    title: 'Take this track down?',
    effect:
      'It leaves the catalogue, searches and carts at once. Customers who bought it keep it. The artist may send a counter-notice.',
    isDangerous: true,
  },
  reject: {
    label: 'Reject',
    title: 'Reject this report?',
    effect: 'The track stays listed. The artist is not told that it was reported.',
  },
  confirm: {
    label: 'Keep it down',
    title: 'Keep this track down?',
    effect: 'The counter-notice is rejected, and the track stays down.',
    isDangerous: true,
  },
  reinstate: {
    label: 'List it again',
    title: 'List this track again?',
    effect:
      'Unless another report keeps it down or its artist had withdrawn it, the track is listed at once.',
  },
}

const claimField = {
  label: flagMessages.claimed,
  hint: flagMessages.claimHint,
  maxLength: longestClaim,
}

/** The artist is told of what concerns the track, the reporter of every outcome; of the beginning of a review nobody is. */
function toldOf(step: DecisionStep, { flagged, reporter }: Flag): Told | undefined {
  if (step === 'review') return undefined
  const titles = [flagged.title]
  const artistKind = step === 'reinstate' ? 'track_restored' : 'track_taken_down'
  const artist = {
    to: flagged.artistName,
    kind: artistKind,
    details: { titles, byReport: true },
  } as const
  const outcome = flagProcess.steps[step].to
  const ofReporter = reporter && {
    to: reporter.username,
    kind: 'flag_decided' as const,
    details: { titles, outcome },
  }
  const notices = [...(step === 'reject' ? [] : [artist]), ...(ofReporter ? [ofReporter] : [])]
  return notices.length === 0
    ? { label: flagMessages.reasonLabel, notices }
    : {
        label: flagMessages.toldLabel(notices.map(({ to }) => to)),
        ...(step !== 'reject' && { hint: flagMessages.toldHint }),
        ...(step === 'uphold' && { claim: claimField }),
        notices,
      }
}

function StepButton({ step, flag }: { step: DecisionStep; flag: Flag }) {
  const { label, title, effect, isDangerous = false } = words[step]
  return (
    <ActionButton
      label={label}
      isDangerous={isDangerous}
      about={flag.flagged.title}
      title={title}
      submitting="Saving…"
      contract={async () => (await import('#contracts/moderation/flags.ts')).decideFlag}
      route="POST /api/proxy/admin/flags/{flagId}"
      constants={{ flagId: flag.id, step }}
      done={flagMessages.decided}
      told={toldOf(step, flag)}
    >
      <p>{effect}</p>
    </ActionButton>
  )
}
