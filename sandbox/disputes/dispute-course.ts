// When a dispute is decided if nothing else happens: at its deadline, or soon after evidence whose text says how.
import type { Sandbox } from '../state/sandbox.ts'
import type { DisputeCourse, DisputeOutcome } from '../storage/stored-kinds.ts'
import { isInquiry, type Dispute } from './dispute.ts'

/** An inquiry that has not become a dispute by then never does. */
const inquiryLastsSeconds = 120 * 24 * 60 * 60

/** In the provider's test mode the bank decides some seconds after it has the evidence. */
const bankDecidesAfterSeconds = 5

/** Of a dispute without evidence: it is lost after its deadline; an inquiry is closed after 120 days. */
export function planCourse(sandbox: Sandbox, dispute: Dispute): void {
  const { store } = sandbox
  const course: DisputeCourse = {
    id: courseId(dispute.id),
    dispute: dispute.id,
    ...(isInquiry(dispute)
      ? { decidesAt: dispute.created + inquiryLastsSeconds, outcome: 'warning_closed' }
      : { decidesAt: (dispute.evidence_details.due_by ?? 0) + 1, outcome: 'lost' }),
    counteredFeePence: 0,
  }
  if (store.find('dispute.course', course.id)) store.update('dispute.course', course)
  else store.insert('dispute.course', course, { created: dispute.created })
}

/** Evidence is with the bank. Without an outcome it decides by the control API only; an inquiry still ends by itself. */
export function awaitDecision(
  sandbox: Sandbox,
  dispute: Dispute,
  answer: { outcome: DisputeOutcome | undefined; counteredFeePence: number },
): void {
  const course = getCourse(sandbox, dispute.id)
  const { counteredFeePence, outcome } = answer
  const decidesAt = sandbox.clock.now() + bankDecidesAfterSeconds
  sandbox.store.update('dispute.course', {
    ...course,
    counteredFeePence,
    ...(outcome ? { decidesAt, outcome } : {}),
    ...(outcome || isInquiry(dispute) ? {} : { decidesAt: null }),
  })
}

/** Returns the fee for countering that was taken. */
export function endCourse(sandbox: Sandbox, disputeId: string): number {
  const course = getCourse(sandbox, disputeId)
  sandbox.store.update('dispute.course', { ...course, decidesAt: null })
  return course.counteredFeePence
}

/** The disputes that are decided by now, the first one first. */
export function findDueCourses({ clock, db, store }: Sandbox): DisputeCourse[] {
  return db
    .prepare(
      `SELECT id FROM objects INDEXED BY disputes_to_decide WHERE kind = 'dispute.course'
         AND json_extract(body, '$.decidesAt') IS NOT NULL
         AND json_extract(body, '$.decidesAt') <= ? ORDER BY json_extract(body, '$.decidesAt')`,
    )
    .all(clock.now())
    .flatMap((row) => store.find('dispute.course', String(row['id'])) ?? [])
}

function getCourse({ store }: Sandbox, disputeId: string): DisputeCourse {
  const course = store.find('dispute.course', courseId(disputeId))
  if (!course) throw new Error(`The dispute ${disputeId} has no course.`)
  return course
}

function courseId(disputeId: string): string {
  return `course_of_${disputeId}`
}
