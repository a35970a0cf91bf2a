-- The own ones are counted by their statuses, and listed in an order that no index has.

drop index commissions_customer, commissions_artist;
create index commissions_customer on commissions (customer_id, status);
create index commissions_artist on commissions (artist_id, status);
