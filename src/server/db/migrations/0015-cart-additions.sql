-- Serialises a customer's transactions, like accounts/customer-lock.ts, and returns what an addition to the cart depends on.
-- A function, because each of its statements sees what was committed before that statement: a query that waits for the
-- lock itself still sees the cart from before it waited.
create function lock_cart(customer uuid, track uuid, out items integer, out is_owned boolean)
language plpgsql as $$
begin
  perform from users where users.id = customer for no key update;
  select count(*) into items from cart_items where cart_items.customer_id = customer;
  is_owned := exists (
    select from entitlements
    where entitlements.user_id = customer and entitlements.track_id = track
  );
end
$$;
