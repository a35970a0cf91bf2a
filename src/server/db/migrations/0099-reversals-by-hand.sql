-- Of one debt several parts can be reversed by hand at the card provider: each is a row for the same cause.

alter table reversals drop constraint reversals_of_a_cause;

create unique index reversals_of_a_cause on reversals (transfer_id, cause_kind, cause_id, is_unsent)
  where cause_kind <> 'provider';
