-- A refund that was made at the card provider can be of several things that were sold: an admin divides it, and each part is a
-- row under the provider's id.

alter table refunds add column is_part boolean not null default false;

alter table refunds drop constraint refunds_provider_id_key;

create unique index refunds_made_once
  on refunds (provider_id, (case when is_part then order_line_id end)) nulls not distinct
  where provider_id is not null;

alter table refunds add constraint refunds_are_parts_of_what_was_made
  check (not is_part or (provider_id is not null and order_line_id is not null and cause = 'given_back'));

-- A reversal that was made there and that no row of ours is about gets a row of its own.

alter table reversals drop constraint reversals_cause_kind_check;

alter table reversals add constraint reversals_cause_kind_check check (cause_kind in ('refund', 'dispute', 'provider'));
