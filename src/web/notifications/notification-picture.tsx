// The picture before a notification: the cover of its track, or a sign for its kind.

import {
  Ban,
  CircleCheck,
  CircleQuestionMark,
  CircleX,
  Clock,
  Coins,
  Eye,
  EyeOff,
  Landmark,
  Mail,
  MessageSquare,
  Mic,
  Music,
  Reply,
  Scale,
  ShieldAlert,
  Star,
  Trash2,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import type { Notification } from '#contracts/notifications/notifications.ts'
import type { Sign } from '#rules/notifications/kind-row.ts'
import { notificationKinds } from '#rules/notifications/notification-kinds.ts'

const icons: Record<Sign, LucideIcon> = {
  ban: Ban,
  done: CircleCheck,
  question: CircleQuestionMark,
  failed: CircleX,
  clock: Clock,
  money: Coins,
  shown: Eye,
  hidden: EyeOff,
  bank: Landmark,
  mail: Mail,
  message: MessageSquare,
  microphone: Mic,
  music: Music,
  reply: Reply,
  decision: Scale,
  report: ShieldAlert,
  star: Star,
  removed: Trash2,
  warning: TriangleAlert,
}

/** Says nothing that the sentence does not say. */
export function NotificationPicture({ kind, coverUrl }: Pick<Notification, 'kind' | 'coverUrl'>) {
  if (coverUrl !== null) {
    return (
      <img
        className="notification-picture"
        src={coverUrl}
        alt=""
        width="44"
        height="44"
        loading="lazy"
      />
    )
  }
  const Icon = icons[notificationKinds[kind].sign]
  return (
    <span className="notification-picture">
      <Icon size={20} aria-hidden="true" />
    </span>
  )
}
