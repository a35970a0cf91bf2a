// `npm run mutate`: changes the pure code one spot at a time, and fails when the pure tests notice fewer than 95 % of the changes.
//
// Survivors known to be equivalent (the changed code does the same), so that no test can kill them:
// - musical-key: the defaults of the groups of a match, which always exist; `null` as a key's text or letter finds nothing either way.
// - price: `typeof` narrows a type for the compiler; Number.isFinite refuses the same values.
// - artists/time-words, artists/avatars: the comparison with null narrows a type for the compiler; it is neither a finite number
//   nor the text of an address.
// - accounts/device-name, notifications/notification-texts: the default of a missing text, which no browser or refusal is named.
// - admin/admin-search, artists/artist-search, reviews/review-limits: a page from 1, not from above 1, as any odd page is the first.
// - search/typos: words of very different lengths, or with too many typos at their beginning, are only decided earlier, not
//   otherwise; before the second row no letters can be swapped; a beginning that is much too short has too many typos, too.
// - search/facet-words, search/search-text: the defaults of groups of a match, and of a group's first word, which exist; no
//   words name no facet.
// - track-facets: a word without a match has no letter, whatever the default of the whole match is.
// - tracks/youtube: the default of a path's first part, which exists; `null` is no id of a video either.
// - listening/tuning: `null` is no number either. music/measured-key: what is no key is not minor either.
// - commission-deadlines: of two equal moments either is the earlier and the later one. commission-process: a step without
//   conditions, or that is always possible, is refused for nothing, whatever else its case is called.
// - commissions/reminders: a text in the place of a reminder has no moment, so that it is never found.
// - commissions/request-address, commissions/commission-lists: the defaults of a text's parts, which exist; `undefined` is no
//   parameter, and `null` no id.
// - payments/found-reversal, payments/payout-schedule: an equal amount, and an equal day, are found before the larger ones.
// - payments/payout-paths: as in admin/admin-search. commissions/note-process: an admin is in no list of authors either; a new
//   note has no rule that reads the note. commissions/commission-texts, music/audio-formats: a missing state or name is none
//   of the known ones either.
// - ledger/preview-postings: the names, type and currency of a movement that is only previewed are not in its preview.
// - username: the default of the first letter of a group, which always exists.

export default {
  mutate: ['src/rules/**/*.ts', 'src/server/ledger/*-postings.ts', '!**/*.test.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutate.config.ts' },
  // Read only to rewrite its paths, by an interface that TypeScript 7 does not have: a file that does not exist is left alone.
  tsconfigFile: 'no-tsconfig.json',
  plugins: ['@stryker-mutator/vitest-runner'],
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowEmojis: false, reportTests: false, logTests: false },
  allowConsoleColors: false,
  concurrency: 2,
  thresholds: { high: 95, low: 95, break: 95 },
}
