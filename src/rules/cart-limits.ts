// The maximum number of tracks in a cart, for guest carts in the browser and for carts on the server.

export const largestCart = 100
