// The messages of the cart, and the words of its count.

export const cartMessages = {
  loadFailed: 'Failed to load cart',
  addFailed: 'Failed to add to cart',
  addFailedWithStatus: (status: number) => `Failed to add to cart (status ${status})`,
  basketAddFailed: 'Failed to add to basket',
  removeFailed: 'Failed to remove from cart',
  clearFailed: 'Failed to clear cart',
  mergeFailed: 'Failed to merge cart',
  tracksLeft: (count: number) =>
    count === 1
      ? 'One track left your cart: it is yours already, or not for sale'
      : `${count} tracks left your cart: they are yours already, or not for sale`,
  untitled: 'A track',
  addedToBasketOnPage: 'Added to basket successfully!',
  addedToBasket: 'Added to basket!',
  removed: 'Removed from cart',
  cleared: 'Cart cleared',
} as const

/** The exact count as text. */
export function countText(items: number): string {
  return items === 1 ? '1 item' : `${items} items`
}
