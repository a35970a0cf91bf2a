// One user, as admins see them: the facts, what can be done, and what was done.

import type { ReactNode } from 'react'
import type { UserRecord as Record } from '#contracts/admin/users.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { formatPence } from '#rules/price.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { ActionButton } from '../action-button.tsx'
import { ActionsTable } from '../actions-table.tsx'
import { roleLabels } from '../admin-labels.ts'
import { adminMessages } from '../admin-messages.ts'
import { BanButton } from '../ban-button.tsx'
import { PostingsTable } from '../postings-table.tsx'
import { OwedTable } from '#web/admin/owed/owed-table.tsx'
import { UserState } from '../users-table.tsx'

type UserRecordProps = {
  user: Record
  /** After what is owed to them. */
  children?: ReactNode
  onChanged: () => void
}

export function UserRecord({ user, children, onChanged }: UserRecordProps) {
  const isArtist = user.role === 'artist'
  return (
    <div className="stack-lg">
      <Panel className="panel-stack">
        <dl className="admin-facts">
          <Fact label="Email">
            {user.email}
            {!user.isEmailVerified && ' (not verified)'}
          </Fact>
          <Fact label="Username">
            <bdi>{user.username}</bdi>
          </Fact>
          <Fact label="Role">{roleLabels[user.role]}</Fact>
          <Fact label="State">
            <UserState isBanned={user.isBanned} />
          </Fact>
          <Fact label="Joined">
            <DateText iso={user.joinedAt} />
          </Fact>
          <Fact label="Tracks bought">{wholeNumber(user.bought)}</Fact>
          {isArtist && <ArtistFacts user={user} />}
          <Fact label="Id">
            <code>{user.id}</code>
          </Fact>
        </dl>
        {user.role !== 'admin' && (
          <div className="admin-actions">
            <BanButton
              key={String(user.isBanned)}
              artistId={user.id}
              name={user.displayName}
              isBanned={user.isBanned}
              onChanged={onChanged}
            />
            {isArtist && <HoldButton user={user} />}
          </div>
        )}
      </Panel>
      <Owed user={user} />
      {children}
      <History user={user} />
    </div>
  )
}

function Owed({ user: { owed } }: { user: Record }) {
  if (owed.length === 0) return null
  return (
    <section aria-labelledby="owed-title" className="stack">
      <h2 id="owed-title">Owed to them</h2>
      <OwedTable owed={owed} />
    </section>
  )
}

function History({ user: { id, history } }: { user: Record }) {
  return (
    <section aria-labelledby="history-title">
      <div className="admin-history-head">
        <h2 id="history-title">What admins did</h2>
        {history.length > 0 && (
          <PageLink href={adminPath('auditLog', { subject: id })}>In the audit log</PageLink>
        )}
      </div>
      {history.length === 0 ? (
        <p className="muted">Nothing yet.</p>
      ) : (
        <ActionsTable actions={history} caption="What admins did" />
      )}
    </section>
  )
}

function ArtistFacts({ user }: { user: Record }) {
  return (
    <>
      <Fact label="Tracks listed">
        <PageLink href={adminPath('tracks', { artist: user.id })}>
          {wholeNumber(user.tracks)}
        </PageLink>
      </Fact>
      <Fact label="Copies sold">{wholeNumber(user.sold)}</Fact>
      <Fact label="Followers">{wholeNumber(user.followers)}</Fact>
      <Fact label="Owed to them">
        {formatPence(user.owedPence)}
        {user.areTransfersHeld && <span className="admin-mark">, on hold</span>}
      </Fact>
      {user.keptPence !== null && (
        <Fact label="We have kept of three months">
          <PageLink href={adminPath('margins')}>{formatPence(user.keptPence)}</PageLink>
          {user.keptPence < 0 && <span className="admin-mark">, loses money</span>}
        </Fact>
      )}
    </>
  )
}

function HoldButton({ user }: { user: Record }) {
  const { id, displayName, areTransfersHeld, releasePostings } = user
  if (areTransfersHeld) {
    return (
      <ActionButton
        label="Release transfers"
        about={displayName}
        title={`Release what is owed to ${displayName}?`}
        submitting="Releasing…"
        contract={async () => (await import('#contracts/admin/users.ts')).releaseTransfers}
        route="POST /api/proxy/admin/users/{id}/release-transfers"
        constants={{ id }}
        done={adminMessages.released}
      >
        <p>What was held is sent at once, and what is owed from now on, too.</p>
        {releasePostings !== null && <PostingsTable postings={releasePostings} />}
      </ActionButton>
    )
  }
  return (
    <ActionButton
      label="Hold transfers"
      about={displayName}
      title={`Hold what is owed to ${displayName}?`}
      submitting="Holding…"
      contract={async () => (await import('#contracts/admin/users.ts')).holdTransfers}
      route="POST /api/proxy/admin/users/{id}/hold-transfers"
      constants={{ id }}
      done={adminMessages.held}
    >
      <p>Nothing is sent to them until an admin releases it. What was sent already stays sent.</p>
    </ActionButton>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
