// The path of every page, declared once: links, redirects, emails, cache keys and page metadata are built here. The
// paths of endpoints are declared in contracts/.

import { trackFilterNames, type TrackSearch } from './track-search.ts'

export const homePath = '/'
/** The part of the home page about commissions. */
export const commissionServicePath = '/#commission-service'
export const cartPath = '/cart'
export const checkoutCancelledPath = '/checkout/cancelled'
export const logoutPath = '/logout'
export const copyrightPolicyPath = '/copyright-policy'

/** The path of each page without a query; `:id` is a parameter. */
export const pageRoutes = {
  home: homePath,
  tracks: '/tracks',
  track: '/tracks/:id',
  cart: cartPath,
  checkoutSuccess: '/checkout/success',
  checkoutCancelled: checkoutCancelledPath,
  myTracks: '/my-tracks',
  artistDashboard: '/artist-dashboard',
  login: '/login',
  register: '/register',
  logout: logoutPath,
  copyrightPolicy: copyrightPolicyPath,
} as const

/** The pages that a track's page has a link back to. */
export const trackPageOrigins = ['artist-dashboard', 'my-tracks'] as const

export function trackPath(id: string, query: { from?: (typeof trackPageOrigins)[number] } = {}) {
  return withQuery(pageRoutes.track.replace(':id', id), query)
}

/** Default values are left out, so that each view of the catalogue has one path. */
export function tracksPath({ orderBy, page = 1, ...search }: Partial<TrackSearch> = {}): string {
  const filters = trackFilterNames.map((name) => [name, search[name]?.toString()])
  return withQuery(pageRoutes.tracks, {
    query: search.query,
    artistId: search.artistId,
    ...Object.fromEntries(filters),
    qualityValidated: search.qualityValidated?.toString(),
    orderBy: orderBy === 'popularity' ? undefined : orderBy,
    page: page > 1 ? String(page) : undefined,
  })
}

type Redirect = { redirectTo?: string }

/** @param redirectTo the path of this site to go to after logging in; the home page by default */
export function loginPath({ redirectTo }: Redirect = {}): string {
  return withQuery(pageRoutes.login, { next: redirectTo === homePath ? undefined : redirectTo })
}

export function registerPath({ redirectTo, role }: Redirect & { role?: 'artist' } = {}): string {
  const next = redirectTo === homePath ? undefined : redirectTo
  return withQuery(pageRoutes.register, { role, next })
}

export function myTracksPath(query: { success?: 'purchase' } = {}): string {
  return withQuery(pageRoutes.myTracks, query)
}

type DashboardQuery = { setup?: 'returned' | 'expired'; success?: 'upgraded_to_artist' }

export function artistDashboardPath(query: DashboardQuery = {}): string {
  return withQuery(pageRoutes.artistDashboard, query)
}

/** @param session the provider's id of the checkout, or the provider's placeholder for it, which must not be encoded */
export function checkoutSuccessPath(session: string): string {
  return `${pageRoutes.checkoutSuccess}?cs=${session}`
}

/** Empty values are left out. */
function withQuery(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value)
  return params.size === 0 ? path : `${path}?${params}`
}
