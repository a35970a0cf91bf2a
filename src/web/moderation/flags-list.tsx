// The reports as admins read and decide them.

import type { Flag } from '#contracts/moderation/flags.ts'
import { nextDecisions } from '#rules/moderation/flag-process.ts'
import { adminPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { artistPath, artistReviewsPath, trackPath } from '#rules/page-paths.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { FlagStepButton } from './flag-step-button.tsx'
import { flagStatusName, flagTypeNames, flaggedTitle } from './flag-messages.ts'
import { FrozenCopy } from './frozen-copy.tsx'
import { Claim, Passage } from './passage.tsx'

export function FlagsList({ flags }: { flags: readonly Flag[] }) {
  return (
    <ul className="stack">
      {flags.map((flag) => (
        <li key={flag.id} className="panel panel-stack">
          <Head flag={flag} />
          <p className="user-text">{flag.reason}</p>
          <FrozenCopy flag={flag} />
          <Claim claim={flag.claim} />
          {flag.decision && (
            <Passage name="The decision" at={flag.decision.decidedAt} text={flag.decision.reason} />
          )}
          {flag.counterNotice && (
            <Passage
              name={`The ${flag.kind === 'track' ? 'artist' : 'author'}’s counter-notice`}
              at={flag.counterNotice.sentAt}
              text={flag.counterNotice.text}
            />
          )}
          <div className="admin-actions">
            {decisionsOn(flag).map((step) => (
              <FlagStepButton key={step} step={step} flag={flag} />
            ))}
            <History flag={flag} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Words that are deleted cannot be shown again. */
function decisionsOn({ status, isDeleted }: Flag) {
  return nextDecisions(status).filter((step) => step !== 'reinstate' || !isDeleted)
}

/** Where the log has what was decided about it: about words, at whoever wrote them. */
function History({ flag: { kind, subjectId, author } }: { flag: Flag }) {
  if (kind === 'track') return <HistoryLink subject={subjectId}>History of the track</HistoryLink>
  return author && <HistoryLink subject={author.id}>History of the author</HistoryLink>
}

function HistoryLink({ subject, children }: { subject: string; children: string }) {
  return (
    <PageLink className="btn btn-ghost btn-sm" href={adminPath('auditLog', { subject })}>
      {children}
    </PageLink>
  )
}

/** Where it stands; null if its page is not known any more. */
function placeOf(flag: Flag): string | null {
  switch (flag.kind) {
    case 'track':
      return trackPath(flag.subjectId)
    case 'comment':
      return flag.flagged.about && `${trackPath(flag.flagged.about.id)}#comments`
    case 'review':
      return flag.flagged.about && artistReviewsPath(flag.flagged.about.id)
    case 'profile':
      return artistPath(flag.subjectId)
    case 'message':
      return commissionPath(flag.flagged.about.id)
  }
}

function Head({ flag }: { flag: Flag }) {
  const { kind, reporter, isListed, isDeleted, status, reviewer } = flag
  const title = <bdi>{titleOf(flag)}</bdi>
  // The room of a commission stays open, whatever was removed in it.
  const place = isListed || kind === 'message' ? placeOf(flag) : null
  return (
    <div className="matter-head">
      <h2>{place === null ? title : <PageLink href={place}>{title}</PageLink>}</h2>
      <span className={status === 'new' ? 'matter-new' : 'muted'}>
        {flagStatusName(kind, status)}
        {status === 'reviewing' && reviewer && (
          <>
            {' by '}
            <bdi>{reviewer.name}</bdi>
          </>
        )}
      </span>
      <p>
        {flagTypeNames[flag.type]}. Reported by{' '}
        {reporter === null ? (
          'a deleted account'
        ) : (
          <PageLink href={adminUserPath(reporter.id)}>
            <bdi>{reporter.username}</bdi>
          </PageLink>
        )}
        , <DateTimeText iso={flag.createdAt} />
        {flag.flagsOfSubject > 1 && `; ${flag.flagsOfSubject} reports of this ${kind}`}
        {isDeleted && '. It has been deleted meanwhile'}
      </p>
    </div>
  )
}

/** Of a track the title as it was when it was reported. */
function titleOf(flag: Flag): string {
  return flag.kind === 'track' ? flag.flagged.title : flaggedTitle(flag.kind, flag.name)
}
