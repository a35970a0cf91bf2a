// Another value for each constant of docs/how-to/change-what-exists.md: the tests of this folder run with these.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

type Change = { file: string; from: string; to: string }

/** By the name of the constant. */
export const changes: Record<string, Change> = {
  platformFeePercent: {
    file: 'src/rules/price.ts',
    from: 'platformFeePercent = 10',
    to: 'platformFeePercent = 25',
  },
  processingFeePence: {
    file: 'src/rules/price.ts',
    from: 'processingFeePence = 20',
    to: 'processingFeePence = 30',
  },
  productName: {
    file: 'src/rules/product.ts',
    from: "productName = 'Undersong'",
    to: "productName = 'Oversong'",
  },
  strapline: {
    file: 'src/rules/product.ts',
    from: "strapline = 'Sing Over Something Real'",
    to: "strapline = 'Hum Along'",
  },
  contactAddress: {
    file: 'src/rules/product.ts',
    from: "contactAddress = 'hello@undersong.example'",
    to: "contactAddress = 'ask@oversong.example'",
  },
  maxCartTracks: {
    file: 'src/rules/product.ts',
    from: 'maxCartTracks = 100',
    to: 'maxCartTracks = 2',
  },
  maxPreviewSeconds: {
    file: 'src/rules/product.ts',
    from: 'maxPreviewSeconds = 30',
    to: 'maxPreviewSeconds = 12',
  },
  sessionDays: { file: 'src/rules/product.ts', from: 'sessionDays = 7', to: 'sessionDays = 2' },
  maxUploadMegabytes: {
    file: 'src/rules/uploads/upload-limits.ts',
    from: 'maxUploadMegabytes = 250',
    to: 'maxUploadMegabytes = 1',
  },
  maxUploadsAtOnce: {
    file: 'src/rules/uploads/upload-limits.ts',
    from: 'maxUploadsAtOnce = 3',
    to: 'maxUploadsAtOnce = 1',
  },
  audioLimits: {
    file: 'src/rules/uploads/upload-limits.ts',
    from: '  minSeconds: 5,\n  maxMinutes: 20,\n  minSampleRateHz: 8_000,\n  maxSampleRateHz: 192_000,\n  maxChannels: 2,',
    to: '  minSeconds: 7,\n  maxMinutes: 9,\n  minSampleRateHz: 16_000,\n  maxSampleRateHz: 96_000,\n  maxChannels: 1,',
  },
  genres: {
    file: 'src/rules/tracks/track-options.ts',
    from: "  'Country',\n  'Other',\n] as const\nexport type Genre",
    to: "  'Country',\n  'Other',\n  'Shanty',\n] as const\nexport type Genre",
  },
  trackFormats: {
    file: 'src/rules/tracks/track-options.ts',
    from: "'Acoustic Instrumental Version'] as const",
    to: "'Acoustic Instrumental Version', 'Loop'] as const",
  },
  instrumentations: {
    file: 'src/rules/tracks/track-options.ts',
    from: "  'Full Arrangement Track',\n  'Other',\n",
    to: "  'Full Arrangement Track',\n  'Other',\n  'Harp',\n",
  },
  trackPageSize: {
    file: 'src/rules/tracks/track-options.ts',
    from: 'trackPageSize = 10',
    to: 'trackPageSize = 3',
  },
  trackTextLimits: {
    file: 'src/rules/tracks/track-options.ts',
    from: 'title: 100,\n  originalArtist: 100,\n  description: 500,\n  instructions: 1000,',
    to: 'title: 20,\n  originalArtist: 100,\n  description: 500,\n  instructions: 30,',
  },
  vocalRanges: {
    file: 'src/rules/music/vocal-range.ts',
    from: "'Baritone', 'Bass']",
    to: "'Baritone', 'Bass', 'Basso']",
  },
  maxQueryLength: {
    file: 'src/rules/search/track-search.ts',
    from: 'maxQueryLength = 300',
    to: 'maxQueryLength = 5',
  },
  maxReviewLength: {
    file: 'src/rules/reviews/review-limits.ts',
    from: 'maxReviewLength = 2000',
    to: 'maxReviewLength = 30',
  },
  reviewEditMinutes: {
    file: 'src/rules/reviews/review-limits.ts',
    from: 'reviewEditMinutes = 15',
    to: 'reviewEditMinutes = 3',
  },
  followLimits: {
    file: 'src/rules/artists/follow-limits.ts',
    from: 'followLimits = [{ max: 60, periodMs: minuteMs }]',
    to: 'followLimits = [{ max: 1, periodMs: 60 * minuteMs }]',
  },
  maxFlagReasonLength: {
    file: 'src/rules/moderation/flag-limits.ts',
    from: 'maxFlagReasonLength = 2000',
    to: 'maxFlagReasonLength = 40',
  },
  maxSemitones: {
    file: 'src/rules/listening/tuning.ts',
    from: 'maxSemitones = 6',
    to: 'maxSemitones = 2',
  },
}

/** Replaces the values while the modules are loaded. */
export const changedValues: Plugin = {
  name: 'changed-values',
  enforce: 'pre',
  transform(code, id) {
    const own = Object.values(changes).filter(({ file }) => id.endsWith(`/${file}`))
    return own.length === 0 ? null : own.reduce(apply, code)
  },
}

function apply(code: string, { file, from, to }: Change): string {
  if (code.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`)
  return code.replace(from, to)
}

/** The constants that the page lists, with their files. */
export function listedConstants(): { name: string; file: string }[] {
  const page = new URL('../../docs/how-to/change-what-exists.md', import.meta.url)
  const [, table = ''] = readFileSync(fileURLToPath(page), 'utf8').split('## Where is the number?')
  return [
    ...(table.split('\n## ')[0] ?? '').matchAll(/^\| [^|]+ \| (`[^|]+) \| `([^`]+)` \|$/gm),
  ].flatMap(([, names = '', file = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, file: `src/${file}` })),
  )
}
