// How much a cart holds, the same on a device and at the server.

export const largestCart = 100
