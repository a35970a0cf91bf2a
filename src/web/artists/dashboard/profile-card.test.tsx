import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OwnProfile } from '#contracts/artists/profile.ts'
import { exampleProfile } from '../profile/test-profile.tsx'
import { ProfileCard } from './profile-card.tsx'

const complete: OwnProfile = {
  ...exampleProfile(),
  artistExamples: exampleProfile().artistExamples.map((example) => ({
    ...example,
    fileName: 'waltz.wav',
    state: 'ready',
    reason: null,
  })),
  commissionPrice: 60,
  commissionPricePence: 6_000,
  deliveryDays: 14,
  canBePaid: true,
}
const empty: Partial<OwnProfile> = {
  avatar: null,
  artistInstrument: null,
  about: null,
  artistExamples: [],
  commissionPrice: null,
}

function open(changes: Partial<OwnProfile>) {
  cleanup()
  render(<ProfileCard profile={{ ...complete, ...changes }} />, { wrapper: MemoryRouter })
  return screen.getByRole('region', { name: 'Your profile' }).textContent
}

test.each<[gap: string, changes: Partial<OwnProfile>]>([
  ['a picture', { avatar: null }],
  ['your instrument', { artistInstrument: null }],
  ['some words about you', { about: null }],
  ['an example of how you play', { artistExamples: [] }],
  ['a price for commissions', { commissionPrice: null }],
])(
  'a profile without %s has four of five parts, and the card names what it can still have',
  (gap, changes) => {
    expect(open(changes)).toContain(
      `4 of 5. Singers choose artists by their profiles; yours can still have ${gap}.`,
    )
    const progress = screen.getByRole('progressbar', { name: '4 of 5 parts of your profile' })
    expect(progress.getAttribute('aria-valuenow') ?? progress.getAttribute('value')).toBe('80')
  },
)

test('the progress of a profile begins with nothing, and is gone once it has every part', () => {
  expect(open(empty)).toContain(
    'yours can still have a picture, your instrument, some words about you, an example of how you play and a price for commissions.',
  )
  const progress = screen.getByRole<HTMLProgressElement>('progressbar', {
    name: '0 of 5 parts of your profile',
  })
  expect(progress.value).toBe(0)
  expect(open({})).toContain('Singers see your picture, how you play, and what a commission costs.')
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByRole('link', { name: 'Edit your profile' }).getAttribute('href')).toBe(
    '/artist-dashboard/profile',
  )
})
