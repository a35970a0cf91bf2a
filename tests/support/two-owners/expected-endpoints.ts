// What each endpoint may show of others, and which of their rows a call may change.

export const callers = ['customer', 'artist', 'admin'] as const
export type Caller = (typeof callers)[number]

export type Row = {
  /**
   * `mine`: nothing of others, and it stays the same whatever they store. `public`: what a visitor sees. `all`: admins
   * read everything.
   */
  shows: 'mine' | 'public' | 'all'
  /** What a call about own things is answered; by default it is done. */
  own?: string | Partial<Record<Caller, string>>
  /** Admins are told of what others report and write: of their notifications nothing is expected. */
  concernsAdmins?: boolean
  /** The tables of which rows that name others change when the call names something of theirs: none by default. */
  touches?: readonly string[]
  /** Of a command, also when it is done. */
  changesNothing?: boolean
  /** Of a command: its answer is made at random, so that it cannot be compared with another one. */
  isRandom?: boolean
}

const mine: Row = { shows: 'mine' }
const open: Row = { shows: 'public' }
const all: Row = { shows: 'all' }
/** The tables of which rows change with what is listed. */
const ofListing = ['artists', 'listed_tracks', 'tracks']
const ofCommission = ['admin_actions', 'commission_steps', 'commissions', 'notifications']

/** In the order of the calls: what removes or closes something comes after what needs it. */
export const expectedEndpoints: Record<string, Row> = {
  // What everyone reads.
  queryTracks: open,
  listFeaturedTracks: open,
  countFilterHits: open,
  suggestSearches: open,
  getTracksById: open,
  getTrack: open,
  getLicenceInfo: open,
  listTracksOfArtist: open,
  streamPreview: { ...open, touches: ['track_activity', 'track_statistics'] },
  drawCover: open,
  drawRasterCover: open,
  drawSharePicture: open,
  drawPortrait: open,
  drawArtistSharePicture: open,
  queryArtists: open,
  getArtist: open,
  listFeaturedArtists: open,
  streamExample: open,
  showAvatar: open,
  listReviews: open,
  streamEvents: open,
  revalidate: { ...open, changesNothing: true },

  // What a caller reads of the own.
  getIdAndRole: mine,
  getContactDefaults: mine,
  getAccount: mine,
  listSessions: mine,
  getCart: mine,
  getCheckout: mine,
  listMyTracks: mine,
  listOwnedIds: mine,
  listReceipts: mine,
  getReceipt: mine,
  downloadTrack: mine,
  downloadAllTracks: mine,
  playOwnedTrack: mine,
  getRendition: mine,
  getOwnReviews: mine,
  getFlagRefusal: mine,
  getReportedWords: mine,
  listRemovedWords: mine,
  listFollowing: mine,
  listFollowedTracks: mine,
  listFollowers: mine,
  listNotifications: { ...mine, concernsAdmins: true },
  countUnreadNotifications: { ...mine, concernsAdmins: true },
  listNotificationChoices: mine,
  findSubscription: mine,
  openUnsubscribe: mine,
  findOpenMatters: mine,
  getPaymentSetup: mine,
  listSales: mine,
  listBankPayouts: mine,
  getSalesSummary: mine,
  downloadSales: mine,
  exportOwnData: mine,
  openLicenceDocument: { ...mine, own: { customer: 'not_found' } },
  downloadLicenceDocument: { ...mine, own: { customer: 'not_found' } },
  listUploads: mine,
  getUpload: mine,
  streamUploadPreview: mine,
  listOwnTracks: mine,
  getOwnTrack: mine,
  countUploadedTracks: mine,
  listTakeDowns: mine,
  listOwnExamples: mine,
  getOwnProfile: mine,
  getCommissionSettings: mine,
  listOwnOffers: mine,
  listCommissions: mine,
  getCommission: mine,
  playDeliveryPreview: mine,
  playDelivery: mine,
  playDeliveryGuide: mine,
  findFinishedCommission: mine,
  listCommissionMessages: mine,
  openAttachment: mine,

  // What admins read.
  listFlags: all,
  listUsers: all,
  getUser: all,
  getRefund: all,
  getTransfer: all,
  listAllTracks: all,
  listMessages: all,
  listAllCommissions: all,
  listDisputes: all,
  listUnexplained: all,
  listAdminActions: all,

  // What a caller changes of the own.
  removeFromCart: mine,
  addToCart: { ...mine, touches: ['cart_items'] },
  clearCart: mine,
  createCartCheckout: { ...mine, touches: ['order_lines'], isRandom: true },
  // It is ready.
  requestRendition: { ...mine, changesNothing: true },
  rateTrack: {
    ...mine,
    touches: ['artists', 'listed_tracks', 'notifications', 'ratings', 'tracks'],
  },
  commentOnTrack: { ...mine, touches: ['comments', 'notifications'] },
  editComment: mine,
  flagTrack: { ...mine, touches: ['flags', 'notifications'] },
  flagWords: { ...mine, own: 'own_words_flag', touches: ['flags'] },
  unfollowArtist: mine,
  followArtist: { ...mine, touches: ['artists', 'follows'] },
  addReview: { ...mine, touches: ['artists', 'notifications', 'reviews'] },
  editReview: mine,
  markNotificationRead: { ...mine, concernsAdmins: true },
  markAllNotificationsRead: { ...mine, concernsAdmins: true },
  chooseNotificationEmails: mine,
  unsubscribe: mine,
  sendContactMessage: mine,
  startPaymentSetup: { ...mine, changesNothing: true, isRandom: true },
  uploadLicenceDocument: mine,
  uploadTrack: { ...mine, own: 'audio_not_recognised' },
  sendUploadDetails: mine,
  editTrack: mine,
  answerReview: mine,
  counterFlag: mine,
  uploadAvatar: mine,
  editProfile: mine,
  putCommissionSettings: mine,
  putOwnOffers: mine,
  requestCommission: { ...mine, touches: ['commissions', 'notifications'] },
  respondToCommission: mine,
  payCommission: { ...mine, own: 'commission_moved' },
  sendDelivery: { ...mine, own: 'commission_moved' },
  markMessagesRead: mine,
  sendCommissionMessage: mine,
  terminateBeforePayment: mine,
  addNote: mine,
  changeNote: mine,
  // Nothing is owed yet.
  approveAndPayout: { ...mine, changesNothing: true },
  openDispute: mine,
  cancelOverdueCommission: { ...mine, own: 'commission_moved' },
  endDispute: mine,
  confirmCommission: mine,
  answerDispute: mine,
  addExample: mine,
  orderExamples: mine,
  editExample: mine,

  // What admins decide.
  decideDispute: {
    ...all,
    touches: [
      'artists',
      'commission_disputes',
      'commission_entitlements',
      'jobs',
      'ledger_entries',
      'ledger_transactions',
      'payments',
      'renditions',
      'transfers',
      ...ofCommission,
    ],
  },
  decideCommission: {
    ...all,
    touches: ['artists', 'ledger_transactions', 'payments', 'refunds', ...ofCommission],
  },
  readMessagesWithReason: { ...all, touches: ['admin_actions'] },
  freezeCommission: { ...all, touches: ofCommission },
  unfreezeCommission: { ...all, touches: ofCommission },
  holdTransfers: { ...all, touches: ['admin_actions', 'transfer_holds'] },
  releaseTransfers: {
    ...all,
    touches: ['admin_actions', 'jobs', 'transfer_holds', 'transfers'],
  },
  settleRefund: { ...all, touches: ['admin_actions', 'ledger_transactions', 'refunds'] },
  settleTransfer: {
    ...all,
    touches: ['admin_actions', 'ledger_entries', 'ledger_transactions', 'transfers'],
  },
  setTrackQuality: { ...all, touches: ['admin_actions', 'listed_tracks', 'tracks'] },
  featureTrack: { ...all, touches: ['admin_actions', 'featured_tracks'] },
  endFeaturing: { ...all, touches: ['admin_actions', 'featured_tracks'] },
  takeDownTrack: { ...all, touches: ['admin_actions', 'notifications', ...ofListing] },
  putBackTrack: { ...all, touches: ['admin_actions', 'notifications', ...ofListing] },
  decideFlag: { ...all, touches: ['admin_actions', 'flags', 'notifications', ...ofListing] },
  assignUnexplained: {
    ...all,
    touches: ['admin_actions', 'ledger_transactions', 'unexplained_transactions'],
  },
  answerMessage: { ...all, touches: ['admin_actions', 'contact_answers', 'contact_messages'] },
  moveMessage: { ...all, touches: ['admin_actions', 'contact_messages'] },
  removeComment: { ...all, touches: ['admin_actions', 'comments', 'notifications'] },
  removeReview: {
    ...all,
    touches: ['admin_actions', 'artists', 'flags', 'notifications', 'reviews'],
  },

  banUser: {
    ...all,
    touches: [
      'admin_actions',
      'artists',
      'commission_steps',
      'commissions',
      'listed_tracks',
      'notifications',
      'transfer_holds',
      'users',
    ],
  },
  unbanUser: {
    ...all,
    touches: [
      'admin_actions',
      'artists',
      'commission_steps',
      'commissions',
      'listed_tracks',
      'notifications',
      'users',
    ],
  },

  // What a caller removes.
  deleteComment: { ...mine, own: { admin: 'not_found' } },
  deleteReview: { ...mine, own: { admin: 'not_found' } },
  withdrawTrack: mine,
  restoreTrack: mine,
  removeAvatar: mine,
  deleteExample: mine,
  dismissUpload: mine,
  giveUpCommission: mine,

  // The account.
  becomeArtist: { ...mine, own: { artist: 'not_a_customer', admin: 'not_a_customer' } },
  sendVerification: { ...mine, own: 'email_verified' },
  changeEmail: mine,
  confirmEmail: mine,
  endSession: mine,
  endOtherSessions: mine,
  beginTwoFactor: { ...mine, own: { admin: 'two_factor_on' }, isRandom: true },
  confirmTwoFactor: { ...mine, own: { admin: 'two_factor_on' } },
  renewBackupCodes: { ...mine, isRandom: true },
  logInWithCode: mine,
  endTwoFactor: mine,
  changePassword: mine,
  requestPasswordReset: mine,
  resetPassword: mine,
  logIn: mine,
  logOut: mine,
  register: { ...mine, isRandom: true },
  deleteAccount: { ...mine, own: { artist: 'account_in_use' }, concernsAdmins: true },

  // What the card provider sends.
  receiveStripeEvent: mine,
  receiveThinStripeEvent: mine,
}

export function ownResult({ own = 'done' }: Row, caller: Caller): string {
  return typeof own === 'string' ? own : (own[caller] ?? 'done')
}
