// What a call or a page may show of others, and change of theirs.

export const callers = ['customer', 'artist', 'admin'] as const
export type Caller = (typeof callers)[number]

export type Row = {
  /**
   * `mine`: nothing of others, and it stays the same whatever they store. `public`: what a visitor sees. `all`: admins
   * read everything.
   */
  shows: 'mine' | 'public' | 'all'
  /** What a call about own things is answered; by default it is done. */
  own?: string | Partial<Record<Caller, string>>
  /** Admins are told of what others report and write: of their notifications nothing is expected. */
  concernsAdmins?: boolean
  /** The tables of which rows that name others change when the call names something of theirs: none by default. */
  touches?: readonly string[]
  /** Of a command, also when it is done. */
  changesNothing?: boolean
  /** Of a command: its answer is made at random, so that it cannot be compared with another one. */
  isRandom?: boolean
}

export function ownResult({ own = 'done' }: Row, caller: Caller): string {
  return typeof own === 'string' ? own : (own[caller] ?? 'done')
}
