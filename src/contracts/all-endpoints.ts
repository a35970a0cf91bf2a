// All endpoints by name and area: for the API's document and for tests that cover every endpoint.

import type { Endpoint } from './endpoint.ts'
import * as accounts from './accounts.ts'
import * as auditLog from './admin/audit-log.ts'
import * as emailLinks from './accounts/email-links.ts'
import * as ownData from './accounts/own-data.ts'
import * as accountSettings from './accounts/settings.ts'
import * as twoFactor from './accounts/two-factor.ts'
import * as bans from './admin/bans.ts'
import * as contact from './contact/contact.ts'
import * as contactMessages from './contact/messages.ts'
import * as removals from './admin/removals.ts'
import * as trackDecisions from './admin/tracks.ts'
import * as users from './admin/users.ts'
import * as artists from './artists/artists.ts'
import * as avatars from './artists/avatars.ts'
import * as artistPictures from './artists/pictures.ts'
import * as commissions from './commissions/commissions.ts'
import * as commissionDecisions from './admin/commissions.ts'
import * as commissionJudging from './commissions/judging.ts'
import * as deliveries from './commissions/deliveries.ts'
import * as commissionSettings from './artists/commission-settings.ts'
import * as cart from './cart.ts'
import * as catalogue from './catalogue.ts'
import * as downloads from './downloads.ts'
import * as events from './events.ts'
import * as flags from './moderation/flags.ts'
import * as examples from './artists/examples.ts'
import * as follows from './artists/follows.ts'
import * as licences from './licences.ts'
import * as notifications from './notifications/notifications.ts'
import * as orders from './orders.ts'
import * as ownTracks from './own-tracks.ts'
import * as payments from './payments.ts'
import * as profile from './artists/profile.ts'
import * as receipts from './receipts.ts'
import * as ratings from './ratings.ts'
import * as reviews from './artists/reviews.ts'
import * as site from './site.ts'
import * as tracks from './tracks.ts'
import * as uploads from './uploads.ts'

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
  commissionSettings,
  deliveries,
  contact,
  contactMessages,
  downloads,
  events,
  flags,
  examples,
  follows,
  licences,
  notifications,
  orders,
  ownTracks,
  payments,
  profile,
  receipts,
  ratings,
  reviews,
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
  avatars: "Artists' pictures.",
  cart: 'The cart of an account.',
  catalogue: 'Searching, filtering and sorting the listed tracks.',
  commissions:
    'Custom tracks: asking an artist for one, answering, paying, withdrawing, and reading them.',
  commissionDecisions: 'All custom tracks as admins see them, and what admins decide about them.',
  commissionJudging:
    'What follows the payment of a custom track: approving, asking for changes, disputing, giving up, cancelling.',
  deliveries: 'The recordings that artists deliver for commissions.',
  commissionSettings: 'What an artist asks for, promises and takes on at once.',
  contact: 'Writing to the people who run the site.',
  contactMessages: 'What admins do with messages from the contact form.',
  downloads: 'The full recordings of a customer, to play and to download in several formats.',
  events: 'Changes that concern an open page.',
  flags: 'Reporting tracks, and what admins decide about it.',
  examples: 'Recordings that show how an artist plays.',
  follows: 'Following artists.',
  licences: "A track's licence, and the documents that prove it.",
  notifications: 'What has happened that concerns the caller, and which of it is emailed.',
  orders: 'Paying for a cart, and what the caller owns.',
  ownTracks: "An artist's own tracks: what they earn, editing, withdrawing, restoring.",
  payments:
    'The account at the card provider that an artist is paid to, and the events of the provider.',
  profile: "An artist's own profile.",
  receipts: 'The numbered receipts of paid orders.',
  ratings: 'Rating a track, and commenting on it.',
  reviews: 'Reviewing artists, and answering reviews.',
  site: 'Calls of the operator.',
  removals: 'What admins remove of what users wrote.',
  trackDecisions: 'What admins decide about tracks.',
  tracks: 'A track, its preview and cover.',
  uploads: "An artist's recordings, until they are listed or refused.",
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
