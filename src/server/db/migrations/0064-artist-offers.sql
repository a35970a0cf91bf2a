-- Offers: what an artist records at a price of its own, beside the plain price of a custom track.

create table artist_offers (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  -- The artist's order. As each place is taken once, these are all offers that an artist can have (mostOffers in
  -- rules/artists/offers.ts).
  position integer not null check (position between 1 and 8),
  title text not null,
  description text not null,
  -- What the artist receives.
  artist_pence integer not null check (artist_pence > 0),
  delivery_days integer not null check (delivery_days > 0),
  fits text not null constraint artist_offers_fits_check check (fits in ('any', 'another_key')),
  is_on boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- At the end of the transaction, so that offers can change places.
  constraint artist_offers_have_an_order unique (artist_id, position) deferrable initially deferred
);

-- Of the artist's list of offers: a page that shows an older list must not replace it.
alter table artists add column offers_version integer not null default 0;

-- The title is that of the moment of the request, like the price; it stays when the artist removes the offer.
alter table commissions
  add column offer_id uuid references artist_offers on delete set null,
  add column offer_title text;
alter table commissions
  add constraint commissions_offers_have_a_title check (offer_id is null or offer_title is not null);
create index commissions_offer on commissions (offer_id) where offer_id is not null;
