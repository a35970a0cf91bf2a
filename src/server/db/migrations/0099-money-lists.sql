-- Lists of money, with a million payments.

-- All payments of a customer, also those that were never paid, the latest first.
create index payments_by_customer on payments (customer_id, created_at desc, id desc);

-- Those that failed first, then the oldest.
create index transfers_listed on transfers ((status = 'failed') desc, created_at, id)
  where status in ('waiting', 'blocked', 'failed');
