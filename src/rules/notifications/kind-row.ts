/**
 * Everything is in the list of notifications; some of it is emailed as well.
 * `always`: transactional, to every address; nobody can turn it off. `on` and `off`: to verified addresses, unless the
 * user has chosen otherwise. `daily`: like `on`, collected in one email a day; `hourly`: in one an hour of each thing that
 * it is about.
 */
export type Emailed = 'always' | 'on' | 'off' | 'daily' | 'hourly'

/** The picture before a notification without a track (`web/notifications/notification-picture.tsx`). */
export type Sign =
  | 'ban'
  | 'done'
  | 'question'
  | 'failed'
  | 'clock'
  | 'money'
  | 'shown'
  | 'hidden'
  | 'bank'
  | 'mail'
  | 'message'
  | 'microphone'
  | 'music'
  | 'reply'
  | 'decision'
  | 'report'
  | 'star'
  | 'removed'
  | 'warning'

/** A kind of notification. Nobody in another role is told of it. */
export type KindRow = {
  label: string
  emailed: Emailed
  sign: Sign
  isForAdmins?: true
  isForArtists?: true
}
