-- Two texts of an admin's action: `reason` is what the people concerned were told, `note` is for admins only. And who is
-- reviewing a flag, which decides nothing yet.

alter table admin_actions
  alter column reason drop not null,
  add column note text check (length(note) between 1 and 1000),
  add constraint admin_actions_words check (reason is not null or note is not null);

-- Of these nobody was told the reason.
alter table admin_actions disable trigger admin_actions_stay;
update admin_actions set note = reason, reason = null
where reason = 'No reason was stated.'
  or action in (
    'hold_transfers', 'release_transfers', 'validate_track', 'invalidate_track', 'feature_track',
    'end_featuring', 'review_flag', 'answer_message', 'close_message', 'reopen_message'
  );
alter table admin_actions enable trigger admin_actions_stay;

alter table flags
  drop constraint flags_check2,
  add column reviewer_id uuid references users on delete set null;
update flags set decision_reason = null, decided_at = null where status = 'reviewing';
alter table flags
  add constraint flags_decided check (status in ('new', 'reviewing') or decided_at is not null);
