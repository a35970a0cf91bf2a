// The pages of fixed words: what each is called, and when its words last changed.

import {
  aboutPath,
  copyrightPolicyPath,
  privacyPath,
  refundsPath,
  reviewsPolicyPath,
  termsPath,
} from '#rules/page-paths.ts'
import { productName } from '#rules/product.ts'
import { termsVersion } from '#rules/terms.ts'

export const policies = {
  terms: {
    path: termsPath,
    title: 'Terms of use',
    description: `What you and ${productName} agree on when you buy, sell or write something here.`,
    changedOn: termsVersion,
  },
  privacy: {
    path: privacyPath,
    title: 'Privacy policy',
    description: `What ${productName} stores about you, why, for how long, and what you can do about it.`,
    changedOn: '2026-11-28',
  },
  refunds: {
    path: refundsPath,
    title: 'Refunds and cancelling',
    description: 'When you get your money back for a track, and how.',
    changedOn: '2026-11-24',
  },
  copyright: {
    path: copyrightPolicyPath,
    title: 'Copyright policy',
    description:
      'What artists confirm when they upload a recording, how to report one, and how an artist answers.',
    changedOn: '2026-11-22',
  },
  reviews: {
    path: reviewsPolicyPath,
    title: 'Reviews and rankings',
    description: 'Who can rate, comment and review, what we check, and how lists are sorted.',
    changedOn: '2026-11-22',
  },
  about: {
    path: aboutPath,
    title: `About ${productName}`,
    description: `What ${productName} is, how it works for singers and artists, and who runs it.`,
    changedOn: '2026-11-22',
  },
} as const

export type PolicyName = keyof typeof policies
