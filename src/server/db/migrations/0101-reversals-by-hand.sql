-- Of one debt several parts can be reversed by hand at the card provider: each is a row for the same cause.

alter table reversals drop constraint reversals_of_a_cause;

create unique index reversals_of_a_cause on reversals (transfer_id, cause_kind, cause_id, is_unsent)
  where cause_kind <> 'provider';

-- One that was reversed there before anybody knew why can be of several causes: each part is a row under the provider's id.

alter table reversals add column is_part boolean not null default false;

alter table reversals drop constraint reversals_provider_id_key;

create unique index reversals_made_once
  on reversals (provider_id, (case when is_part then cause_id end)) nulls not distinct
  where provider_id is not null;

alter table reversals add constraint reversals_are_parts_of_what_was_made
  check (not is_part or (provider_id is not null and cause_kind = 'provider'));
