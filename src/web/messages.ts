// Every message of the error catalogue that the web itself shows; the server's messages are in rules/refusal.ts.

import { refusalMessage, unexpectedErrorMessage } from '#rules/refusal.ts'

export const messages = {
  unexpectedError: unexpectedErrorMessage,
  network: 'Network error - check your connection',

  audioLoadFailed: 'Failed to load audio',
  audioPlayFailed: 'Failed to play audio',
  audioPlayerFailed: 'Failed to create audio player',
  audioFormat: 'Audio format not supported',
  previewLoadFailed: 'Failed to load preview',
  previewPlayFailed: 'Failed to play preview',
  previewGone: 'Preview not available',
  previewUrlMissing: 'No preview URL available',
  previewMissing: 'No preview available',
  previewMissingButton: 'No Preview Available',

  tracksFailed: 'Failed to load tracks.',
  tracksFailedTitle: 'Unable to Load Tracks',
  tracksNotFound: 'No tracks found',
  tracksComing: 'Track Collection Coming Soon',

  commentsEmpty: 'No comments yet.',
  commentsInvitation: 'Be the first to leave a comment!',
  commentAuthorUnknown: 'Anonymous User',
  artistUnknown: 'Unknown Artist',
  artistMissing: 'Artist Not Available',

  cartLoadFailed: 'Failed to load cart',
  cartAddFailed: 'Failed to add to cart',
  cartAddFailedWithStatus: (status: number) => `Failed to add to cart (status ${status})`,
  basketAddFailed: 'Failed to add to basket',
  cartRemoveFailed: 'Failed to remove from cart',
  cartClearFailed: 'Failed to clear cart',
  cartMergeFailed: 'Failed to merge cart',
  tracksLeftCart: (count: number) =>
    count === 1
      ? 'One track left your cart: it is yours already, or not for sale'
      : `${count} tracks left your cart: they are yours already, or not for sale`,
  checkoutSessionFailed: refusalMessage('checkout_unavailable'),
  checkoutFailed: 'Failed to create checkout',
  loginRequiredToBuy: 'Please login or register to purchase tracks',
  loggedOut: 'You were logged out; your basket is safe.',
  sessionUnknown: 'Authentication loading, please try again',
  addedToBasketOnPage: 'Added to basket successfully!',
  addedToBasket: 'Added to basket!',
  removedFromCart: 'Removed from cart',
  cartCleared: 'Cart cleared',

  uploadFailed: refusalMessage('upload_interrupted'),
  uploaded: 'Track uploaded successfully!',

  customerRegistered: 'Your account has been created successfully!',
  artistRegistered: 'Your artist account has been created successfully!',
  upgradedToArtist: 'You have been upgraded to an artist account!',
  succeeded: 'Operation completed successfully!',
} as const
