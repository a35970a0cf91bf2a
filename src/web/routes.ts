// Every page URL of the site: rules/page-paths.ts has the paths, without a slash at the start here.

import { index, route, type RouteConfig } from '@react-router/dev/routes'
import { pageRoutes } from '../rules/page-paths.ts'

const page = (path: string, file: string) => route(path.slice(1), file)

export default [
  index('pages/home-page.tsx'),
  page(pageRoutes.tracks, 'pages/tracks-page.tsx'),
  page(pageRoutes.track, 'pages/track-page.tsx'),
  page(pageRoutes.artist, 'pages/artist-page.tsx'),
  page(pageRoutes.artists, 'pages/artists-page.tsx'),
  page(pageRoutes.cart, 'pages/cart-page.tsx'),
  page(pageRoutes.checkoutSuccess, 'pages/checkout-success-page.tsx'),
  page(pageRoutes.checkoutCancelled, 'pages/checkout-cancelled-page.tsx'),
  page(pageRoutes.myTracks, 'pages/my-tracks-page.tsx'),
  page(pageRoutes.receipts, 'pages/receipts-page.tsx'),
  page(pageRoutes.receipt, 'pages/receipt-page.tsx'),
  page(pageRoutes.artistDashboard, 'pages/artist-dashboard-page.tsx'),
  page(pageRoutes.notifications, 'pages/notifications/notifications-page.tsx'),
  page(pageRoutes.notificationSettings, 'pages/notifications/notification-settings-page.tsx'),
  page(pageRoutes.unsubscribe, 'pages/notifications/unsubscribe-page.tsx'),
  page(pageRoutes.takeDowns, 'pages/take-downs-page.tsx'),
  page(pageRoutes.login, 'pages/login-page.tsx'),
  page(pageRoutes.register, 'pages/register-page.tsx'),
  page(pageRoutes.loginCode, 'pages/accounts/login-code-page.tsx'),
  page(pageRoutes.forgottenPassword, 'pages/accounts/forgotten-password-page.tsx'),
  page(pageRoutes.resetPassword, 'pages/accounts/reset-password-page.tsx'),
  page(pageRoutes.confirmEmail, 'pages/accounts/confirm-email-page.tsx'),
  page(pageRoutes.settings, 'pages/accounts/settings-page.tsx'),
  page(pageRoutes.settingsSecurity, 'pages/accounts/settings-security-page.tsx'),
  page(pageRoutes.settingsData, 'pages/accounts/settings-data-page.tsx'),
  page(pageRoutes.logout, 'pages/logout-page.tsx'),
  page(pageRoutes.copyrightPolicy, 'pages/copyright-policy-page.tsx'),
  page(pageRoutes.contact, 'pages/contact-page.tsx'),
  page(pageRoutes.admin, 'pages/admin/admin-page.tsx'),
  page(pageRoutes.adminUsers, 'pages/admin/users-page.tsx'),
  page(pageRoutes.adminUser, 'pages/admin/user-page.tsx'),
  page(pageRoutes.adminTracks, 'pages/admin/tracks-page.tsx'),
  page(pageRoutes.adminFlags, 'pages/admin/flags-page.tsx'),
  page(pageRoutes.adminMessages, 'pages/admin/messages-page.tsx'),
  page(pageRoutes.adminAuditLog, 'pages/admin/audit-log-page.tsx'),
  route('*', 'pages/not-found-page.tsx'),
] satisfies RouteConfig
