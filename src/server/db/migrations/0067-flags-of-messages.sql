-- Flags of messages: what one party of a commission wrote in its room is reported by the other one, into the same queue
-- and by the same process as other words (rules/moderation/flag-process.ts).

-- Since when its words and files are shown to neither party, because a report was upheld. What was written stays.
alter table commission_messages add column taken_down_at timestamptz;
-- A page of a room names those that were removed.
create index commission_messages_taken_down on commission_messages (commission_id, created_at)
  where taken_down_at is not null;

alter table flags
  -- A message is never deleted.
  add column message_id uuid references commission_messages,
  drop constraint flags_subject_kind_check,
  add constraint flags_subject_kind_check check (
    subject_kind in ('track', 'review', 'comment', 'profile', 'message')
  ),
  drop constraint flags_subject_check,
  add constraint flags_subject_check check (
    coalesce(track_id, review_id, comment_id, profile_id, message_id) = subject_id
  ),
  drop constraint flags_one_subject,
  add constraint flags_one_subject check (
    case subject_kind
      when 'track' then track_id is not null and num_nonnulls(review_id, comment_id, profile_id, message_id) = 0
      when 'review' then num_nonnulls(track_id, comment_id, profile_id, message_id) = 0
      when 'comment' then num_nonnulls(track_id, review_id, profile_id, message_id) = 0
      when 'profile' then profile_id is not null and num_nonnulls(track_id, review_id, comment_id, message_id) = 0
      when 'message' then message_id is not null and num_nonnulls(track_id, review_id, comment_id, profile_id) = 0
    end
  );
