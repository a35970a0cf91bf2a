// An admin's decision about a report: what it does, and what those concerned will read.

import type { Flag } from '#contracts/moderation/flags.ts'
import { maxClaimLength, type FlagSubjectKind } from '#rules/moderation/flag-limits.ts'
import { flagProcess, type DecisionStep } from '#rules/moderation/flag-process.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import type { ToldNotice } from '#web/admin/notice-preview.tsx'
import type { Told } from '#web/admin/reason-dialog.tsx'
import { flagMessages, flaggedTitle } from './flag-messages.ts'

export function FlagStepButton({ step, flag }: { step: DecisionStep; flag: Flag }) {
  const { label, title, effect, isDangerous = false } = wordsOf(flag.kind)[step]
  return (
    <ActionButton
      label={label}
      isDangerous={isDangerous}
      about={flag.kind === 'track' ? flag.flagged.title : flaggedTitle(flag.kind, flag.name)}
      title={title}
      submitting="Saving…"
      contract={async () => (await import('#contracts/moderation/flags.ts')).decideFlag}
      route="POST /api/proxy/admin/flags/{flagId}"
      constants={{ flagId: flag.id, step }}
      done={flagMessages.decided}
      told={toldOf(step, flag)}
    >
      <p>{effect}</p>
    </ActionButton>
  )
}

type StepWords = { label: string; title: string; effect: string; isDangerous?: boolean }

const review: StepWords = {
  label: 'Begin to review',
  title: 'Begin to review this report?',
  effect: 'Other admins see that you look at it. Nobody is told.',
}

const ofTracks: Record<DecisionStep, StepWords> = {
  review,
  uphold: {
    label: 'Uphold and take down',
    title: 'Take this track down?',
    effect:
      'It leaves the catalogue, searches and carts at once. Customers who bought it keep it. The artist may send a counter-notice.',
    isDangerous: true,
  },
  reject: {
    label: 'Reject',
    title: 'Reject this report?',
    effect: 'The track stays listed. The artist is not told that it was reported.',
  },
  confirm: {
    label: 'Keep it down',
    title: 'Keep this track down?',
    effect: 'The counter-notice is rejected, and the track stays down.',
    isDangerous: true,
  },
  reinstate: {
    label: 'List it again',
    title: 'List this track again?',
    effect:
      'Unless another report keeps it down or its artist had withdrawn it, the track is listed at once.',
  },
}

const removal: Record<Exclude<FlagSubjectKind, 'track'>, string> = {
  review:
    'Nobody but its author reads it any more, and it no longer counts. The author may send a counter-notice.',
  comment:
    'Nobody but its author reads it any more; the author’s stars stay. The author may send a counter-notice.',
  profile:
    'The text, the instrument, the video and the picture are emptied at once; the name stays. The artist may write others, and may send a counter-notice. The picture is deleted for good.',
  message:
    'Both parties read in its place that it was removed, and its files can be opened no more. The author may send a counter-notice.',
}

function wordsOf(kind: FlagSubjectKind): Record<DecisionStep, StepWords> {
  if (kind === 'track') return ofTracks
  return {
    review,
    uphold: {
      label: 'Uphold and remove',
      title: `Remove this ${kind}?`,
      effect: removal[kind],
      isDangerous: true,
    },
    reject: {
      label: 'Reject',
      title: 'Reject this report?',
      effect: `The ${kind} stays. Its author is not told that it was reported.`,
    },
    confirm: {
      label: 'Keep it removed',
      title: `Keep this ${kind} removed?`,
      effect: `The counter-notice is rejected, and the ${kind} stays removed.`,
      isDangerous: true,
    },
    reinstate: {
      label: 'Show it again',
      title: `Show this ${kind} again?`,
      effect:
        kind === 'profile'
          ? 'Unless another report keeps them down, the words stand in the profile again where the artist has not written others.'
          : `Unless another report keeps it removed, the ${kind} is shown at once.`,
    },
  }
}

/** The author is told of what concerns the track or the words, the reporter of every outcome; of the beginning of a review nobody is. */
function toldOf(step: DecisionStep, flag: Flag): Told | undefined {
  if (step === 'review') return undefined
  const notices = [...authorNotice(step, flag), ...reporterNotice(step, flag)]
  if (notices.length === 0) return { label: flagMessages.reasonLabel, notices }
  const isOfTrack = flag.kind === 'track'
  return {
    label: flagMessages.toldLabel(notices.map(({ to }) => to)),
    ...(step !== 'reject' && {
      hint: isOfTrack ? flagMessages.toldHint : flagMessages.toldAuthorHint,
    }),
    ...(step === 'uphold' && {
      claim: {
        label: flagMessages.claimed,
        hint: isOfTrack ? flagMessages.claimHint : flagMessages.claimOfWordsHint,
        maxLength: maxClaimLength,
      },
    }),
    notices,
  }
}

function authorNotice(step: DecisionStep, flag: Flag): ToldNotice[] {
  if (step === 'reject') return []
  if (flag.kind === 'track') {
    const { title, artistName } = flag.flagged
    const kind = step === 'reinstate' ? 'track_restored' : 'track_taken_down'
    return [{ to: artistName, kind, details: { titles: [title], byReport: true } }]
  }
  if (flag.author === null) return []
  const kind = step === 'reinstate' ? 'words_restored' : (`${flag.kind}_removed` as const)
  const details = { titles: [flag.name], flagged: flag.kind, byReport: true }
  return [{ to: flag.author.name, kind, details }]
}

function reporterNotice(step: DecisionStep, flag: Flag): ToldNotice[] {
  if (flag.reporter === null) return []
  const outcome = flagProcess.steps[step].to
  const details =
    flag.kind === 'track'
      ? { titles: [flag.flagged.title], outcome }
      : { titles: [flag.name], outcome, flagged: flag.kind }
  return [{ to: flag.reporter.username, kind: 'flag_decided', details }]
}
