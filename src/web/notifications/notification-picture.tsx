// What stands before a notification: the cover of its track, or a sign for its kind.

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
  profile_removed: Trash2,
  message_removed: Trash2,
  words_restored: Eye,
  new_flag: ShieldAlert,
  counter_notice: Scale,
  payment_alarm: TriangleAlert,
  contact_message: Mail,
  commission_request: Mic,
  commission_accepted: CircleCheck,
  commission_declined: CircleX,
  commission_payment_due: Clock,
  commission_expired: CircleX,
  commission_paid: Coins,
  commission_due: Clock,
  commission_overdue: TriangleAlert,
  commission_delivered: Music,
  commission_delivery_refused: TriangleAlert,
  commission_changes: Reply,
  commission_approval_due: Clock,
  commission_approved: CircleCheck,
  commission_transfer_waiting: Landmark,
  commission_gave_up: CircleX,
  commission_cancelled: CircleX,
  commission_refunded: Coins,
  commission_disputed: Scale,
  commission_dispute_answered: Scale,
  commission_dispute_ended: Scale,
  commission_decided: Scale,
  commission_frozen: TriangleAlert,
  commission_news: MessageSquare,
  commission_alarm: TriangleAlert,
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
