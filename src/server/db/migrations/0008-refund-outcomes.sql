-- A refund the provider has made is 'pending' until the card's bank has it, and may come back even from there.

alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check check (status in ('waiting', 'pending', 'sent'));
alter table refunds drop constraint refunds_check;
alter table refunds add constraint refunds_have_been_made check ((status = 'waiting') = (refund_id is null));
-- When the provider was last asked what became of it.
alter table refunds add column checked_at timestamptz;
update refunds set checked_at = sent_at where status = 'sent';
