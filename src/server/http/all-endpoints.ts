// All endpoints by name and area: for the API's document and for tests that cover every endpoint.

import type { Endpoint } from '#contracts/endpoint.ts'
import * as accounts from '#contracts/accounts/accounts.ts'
import * as auditLog from '#contracts/admin/audit-log.ts'
import * as emailLinks from '#contracts/accounts/email-links.ts'
import * as margins from '#contracts/admin/margins.ts'
import * as reporting from '#contracts/admin/reporting.ts'
import * as vatPayments from '#contracts/admin/vat-payments.ts'
import * as bankDisputes from '#contracts/admin/bank-disputes.ts'
import * as evidenceFiles from '#contracts/admin/evidence-files.ts'
import * as money from '#contracts/admin/money.ts'
import * as reconciliation from '#contracts/admin/reconciliation.ts'
import * as tasks from '#contracts/admin/tasks.ts'
import * as ownData from '#contracts/accounts/own-data.ts'
import * as accountSettings from '#contracts/accounts/settings.ts'
import * as twoFactor from '#contracts/accounts/two-factor.ts'
import * as bans from '#contracts/admin/bans.ts'
import * as contact from '#contracts/contact/contact.ts'
import * as contactMessages from '#contracts/contact/messages.ts'
import * as debts from '#contracts/admin/debts.ts'
import * as owedMoney from '#contracts/admin/owed-money.ts'
import * as refundRequests from '#contracts/refund-requests.ts'
import * as adminRefundRequests from '#contracts/admin/refund-requests.ts'
import * as foundRefunds from '#contracts/admin/found-refunds.ts'
import * as adminRefunds from '#contracts/admin/refunds.ts'
import * as platformBalance from '#contracts/admin/platform-balance.ts'
import * as adminPayments from '#contracts/admin/payments.ts'
import * as removals from '#contracts/admin/removals.ts'
import * as trackDecisions from '#contracts/admin/tracks.ts'
import * as users from '#contracts/admin/users.ts'
import * as artists from '#contracts/artists/artists.ts'
import * as avatars from '#contracts/artists/avatars.ts'
import * as artistPictures from '#contracts/artists/pictures.ts'
import * as commissions from '#contracts/commissions/commissions.ts'
import * as commissionDecisions from '#contracts/admin/commissions.ts'
import * as commissionJudging from '#contracts/commissions/judging.ts'
import * as commissionMessages from '#contracts/commissions/messages.ts'
import * as deliveries from '#contracts/commissions/deliveries.ts'
import * as commissionNotes from '#contracts/commissions/notes.ts'
import * as commissionSettings from '#contracts/artists/commission-settings.ts'
import * as cart from '#contracts/cart.ts'
import * as catalogue from '#contracts/catalogue.ts'
import * as downloads from '#contracts/downloads.ts'
import * as events from '#contracts/events.ts'
import * as flags from '#contracts/moderation/flags.ts'
import * as wordFlags from '#contracts/moderation/word-flags.ts'
import * as examples from '#contracts/artists/examples.ts'
import * as follows from '#contracts/artists/follows.ts'
import * as licences from '#contracts/licences.ts'
import * as notifications from '#contracts/notifications/notifications.ts'
import * as offers from '#contracts/artists/offers.ts'
import * as orders from '#contracts/orders.ts'
import * as ownTracks from '#contracts/own-tracks.ts'
import * as papers from '#contracts/papers.ts'
import * as payments from '#contracts/payments.ts'
import * as payouts from '#contracts/payouts.ts'
import * as profile from '#contracts/artists/profile.ts'
import * as receipts from '#contracts/receipts.ts'
import * as ratings from '#contracts/reviews/ratings.ts'
import * as reversals from '#contracts/reversals.ts'
import * as reviews from '#contracts/reviews/reviews.ts'
import * as sales from '#contracts/sales.ts'
import * as taxReports from '#contracts/tax-reports.ts'
import * as site from '#contracts/site.ts'
import * as tracks from '#contracts/tracks.ts'
import * as uploads from '#contracts/uploads.ts'
import * as vatInvoices from '#contracts/vat-invoices.ts'

const contracts = {
  accounts,
  accountSettings,
  ownData,
  emailLinks,
  twoFactor,
  artists,
  artistPictures,
  auditLog,
  avatars,
  bans,
  cart,
  catalogue,
  commissions,
  commissionDecisions,
  commissionJudging,
  commissionNotes,
  commissionMessages,
  commissionSettings,
  deliveries,
  contact,
  contactMessages,
  downloads,
  events,
  flags,
  wordFlags,
  examples,
  follows,
  licences,
  bankDisputes,
  evidenceFiles,
  money,
  platformBalance,
  margins,
  reporting,
  reconciliation,
  tasks,
  notifications,
  offers,
  orders,
  debts,
  owedMoney,
  adminRefunds,
  foundRefunds,
  refundRequests,
  adminRefundRequests,
  adminPayments,
  ownTracks,
  papers,
  payments,
  profile,
  receipts,
  ratings,
  reversals,
  vatInvoices,
  vatPayments,
  reviews,
  payouts,
  sales,
  taxReports,
  site,
  removals,
  trackDecisions,
  tracks,
  uploads,
  users,
}

export type Area = keyof typeof contracts
export type NamedEndpoint = { name: string; area: Area; endpoint: Endpoint }

/** A one-sentence description of each area. */
export const areas: Record<Area, string> = {
  accountSettings: 'The password, the email and the sessions of the caller.',
  emailLinks: 'Confirming an email, and a forgotten password, by links in emails.',
  ownData: 'A copy of what is stored about the caller, and the deletion of the account.',
  twoFactor: 'Two-factor log-in by an authenticator app.',
  accounts: 'Registering, logging in and out, and the account of the caller.',
  artists: 'Finding artists, and their profiles.',
  artistPictures: 'What is drawn of artists: portraits, and pictures of links.',
  auditLog: 'What admins did, and why.',
  bans: 'Banning users.',
  adminRefunds: 'What admins give back of what was sold.',
  foundRefunds: 'Refunds made at the card provider, of which it is not clear what they were for.',
  refundRequests: 'Asking for the money of a bought track back.',
  adminRefundRequests: 'What admins decide about such requests, and refunds that have not arrived.',
  debts: 'What artists owe, and what admins decide about it.',
  owedMoney: 'What is owed to customers and artists, and paid in another way.',
  adminPayments: 'Payments of all customers, and every row of money that belongs to one.',
  avatars: "Artists' pictures.",
  cart: 'The cart of an account.',
  catalogue: 'Searching, filtering and sorting the listed tracks.',
  commissions:
    'Custom tracks: asking an artist for one, answering, paying, withdrawing, and reading them.',
  commissionDecisions: 'All custom tracks as admins see them, and what admins decide about them.',
  commissionJudging:
    'What follows the payment of a custom track: approving, asking for changes, disputing, giving up, cancelling.',
  commissionNotes: 'Notes of both parties, pinned to a second of a delivery.',
  commissionMessages:
    'What the two parties of a custom track write to each other, and the files they attach.',
  deliveries: 'The recordings that artists deliver for commissions.',
  commissionSettings: 'What an artist asks for, promises and takes on at once.',
  contact: 'Writing to the people who run the site.',
  contactMessages: 'What admins do with messages from the contact form.',
  downloads: 'The full recordings of a customer, to play and to download in several formats.',
  events: 'Changes that concern an open page.',
  flags: 'Reporting tracks, and what admins decide about every report.',
  wordFlags: 'Reporting reviews, comments and profiles, and what was taken down of them.',
  examples: 'Recordings that show how an artist plays.',
  follows: 'Following artists.',
  licences: "A track's licence, and the documents that prove it.",
  platformBalance: 'Whose the money on the platform’s balance is, and payouts of what is earned.',
  margins: 'What the platform keeps of artists’ sales.',
  reporting: 'What the tax authority is told of artists.',
  bankDisputes: 'Payments that customers dispute at their banks, and the evidence against it.',
  evidenceFiles: 'The files of that evidence: sent by admins, or made of what is known.',
  reconciliation: 'The days that are compared with the card provider and closed, and what differs.',
  tasks: 'What waits for a person, and which admin takes care of it.',
  money: 'What has moved at the card provider, as admins see and explain it.',
  notifications: 'What has happened that concerns the caller, and which of it is emailed.',
  offers: 'What an artist offers beside the plain price of a custom track.',
  orders: 'Paying for a cart, and what the caller owns.',
  ownTracks: "An artist's own tracks: what they earn, editing, withdrawing, restoring.",
  papers: 'An artist’s papers: monthly statements.',
  payments:
    'The account at the card provider that an artist is paid to, and the events of the provider.',
  profile: "An artist's own profile.",
  receipts: 'The numbered receipts of paid orders.',
  ratings: 'Rating a track, and commenting on it.',
  reversals: 'What goes back of an artist’s sales.',
  reviews: 'Reviewing artists, and answering reviews.',
  payouts: 'What is paid to the banks of artists.',
  sales: 'What an artist has sold and earned.',
  taxReports: 'An artist’s copies of what the tax authority is told.',
  site: 'Calls of the operator.',
  removals: 'What admins remove of what users wrote.',
  trackDecisions: 'What admins decide about tracks.',
  tracks: 'A track, its preview and cover.',
  uploads: "An artist's recordings, until they are listed or refused.",
  vatInvoices: 'Invoices for the platform’s fees, with their VAT.',
  vatPayments: 'What was paid to the tax authority.',
  users: 'Users as admins see them, and what is owed to artists.',
}

export const allEndpoints: NamedEndpoint[] = Object.entries(contracts).flatMap(([area, contract]) =>
  Object.entries(contract)
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
    // Object.entries loses the key type; the keys of `contracts` are exactly Area.
    .map(([name, endpoint]) => ({ name, area: area as Area, endpoint })),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'route' in value && 'by' in value
}
