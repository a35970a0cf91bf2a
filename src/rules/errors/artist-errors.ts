import { maxExampleMegabytes, maxExampleSeconds, maxExamples } from '../artists/example-limits.ts'
import { avatarFormats, maxAvatarMegabytes, maxAvatarMegapixels } from '../artists/avatars.ts'
import type { RefusalTable } from './refusal-table.ts'

/** What a form says before it sends anything. */
export const exampleDescriptionMissing = 'Please describe what this example shows.'

export const artistErrors = {
  display_name_taken: {
    status: 409,
    message: 'Another user has this name, or one that looks like it. Please choose another.',
  },
  commission_setup_needed: {
    status: 409,
    message:
      'Complete your Stripe account setup before you take commissions. Check your Artist Dashboard for required steps.',
  },
  commission_price_needed: {
    status: 409,
    message: 'Please enter your price for a commission before you take commissions.',
  },
  avatar_missing: { status: 400, message: 'Please choose a picture.' },
  avatar_not_accepted: {
    status: 415,
    message: `This is not a picture we can read. Please use ${avatarFormats}.`,
  },
  avatar_too_large: {
    status: 413,
    message: `The picture is larger than ${maxAvatarMegabytes} MB.`,
  },
  avatar_too_many_pixels: {
    status: 422,
    message: `The picture has more than ${maxAvatarMegapixels} megapixels. Please use a smaller one.`,
  },
  too_many_examples: {
    status: 409,
    message: `You have ${maxExamples} examples already. Please remove one first.`,
  },
  example_too_large: {
    status: 413,
    message: `The file is larger than ${maxExampleMegabytes} MB. Others hear ${maxExampleSeconds} seconds of it: please send those.`,
  },
  examples_changed: {
    status: 409,
    message: 'Your examples have changed meanwhile. Please order them again.',
  },
  offers_changed: {
    status: 409,
    message:
      'Your offers have changed meanwhile, perhaps in another tab. Please look at them and try again.',
  },
  too_many_profile_changes: {
    status: 429,
    message: 'These are many changes at once. Please wait a little before the next one.',
  },
  own_follow: { status: 403, message: 'This is your own profile: others follow it.' },
  too_many_follows: {
    status: 429,
    message: 'These are many follows at once. Please wait a little before the next one.',
  },
} as const satisfies RefusalTable
