-- The admin's list of payments begins with the latest.
create index payments_latest on payments (created_at desc, id desc);
