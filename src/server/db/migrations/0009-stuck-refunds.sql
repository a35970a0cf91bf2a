-- A refund that was cancelled, or came back again and again, is 'stuck': a person decides whether it is made once more.

alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check check (status in ('waiting', 'pending', 'sent', 'stuck'));
alter table refunds drop constraint refunds_have_been_made;
alter table refunds add constraint refunds_have_been_made check (
  (status in ('waiting', 'stuck')) = (refund_id is null)
);
-- How often the card's bank has sent it back.
alter table refunds add column returns integer not null default 0;
