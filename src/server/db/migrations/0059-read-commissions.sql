-- One commission is read with all of its deliveries, refused and removed ones as well: the partial indexes lack those.

create index commission_deliveries_commission on commission_deliveries (commission_id, created_at, number);
