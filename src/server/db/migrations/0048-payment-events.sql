-- Of the provider's events only what each is about is kept: their bodies name buyers, and nothing reads them.

alter table payment_events
  -- Our payment or refund, or the provider's account.
  add column about text,
  -- A test event at a live key, or the other way round: acknowledged and ignored.
  add column is_of_other_mode boolean not null default false;
update payment_events
set about = coalesce(
  body #>> '{data,object,client_reference_id}',
  body #>> '{data,object,metadata,refund_id}',
  body #>> '{related_object,id}'
);
alter table payment_events drop column body;
create index payment_events_about on payment_events (about) where about is not null;
create index payment_events_received on payment_events (received_at);

-- What was paid does not match: in words, for the admins.
alter table payments add column problem text;
