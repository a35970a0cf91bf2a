// The path of every page, declared once: links, redirects, emails, cache keys and page metadata are built here. Those
// that name a search are beside its parameters, as in search/track-search.ts and orders/order-paths.ts; the paths of
// endpoints are declared in contracts/.

export const homePath = '/'
/** The part of the home page about commissions. */
export const commissionServiceId = 'commission-service'
/** The room of one commission, for its parties and for admins. */
const commissionRoute = '/commissions/:id'
export const adminCommissionsPath = '/admin/commissions'
/** The artist's commissions, and what the artist asks for and takes on. */
const artistCommissionsRoute = '/artist-dashboard/commissions'
export const commissionServicePath = `${homePath}#${commissionServiceId}`
/** What was reported of the artist's tracks and taken down. */
export const takeDownsPath = '/artist-dashboard/take-downs'
/** What was reported of the user's words and removed. */
export const removedWordsPath = '/removed-words'
export const cartPath = '/cart'
export const checkoutCancelledPath = '/checkout/cancelled'
export const logoutPath = '/logout'
export const forgottenPasswordPath = '/forgotten-password'
export const settingsPath = '/settings'
/** Where an artist edits the own profile. */
export const artistProfilePath = '/artist-dashboard/profile'
export const copyrightPolicyPath = '/copyright-policy'
export const termsPath = '/terms'
export const privacyPath = '/privacy'
export const refundsPath = '/refunds'
export const reviewsPolicyPath = '/reviews-policy'
/** The id of the part about what we remove. */
export const reviewRulesId = 'rules'
export const reviewRulesPath = `${reviewsPolicyPath}#${reviewRulesId}`
export const aboutPath = '/about'
export const contactPath = '/contact'
export const contactSentPath = '/contact?sent=1'

/** The path of each page without a query; `:id` is a parameter. */
export const pageRoutes = {
  home: homePath,
  tracks: '/tracks',
  track: '/tracks/:id',
  artist: '/artist/:id',
  commissionRequest: '/artist/:id/commission',
  artists: '/artists',
  cart: cartPath,
  checkoutSuccess: '/checkout/success',
  checkoutCancelled: checkoutCancelledPath,
  myTracks: '/my-tracks',
  refundRequest: '/my-tracks/:id/refund',
  following: '/following',
  receipts: '/receipts',
  receipt: '/receipts/:number',
  artistDashboard: '/artist-dashboard',
  notifications: '/notifications',
  notificationSettings: '/settings/notifications',
  unsubscribe: '/unsubscribe',
  takeDowns: takeDownsPath,
  removedWords: removedWordsPath,
  report: '/report/:kind/:id',
  artistProfile: artistProfilePath,
  artistCommissions: artistCommissionsRoute,
  artistSales: '/artist-dashboard/sales',
  artistPayouts: '/artist-dashboard/payouts',
  artistPapers: '/artist-dashboard/papers',
  statement: '/statements/:id',
  vatInvoice: '/artist-dashboard/vat-invoices/:invoice',
  artistTaxReport: '/artist-dashboard/tax-reports/:id',
  commission: commissionRoute,
  login: '/login',
  register: '/register',
  loginCode: '/login/code',
  logout: logoutPath,
  forgottenPassword: forgottenPasswordPath,
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  settings: settingsPath,
  settingsSecurity: '/settings/security',
  settingsData: '/settings/data',
  copyrightPolicy: copyrightPolicyPath,
  terms: termsPath,
  privacy: privacyPath,
  refunds: refundsPath,
  reviewsPolicy: reviewsPolicyPath,
  about: aboutPath,
  contact: contactPath,
  admin: '/admin',
  adminUsers: '/admin/users',
  adminUser: '/admin/users/:id',
  adminTasks: '/admin/tasks',
  adminRefunds: '/admin/refunds',
  adminRefundRequest: '/admin/refunds/requests/:id',
  adminFoundRefund: '/admin/refunds/found/:id',
  adminRefund: '/admin/refunds/:id',
  adminSale: '/admin/sales/:id',
  adminTransfers: '/admin/transfers',
  adminTransfer: '/admin/transfers/:id',
  adminTracks: '/admin/tracks',
  adminFlags: '/admin/flags',
  adminMessages: '/admin/messages',
  adminCommissions: adminCommissionsPath,
  adminDisputes: '/admin/disputes',
  adminDecision: '/admin/commissions/:id/decide',
  adminBankDisputes: '/admin/bank-disputes',
  adminBankDispute: '/admin/bank-disputes/:id',
  adminMoney: '/admin/money',
  adminPayOut: '/admin/money/pay-out',
  adminMargins: '/admin/money/margins',
  adminReconciliation: '/admin/reconciliation',
  adminReconciledDay: '/admin/reconciliation/:day',
  adminDifference: '/admin/differences/:id',
  adminReporting: '/admin/reporting',
  adminVat: '/admin/reporting/vat',
  adminVatPayment: '/admin/reporting/vat/payment',
  adminOrders: '/admin/orders',
  adminOrder: '/admin/orders/:id',
  adminDebts: '/admin/debts',
  adminDebt: '/admin/debts/:id',
  adminAuditLog: '/admin/audit-log',
} as const

/** Where lists of papers were before there was one. */
export const formerPaperRoutes = {
  vatInvoices: '/artist-dashboard/vat-invoices',
  taxReports: '/artist-dashboard/tax-reports',
} as const

/** The pages of fixed words: what the site promises and expects. */
export const policyRoutes = [
  termsPath,
  privacyPath,
  refundsPath,
  copyrightPolicyPath,
  reviewsPolicyPath,
  aboutPath,
] as const

/** The pages that a track's page has a link back to. */
const trackPageOrigins = ['artist-dashboard', 'my-tracks'] as const

type TrackPageQuery = {
  from?: (typeof trackPageOrigins)[number] | undefined
  /** The page of comments. */
  comments?: number
}

export function trackPath(id: string, { from, comments = 1 }: TrackPageQuery = {}) {
  return withQuery(pageRoutes.track.replace(':id', id), {
    from,
    comments: laterPage(comments),
  })
}

/** Reads the page to link back to from the query of a track's page; any other value does not change the page. */
export function trackPageOrigin(value: unknown): TrackPageQuery['from'] {
  return trackPageOrigins.find((known) => known === value)
}

/** The page of an artist; a link over another page opens the same as a dialog (web/artists/artist-link.tsx). */
export function artistPath(id: string): string {
  return pageRoutes.artist.replace(':id', id)
}

/** The part of an artist's page about reviews. */
export const artistReviewsId = 'reviews'

/** An artist's page with one page of all reviews, for visitors without scripts: others open a dialog. */
export function artistReviewsPath(id: string, reviewPage = firstPage): string {
  const path = withQuery(artistPath(id), { reviewPage: String(reviewPage) })
  return `${path}#${artistReviewsId}`
}

type Redirect = { redirectTo?: string }

/** @param redirectTo the path of this site to go to after logging in; the home page by default */
export function loginPath({ redirectTo }: Redirect = {}): string {
  return withQuery(pageRoutes.login, { next: otherThanHome(redirectTo) })
}

/** Where an admin turns two-factor log-in on, and goes on afterwards. */
export function securityPath({ redirectTo }: Redirect = {}): string {
  return withQuery(pageRoutes.settingsSecurity, { next: otherThanHome(redirectTo) })
}

/** The second step of a log-in. */
export function loginCodePath({ redirectTo }: Redirect = {}): string {
  return withQuery(pageRoutes.loginCode, { next: otherThanHome(redirectTo) })
}

export function registerPath({ redirectTo, role }: Redirect & { role?: 'artist' } = {}): string {
  return withQuery(pageRoutes.register, { role, next: otherThanHome(redirectTo) })
}

/** After logging in, everybody comes to the home page anyway. */
function otherThanHome(path: string | undefined): string | undefined {
  return path === homePath ? undefined : path
}

/** @param token of the link in an email */
export function confirmEmailPath(token: string): string {
  return withQuery(pageRoutes.confirmEmail, { token })
}

/** @param token of the link in an email */
export function resetPasswordPath(token: string): string {
  return withQuery(pageRoutes.resetPassword, { token })
}

export function receiptPath(number: string): string {
  return pageRoutes.receipt.replace(':number', number)
}

export function receiptsPath({ page = 1 }: { page?: number } = {}): string {
  return withQuery(pageRoutes.receipts, { page: laterPage(page) })
}

/** An artist's copy of what the platform reports of them for a year. */
export function taxReportPath(id: string): string {
  return pageRoutes.artistTaxReport.replace(':id', id)
}

/** The artists that the user follows. */
export function followingPath({ page = 1 }: { page?: number } = {}): string {
  return withQuery(pageRoutes.following, { page: laterPage(page) })
}

/** @param token of the emails that somebody does not want any more */
export function unsubscribePath(token: string): string {
  return withQuery(pageRoutes.unsubscribe, { token })
}

/** @param session the provider's id of the checkout, or the provider's placeholder for it, which must not be encoded */
export function checkoutSuccessPath(session: string): string {
  return `${pageRoutes.checkoutSuccess}?cs=${session}`
}

const firstPage = 1

/** The first page is the address without a number. */
export function laterPage(page: number): string | undefined {
  return page > firstPage ? String(page) : undefined
}

/** Empty values are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value)
  return params.size === 0 ? path : `${path}?${params}`
}
