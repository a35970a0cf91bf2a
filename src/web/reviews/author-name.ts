const authorMessages = {
  unknown: 'Anonymous User',
} as const

/** As a comment or a review names its author, who may have deleted the account. */
export function authorName(user: { username: string } | null): string {
  return user?.username || authorMessages.unknown
}
