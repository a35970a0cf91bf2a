// What each page may show of others, as of the endpoints.

import type { pageRoutes } from '#rules/page-paths.ts'
import type { Row } from './expected-endpoints.ts'

const mine: Row = { shows: 'mine' }
const open: Row = { shows: 'public' }
const all: Row = { shows: 'all' }

export const expectedPages: Record<keyof typeof pageRoutes, Row> = {
  home: open,
  tracks: open,
  track: open,
  artist: open,
  commissionRequest: mine,
  artists: open,
  cart: mine,
  checkoutSuccess: mine,
  checkoutCancelled: mine,
  myTracks: mine,
  following: mine,
  receipts: mine,
  receipt: mine,
  artistDashboard: mine,
  notifications: { ...mine, concernsAdmins: true },
  notificationSettings: mine,
  unsubscribe: mine,
  takeDowns: mine,
  artistProfile: mine,
  artistCommissions: mine,
  commission: mine,
  login: mine,
  register: mine,
  loginCode: mine,
  logout: mine,
  forgottenPassword: mine,
  resetPassword: mine,
  confirmEmail: mine,
  settings: mine,
  settingsSecurity: mine,
  settingsData: mine,
  copyrightPolicy: mine,
  terms: mine,
  privacy: mine,
  refunds: mine,
  reviewsPolicy: mine,
  about: mine,
  contact: mine,
  admin: all,
  adminUsers: all,
  adminUser: all,
  adminTracks: all,
  adminFlags: all,
  adminMessages: all,
  adminCommissions: all,
  adminDisputes: all,
  adminAuditLog: all,
}
