// Reads the references of the provider's objects to each other, and to ours.

/** The operator can set it in the provider's dashboard: docs/operations.md. */
export function isMarked(metadata: Record<string, string> | null): boolean {
  return metadata?.['settled'] !== undefined
}

export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : reference
}
