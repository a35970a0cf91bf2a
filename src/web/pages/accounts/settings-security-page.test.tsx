import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import type { Refused } from '#web/api/result.ts'
import SettingsSecurityPage from './settings-security-page.tsx'

/** The redirect target of what is called. */
async function destination(call: () => unknown): Promise<string | null> {
  try {
    await call()
    return null
  } catch (thrown) {
    return thrown instanceof Response ? thrown.headers.get('location') : null
  }
}

test('an admin without two-factor log-in is sent to turn it on, and comes back to where they were', async () => {
  const refused: Refused = {
    ok: false,
    status: 403,
    code: 'two_factor_required',
    message: 'No',
    issues: [],
  }
  const wanted = new URL('http://site.test/admin/users?query=mia')
  const there = await destination(() => valueForAdmin(refused, wanted))
  expect(there).toBe('/settings/security?next=%2Fadmin%2Fusers%3Fquery%3Dmia')
})

const show = (loaderData: { isAdmin: boolean; isTwoFactorOn: boolean; next?: string }) => {
  const Stub = createRoutesStub([{ id: 'page', path: '*', Component: SettingsSecurityPage }])
  const hydrationData = { loaderData: { page: { next: '', ...loaderData, sessions: [] } } }
  const { container, unmount } = render(<Stub hydrationData={hydrationData} />)
  const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
  const isToldWhy = container.textContent.includes('Admins need two-factor log-in')
  const way = screen.queryByRole('link', { name: 'Go on to the admin’s area' })
  unmount()
  return { first: headings[0], isToldWhy, way: way?.getAttribute('href') ?? null }
}

test('the page says to an admin why they are there, with the panel first, and leads back once it is on', () => {
  const next = '/admin/users?query=mia'
  const first = 'Two-factor log-in'
  const off = show({ isAdmin: true, isTwoFactorOn: false, next })
  expect(off).toEqual({ first, isToldWhy: true, way: null })
  const on = show({ isAdmin: true, isTwoFactorOn: true, next })
  expect(on).toEqual({ first, isToldWhy: false, way: next })
  const ofSinger = show({ isAdmin: false, isTwoFactorOn: false, next })
  expect(ofSinger).toEqual({ first: 'Password', isToldWhy: false, way: null })
})
