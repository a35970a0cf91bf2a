-- What an artist wishes, and what is so: an artist whose places are all taken is not available, and becomes available
-- again by itself. Lists, filters and their indexes read `takes_commissions`, which is kept by the database.

alter table artists rename column takes_commissions to wants_commissions;
alter table artists
  -- As many commissions as take one of the places (openWorkStatuses in rules/commission-process.ts).
  add column open_commissions integer not null default 0 check (open_commissions >= 0);
alter table artists
  add column takes_commissions boolean not null generated always as (
    wants_commissions and open_commissions < commission_places
  ) stored;

drop index artists_rating, artists_popularity, artists_commission_price, artists_commissions, artists_tracks,
  artists_followers, artists_reviews, artists_joined, artists_online;
create index artists_rating on artists (rating_rank desc, artist_id desc)
  include (last_online_on, takes_commissions, commissions) where is_listed;
create index artists_popularity on artists (popularity desc, artist_id desc)
  include (last_online_on, takes_commissions, commissions) where is_listed;
create index artists_commission_price on artists (commission_price_pence, artist_id)
  include (last_online_on, takes_commissions, commissions) where is_listed;
create index artists_commissions on artists (commissions desc, artist_id desc)
  include (last_online_on, takes_commissions) where is_listed;
create index artists_tracks on artists (tracks desc, artist_id desc)
  include (last_online_on, takes_commissions, commissions) where is_listed;
create index artists_followers on artists (followers desc, artist_id desc)
  include (last_online_on, takes_commissions, commissions) where is_listed;
create index artists_reviews on artists (reviews desc, artist_id desc)
  include (last_online_on, takes_commissions, commissions) where is_listed;
create index artists_joined on artists (joined_at desc, artist_id desc)
  include (last_online_on, takes_commissions, commissions) where is_listed;
create index artists_online on artists (last_online_on, artist_id)
  include (takes_commissions, commissions) where is_listed;

-- As in 0033, of the column with the fact.
drop trigger changed_artists_are_named on artists;
create trigger changed_artists_are_named after update on artists
  for each row when (
    (
      old.is_listed, old.last_online_on, old.takes_commissions, old.commissions, old.commission_price_pence,
      old.rating_rank, old.popularity, old.tracks, old.followers, old.reviews, old.joined_at, old.words
    ) is distinct from (
      new.is_listed, new.last_online_on, new.takes_commissions, new.commissions, new.commission_price_pence,
      new.rating_rank, new.popularity, new.tracks, new.followers, new.reviews, new.joined_at, new.words
    )
  ) execute function keep_artist_names();

-- The next moment at which a party is reminded (rules/commission-reminders.ts).
alter table commissions add column remind_at timestamptz;
create index commissions_remind_at on commissions (remind_at) where remind_at is not null;
-- Held or owed, and not settled: the admins are told of the oldest ones.
create index commissions_unsettled on commissions (paid_at)
  where status in ('in_progress', 'delivered', 'approved', 'cron_pending');
create index commission_disputes_unanswered on commission_disputes (answer_by)
  where status = 'open' and unanswered_at is null;

alter table commission_steps
  add constraint commission_steps_from_status_check check (
    from_status in (
      'pending_artist', 'requested', 'accepted', 'in_progress', 'delivered', 'approved', 'cron_pending', 'completed',
      'cancelled', 'rejected_by_artist'
    )
  ),
  add constraint commission_steps_to_status_check check (
    to_status in (
      'pending_artist', 'requested', 'accepted', 'in_progress', 'delivered', 'approved', 'cron_pending', 'completed',
      'cancelled', 'rejected_by_artist'
    )
  );

-- As of an upload: a file is smaller than two gigabytes.
alter table commission_deliveries alter column bytes_received type integer;
