-- The lists of commissions that admins read: the newest first, searched by words of the names.

alter table commissions
  add column searched text not null generated always as (
    ' ' || plain_words(name || ' ' || customer_name || ' ' || artist_name)
  ) stored;
create index commissions_searched on commissions using gin (searched gin_trgm_ops);

drop index commissions_queue;
create index commissions_newest on commissions (created_at desc, id desc);
create index commissions_status on commissions (status, created_at desc, id desc);
create index commissions_frozen on commissions (created_at desc, id desc) where frozen_at is not null;
create index transfers_failed on transfers (payment_id) where status = 'failed';
create index commission_disputes_resolved on commission_disputes (resolved_at desc, id desc) where status = 'resolved';
