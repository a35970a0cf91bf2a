// What stands before a notification: the cover of its track, or a sign for its kind.

import {
  Ban,
  CircleCheck,
  CircleQuestionMark,
  CircleX,
  Coins,
  Eye,
  EyeOff,
  Landmark,
  Mail,
  MessageSquare,
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
import type { NotificationKind } from '#rules/notifications/notification-kinds.ts'

const icons: Record<NotificationKind, LucideIcon> = {
  new_track: Music,
  review: MessageSquare,
  review_answer: Reply,
  rating: Star,
  comment: MessageSquare,
  sale: Coins,
  transfer: Landmark,
  payments_stopped: TriangleAlert,
  upload_ready: CircleCheck,
  upload_question: CircleQuestionMark,
  upload_refused: CircleX,
  flag_decided: Scale,
  track_taken_down: EyeOff,
  track_restored: Eye,
  comment_removed: Trash2,
  review_removed: Trash2,
  new_flag: ShieldAlert,
  counter_notice: Scale,
  payment_alarm: TriangleAlert,
  contact_message: Mail,
  banned: Ban,
  unbanned: CircleCheck,
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
  const Icon = icons[kind]
  return (
    <span className="notification-picture">
      <Icon size={20} aria-hidden="true" />
    </span>
  )
}
