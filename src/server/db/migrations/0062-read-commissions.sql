-- One commission is read with all of its deliveries, refused and removed ones as well: the partial indexes lack those.
create index commission_deliveries_commission on commission_deliveries (commission_id, created_at, number);

-- The own ones are counted by their statuses, and listed in an order that no index has.
drop index commissions_customer, commissions_artist;
create index commissions_customer on commissions (customer_id, status);
create index commissions_artist on commissions (artist_id, status);
