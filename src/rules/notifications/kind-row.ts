/**
 * Everything is in the list of notifications; some of it is emailed as well.
 * `always`: transactional, to every address; nobody can turn it off. `on` and `off`: to verified addresses, unless the
 * user has chosen otherwise. `daily`: like `on`, collected in one email a day; `hourly`: in one an hour of each thing that
 * it is about.
 */
export type Emailed = 'always' | 'on' | 'off' | 'daily' | 'hourly'

/** A kind of notification. Nobody in another role is told of it. */
export type KindRow = { label: string; emailed: Emailed; isForAdmins?: true; isForArtists?: true }
