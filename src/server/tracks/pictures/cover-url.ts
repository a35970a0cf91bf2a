import { coverVersion, type CoverSubject } from './track-cover.ts'

type Covered = Pick<CoverSubject, 'instrumentation' | 'keySignature'> & { id: string }

/** With the version of the drawing, because browsers store covers for a year. */
export function coverUrl({ id, ...subject }: Covered): string {
  return `/public/tracks/${id}/cover.svg?v=${coverVersion(subject)}`
}
