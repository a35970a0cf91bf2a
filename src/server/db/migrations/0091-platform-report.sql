-- What the platform reports of artists for a calendar year in London. Everything counts in the quarter in which it is booked:
-- a nightly job writes the quarters that can still change, and those that have ended stay as they are.

create table platform_report_quarters (
  year smallint not null check (year between 2000 and 2099),
  quarter smallint not null check (quarter between 1 and 4),
  artist_id uuid not null references users,
  kind text not null check (kind in ('track', 'commission')),
  -- Of which the artist was credited something.
  sales integer not null check (sales >= 0),
  credited_pence bigint not null check (credited_pence >= 0),
  -- By refunds and lost disputes, less what was given back to the artist: below zero where a dispute was won after all.
  taken_back_pence bigint not null,
  -- What the platform has withheld, less its part of refunds.
  fee_pence bigint not null,
  primary key (year, artist_id, quarter, kind)
);
create index platform_report_quarters_of_all on platform_report_quarters (year, quarter);

-- The sums of each year, in the order in which admins read them: those that are paid for services first.
create table platform_report_years (
  year smallint not null check (year between 2000 and 2099),
  artist_id uuid not null references users,
  service_sales integer not null check (service_sales >= 0),
  -- What was credited, less what was taken back.
  service_pence bigint not null,
  service_fee_pence bigint not null,
  licence_sales integer not null check (licence_sales >= 0),
  licence_pence bigint not null,
  licence_fee_pence bigint not null,
  primary key (year, artist_id)
);
create index platform_report_years_listed on platform_report_years (
  year, (service_sales > 0) desc, service_pence desc, licence_pence desc, artist_id
);

-- What was given back in a quarter, or since.
create index refunds_given_back_at on refunds (created_at) where cause = 'given_back';
