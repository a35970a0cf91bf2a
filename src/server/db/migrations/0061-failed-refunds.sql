-- Admins list the commissions whose refund has failed: a few of all refunds.

create index refunds_failed on refunds (payment_id) where status = 'failed' and settled_at is null;
