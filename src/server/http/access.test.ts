// Which caller may call which endpoint: listed here a second time, so that a changed contract fails a test.

import { expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { refusalsOf } from '#contracts/endpoint.ts'
import { roles, type Role } from '#rules/permissions.ts'
import { isRefusalCode } from '#rules/errors/refusal.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { recordResponses } from '../../../tests/support/documented-responses.ts'
import { createFixtures, privateTexts } from '../../../tests/support/access/fixtures.ts'
import { validRequest } from '../../../tests/support/access/valid-request.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { callsOfAdmins } from '../../../tests/support/access/calls-of-admins.ts'
import { storedState } from '../../../tests/support/access/stored-state.ts'
import {
  callers,
  createUserOfEachRole,
  isBanned,
  roleOf,
  type Caller,
} from '../../../tests/support/access/user-of-each-role.ts'

const everyone = ['done', 'done', 'done', 'done', 'done', 'done']
const unsigned = everyone.map(() => 'event_not_genuine')
/** Users of these roles get `code`; the role is checked before the ban. */
const only = (allowed: readonly Role[], code: string) =>
  callers.map((caller) => {
    const role = roleOf(caller)
    if (role === null) return 'login_required'
    if (!allowed.includes(role)) return 'not_allowed'
    return isBanned(caller) ? 'banned' : code
  })
const loggedIn = (code: string, forVisitors = 'login_required') =>
  only(roles, code).with(0, forVisitors)
/** The rights that a ban does not end. */
const alsoBanned = (code: string) => everyone.map(() => code).with(0, 'login_required')
/** Of an object that others than its owner and admins cannot see. */
const onlyAdmin = callers.map((caller) => (caller === 'admin' ? 'done' : 'not_found'))
/** Of an artist's own object, which other artists cannot see. */
const ofAnotherArtist = only(['artist', 'admin'], 'not_found').with(
  callers.indexOf('admin'),
  'done',
)
const artists = (code: string) => only(['artist'], code)
/** A ban does not end an artist's right to read the own papers. */
const paperOfAnother = ofAnotherArtist.with(5, 'not_found')

/** The result for each caller, in the order of `callers`; the objects belong to other users, and all input is valid. */
const expected: Record<string, string[]> = {
  register: everyone,
  logIn: everyone.with(3, 'two_factor_needed'),
  getIdAndRole: everyone,
  getCart: loggedIn('done'),
  addToCart: loggedIn('done'),
  removeFromCart: loggedIn('done'),
  createCartCheckout: loggedIn('done'),
  clearCart: loggedIn('done'),
  getCheckout: loggedIn('not_found'),
  listMyTracks: loggedIn('done'),
  listOwnedIds: loggedIn('done'),
  getReceipt: ['login_required', 'not_found', 'not_found', 'done', 'banned', 'banned'],
  listReceipts: loggedIn('done'),
  listReversals: artists('done'),
  listSales: artists('done'),
  getSalesSummary: artists('done'),
  downloadSales: artists('done'),
  listBankPayouts: artists('done'),
  listPapers: artists('done').with(5, 'done'),
  getStatement: paperOfAnother,
  downloadStatement: paperOfAnother,
  getVatInvoice: ['login_required', 'not_found', 'not_found', 'done', 'not_found', 'not_found'],
  downloadVatInvoice: [
    'login_required',
    'not_found',
    'not_found',
    'done',
    'not_found',
    'not_found',
  ],
  getTaxReport: paperOfAnother,
  getPaymentSetup: artists('done'),
  startPaymentSetup: artists('done'),
  revalidate: everyone,
  receiveStripeEvent: unsigned,
  receiveThinStripeEvent: unsigned,
  queryTracks: everyone,
  listFeaturedTracks: everyone,
  countFilterHits: everyone,
  suggestSearches: everyone,
  getTracksById: everyone,
  getTrack: everyone,
  listTracksOfArtist: everyone,
  streamPreview: everyone,
  drawCover: everyone,
  drawRasterCover: everyone,
  drawSharePicture: everyone,
  downloadTrack: alsoBanned('not_found'),
  uploadLicenceDocument: artists('done'),
  getLicenceInfo: everyone,
  openLicenceDocument: onlyAdmin,
  downloadLicenceDocument: onlyAdmin,
  playOwnedTrack: loggedIn('not_found'),
  downloadAllTracks: alsoBanned('not_found'),
  requestRendition: loggedIn('not_found'),
  getRefundRequest: loggedIn('not_found'),
  askForRefund: loggedIn('not_found'),
  getRendition: loggedIn('not_found'),
  uploadTrack: artists('payment_setup_needed'),
  getUpload: artists('not_found'),
  listUploads: artists('done'),
  sendUploadDetails: artists('not_found'),
  streamUploadPreview: artists('not_found'),
  dismissUpload: artists('not_found'),
  listOwnTracks: artists('done'),
  flagTrack: loggedIn('done', 'flag_login_required'),
  getFlagRefusal: loggedIn('done', 'flag_login_required'),
  listFlags: only(['admin'], 'done'),
  decideFlag: only(['admin'], 'done'),
  listTakeDowns: artists('done'),
  counterFlag: loggedIn('not_found'),
  flagWords: loggedIn('done', 'flag_login_required'),
  getReportedWords: loggedIn('done', 'flag_login_required'),
  listRemovedWords: loggedIn('done'),
  rateTrack: loggedIn('done', 'rating_login_required'),
  commentOnTrack: loggedIn('done', 'comment_login_required'),
  getOwnReviews: loggedIn('done'),
  editComment: loggedIn('not_found', 'comment_login_required'),
  deleteComment: loggedIn('not_found'),
  queryArtists: everyone,
  getArtist: everyone,
  listFeaturedArtists: everyone,
  streamExample: everyone,
  uploadAvatar: artists('done'),
  showAvatar: everyone,
  drawPortrait: everyone,
  drawArtistSharePicture: everyone,
  removeAvatar: artists('done'),
  listOwnExamples: artists('done'),
  orderExamples: artists('examples_changed'),
  addExample: artists('done'),
  editExample: artists('not_found'),
  deleteExample: artists('not_found'),
  getOwnProfile: artists('done'),
  getCommissionSettings: artists('done'),
  putCommissionSettings: artists('done'),
  listOwnOffers: artists('done'),
  putOwnOffers: artists('not_found'),
  listCommissions: loggedIn('done'),
  getCommission: loggedIn('not_found').with(3, 'done'),
  requestCommission: loggedIn('done'),
  respondToCommission: artists('not_found'),
  sendDelivery: artists('not_found'),
  playDeliveryPreview: loggedIn('not_found').with(3, 'done'),
  playDelivery: loggedIn('not_found'),
  playDeliveryGuide: loggedIn('not_found'),
  sendCommissionMessage: loggedIn('not_found'),
  listCommissionMessages: loggedIn('not_found'),
  markMessagesRead: loggedIn('not_found'),
  openAttachment: loggedIn('not_found'),
  readMessagesWithReason: only(['admin'], 'done'),
  findFinishedCommission: loggedIn('not_found'),
  addNote: loggedIn('not_found'),
  changeNote: loggedIn('not_found'),
  payCommission: loggedIn('not_found'),
  terminateBeforePayment: loggedIn('not_found'),
  approveAndPayout: loggedIn('not_found'),
  openDispute: loggedIn('not_found'),
  cancelOverdueCommission: loggedIn('not_found'),
  endDispute: loggedIn('not_found'),
  confirmCommission: loggedIn('not_found'),
  answerDispute: artists('not_found'),
  giveUpCommission: artists('not_found'),
  listAllCommissions: only(['admin'], 'done'),
  listDisputes: only(['admin'], 'done'),
  previewDecision: only(['admin'], 'done'),
  decideDispute: only(['admin'], 'done'),
  decideCommission: only(['admin'], 'done'),
  freezeCommission: only(['admin'], 'done'),
  unfreezeCommission: only(['admin'], 'done'),
  editProfile: artists('done'),
  followArtist: loggedIn('done'),
  unfollowArtist: loggedIn('done'),
  listFollowing: loggedIn('done'),
  listFollowedTracks: loggedIn('done'),
  listFollowers: loggedIn('done'),
  listReviews: everyone,
  addReview: loggedIn('done'),
  editReview: loggedIn('not_found'),
  deleteReview: loggedIn('not_found'),
  answerReview: artists('not_found'),
  ...Object.fromEntries(
    Object.entries(callsOfAdmins).map(([name, code]) => [name, only(['admin'], code)]),
  ),
  sendContactMessage: everyone,
  getContactDefaults: everyone,
  listNotifications: loggedIn('done'),
  countUnreadNotifications: loggedIn('done'),
  markNotificationRead: loggedIn('not_found'),
  markAllNotificationsRead: loggedIn('done'),
  listNotificationChoices: loggedIn('done'),
  chooseNotificationEmails: loggedIn('done'),
  findSubscription: everyone.map(() => 'not_found'),
  openUnsubscribe: everyone,
  unsubscribe: everyone.map(() => 'not_found'),
  getOwnTrack: artists('not_found'),
  countUploadedTracks: artists('done'),
  editTrack: artists('not_found'),
  withdrawTrack: artists('not_found'),
  restoreTrack: artists('not_found'),
  becomeArtist: ['login_required', 'done', 'not_a_customer', 'not_a_customer', 'banned', 'banned'],
  streamEvents: everyone,
  exportOwnData: alsoBanned('done'),
  findOpenMatters: alsoBanned('done'),
  deleteAccount: alsoBanned('wrong_password'),
  logInWithCode: everyone.map(() => 'code_expired'),
  getAccount: loggedIn('done'),
  changePassword: loggedIn('wrong_password'),
  changeEmail: loggedIn('wrong_password'),
  listSessions: loggedIn('done'),
  endSession: loggedIn('not_found'),
  endOtherSessions: loggedIn('done'),
  sendVerification: loggedIn('email_verified'),
  confirmEmail: everyone.map(() => 'link_expired'),
  requestPasswordReset: everyone,
  resetPassword: everyone.map(() => 'link_expired'),
  beginTwoFactor: loggedIn('wrong_password'),
  confirmTwoFactor: loggedIn('two_factor_off').with(3, 'two_factor_on'),
  endTwoFactor: loggedIn('wrong_password'),
  renewBackupCodes: loggedIn('wrong_password'),
  logOut: everyone,
}

test('each endpoint returns the listed result to a visitor, a customer, an artist, an admin and banned users, and a refusal changes nothing (ROL-26)', async () => {
  await using app = await createTestApp()
  const responses = recordResponses(app)
  const fixtures = await createFixtures(app)
  const users = await createUserOfEachRole(app)
  const got: Record<string, string[]> = {}
  const changed: string[] = []
  const undocumented: string[] = []
  const told: string[] = []
  const secrets = privateTexts(fixtures)
  let stored: string | undefined
  for (const { name, endpoint } of inOrderOf(Object.keys(expected))) {
    const codes: string[] = (got[name] = [])
    const ask = async (caller: Caller) => {
      const response = await validRequest(app, name, endpoint, { fixtures, as: users[caller] })
      const code = codeOf(response)
      codes[callers.indexOf(caller)] = code
      const read = caller !== 'admin' && secrets.find((text) => response.body.includes(text))
      if (read) told.push(`${name} tells ${caller} ${read}`)
      // Its session has been replaced.
      if (name === 'becomeArtist' && code === 'done') users.customer.cookie = cookiesOf(response)
      if (code === 'done') return
      if (!isRefusalCode(code) || !refusalsOf(endpoint).includes(code))
        undocumented.push(`${name}: ${code}`)
    }
    // The first step of a log-in with two factors is kept for the second.
    const [refused, others] = divide(
      (at) => !['done', 'two_factor_needed'].includes(expected[name]?.[at] ?? ''),
    )
    if (refused.length > 0) {
      // Reused from the refusals before these if no call has succeeded since.
      const before = (stored ??= await storedState(app))
      for (const caller of refused) await ask(caller)
      stored = await storedState(app)
      if (stored !== before) changed.push(`${name} by one of ${refused.join(', ')}`)
    }
    for (const caller of others) await ask(caller)
    if (others.length > 0) stored = undefined
  }
  expect(got).toEqual(expected)
  expect(changed).toEqual([])
  expect(told).toEqual([])
  expect(undocumented).toEqual([])
  const { problems, checked } = await responses.undocumented()
  expect(problems).toEqual([])
  expect(checked).toBeGreaterThan(callers.length * 20)
})

const cookiesOf = ({ cookies }: Awaited<ReturnType<typeof validRequest>>) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

function divide(isRefused: (at: number) => boolean): [refused: Caller[], others: Caller[]] {
  return [callers.filter((_, at) => isRefused(at)), callers.filter((_, at) => !isRefused(at))]
}

function inOrderOf(names: string[]) {
  return allEndpoints
    .filter(({ name }) => names.includes(name) || !(name in expected))
    .toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
}
