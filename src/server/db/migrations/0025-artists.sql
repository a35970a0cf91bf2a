-- Artists as others see them: a profile, followers and reviews. One row for each artist account holds what the list of
-- artists shows, sorts and filters by; the writes keep it, in their own transaction.

create table artists (
  artist_id uuid primary key references users on delete cascade,
  about text,
  instrument text,
  youtube_url text,
  commission_price_pence integer check (commission_price_pence > 0),
  takes_commissions boolean not null default false,
  -- The artist's promise; null until the artist makes one.
  delivery_days integer check (delivery_days between 1 and 365),
  followers integer not null default 0 check (followers >= 0),
  reviews integer not null default 0 check (reviews >= 0),
  -- Completed ones.
  commissions integer not null default 0 check (commissions >= 0),
  -- Of their completed commissions; null without one.
  average_completion_hours real,
  -- Not withdrawn ones.
  tracks integer not null default 0 check (tracks >= 0),
  -- Of all their tracks.
  rating_count integer not null default 0,
  rating_sum integer not null default 0,
  -- As of a track (0002); 0 without a rating, which is below every rating.
  rating_rank real not null generated always as (
    case when rating_count = 0 then 0 else (rating_sum + 20)::real / (rating_count + 5) end
  ) stored,
  popularity double precision not null default 0,
  joined_at timestamptz not null,
  last_online_at timestamptz,
  last_online_on date generated always as ((last_online_at at time zone 'UTC')::date) stored,
  -- The display name and the username in plain words.
  name text not null,
  words tsvector not null,
  -- Not banned, and still an artist.
  is_listed boolean not null,
  check (not takes_commissions or commission_price_pence is not null)
);

create table follows (
  follower_id uuid not null references users on delete cascade,
  artist_id uuid not null references artists on delete cascade,
  followed_at timestamptz not null default now(),
  primary key (follower_id, artist_id),
  check (follower_id <> artist_id)
);
create index follows_artist on follows (artist_id, followed_at desc, follower_id);

-- A review stays when its author's account is deleted.
create table reviews (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  author_id uuid references users on delete set null,
  text text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  answer text,
  answered_at timestamptz,
  check (author_id <> artist_id),
  check ((answer is null) = (answered_at is null))
);
create index reviews_artist on reviews (artist_id, created_at desc, id desc);
create index reviews_author on reviews (author_id, artist_id);

-- The words of artists' names, with the spellings that a mistyped word is found by (0016). Words are never removed: a
-- correction that no artist has finds none.
create table artist_words (word text primary key, forms text[] not null);

-- The number of listed artists for each combination of what the list is filtered by.
create table artist_counts (
  -- '-infinity' for artists who have never been online.
  online_on date not null,
  takes_commissions boolean not null,
  commissions integer not null,
  artists integer not null,
  primary key (online_on, takes_commissions, commissions)
);

-- Commissions are counted by the choices of the filter (rules/artists/artist-search.ts).
create function commissions_step(commissions integer) returns integer language sql immutable parallel safe as $$
  select case
    when commissions >= 50 then 50 when commissions >= 25 then 25 when commissions >= 10 then 10
    when commissions >= 5 then 5 when commissions >= 1 then 1 else 0
  end
$$;

-- Adds rows of changes to the counts, in the order of the keys: two such statements never wait for each other in a circle.
create function count_artists(changed artist_counts[]) returns void language sql as $$
  insert into artist_counts
  select online_on, takes_commissions, commissions, sum(artists)
  from unnest(changed) group by 1, 2, 3 having sum(artists) <> 0 order by 1, 2, 3
  on conflict (online_on, takes_commissions, commissions)
  do update set artists = artist_counts.artists + excluded.artists
$$;

create function artist_count(artist artists, change integer) returns artist_counts language sql immutable as $$
  select row(
    coalesce(artist.last_online_on, '-infinity'), artist.takes_commissions,
    commissions_step(artist.commissions), change
  )::artist_counts
$$;

create function count_changed_artists() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_artists(array(select artist_count(row.*::artists, 1) from new_rows as row where is_listed));
  elsif tg_op = 'DELETE' then
    perform count_artists(array(select artist_count(row.*::artists, -1) from old_rows as row where is_listed));
  else
    perform count_artists(array(
      select artist_count(row.*::artists, 1) from new_rows as row where is_listed
      union all
      select artist_count(row.*::artists, -1) from old_rows as row where is_listed
    ));
  end if;
  return null;
end $$;
create trigger new_artists_are_counted after insert on artists
  referencing new table as new_rows for each statement execute function count_changed_artists();
create trigger removed_artists_are_counted_out after delete on artists
  referencing old table as old_rows for each statement execute function count_changed_artists();
create trigger changed_artists_are_counted_again after update on artists
  referencing old table as old_rows new table as new_rows for each statement execute function count_changed_artists();

create function spell_artist_words() returns trigger language plpgsql as $$
begin
  insert into artist_words
  select word, spelling_forms(word)
  from (select distinct unnest(tsvector_to_array(words)) as word from new_rows) named
  order by word
  on conflict do nothing;
  return null;
end $$;
create trigger new_artists_are_spelled after insert on artists
  referencing new table as new_rows for each statement execute function spell_artist_words();
-- Beside the counting: a trigger with transition tables cannot be limited to columns.
create function spell_renamed_artists() returns trigger language plpgsql as $$
begin
  insert into artist_words
  select word, spelling_forms(word)
  from (
    select distinct unnest(tsvector_to_array(new_rows.words)) as word
    from new_rows join old_rows using (artist_id) where new_rows.words <> old_rows.words
  ) named
  order by word
  on conflict do nothing;
  return null;
end $$;
create trigger renamed_artists_are_spelled after update on artists
  referencing old table as old_rows new table as new_rows for each statement execute function spell_renamed_artists();

-- An account that becomes an artist stays one; a ban hides it.
create function make_artists(users users[]) returns void language sql as $$
  insert into artists (
    artist_id, tracks, rating_count, rating_sum, popularity, joined_at, name, words, is_listed
  )
  select users.id, coalesce(own.tracks, 0), coalesce(own.ratings, 0), coalesce(own.stars, 0),
    coalesce(suggested_artists.popularity, 0), users.created_at, plain_words(coalesce(display_name, username)),
    words_vector(plain_words(concat_ws(' ', display_name, username))), not banned
  from unnest(users) as users
  left join lateral (
    select count(*) filter (where withdrawn_at is null) as tracks, sum(rating_count) as ratings, sum(rating_sum) as stars
    from tracks where tracks.artist_id = users.id
  ) own on true
  left join suggested_artists on suggested_artists.artist_id = users.id
  order by users.id
  on conflict do nothing
$$;

create function keep_new_artists() returns trigger language plpgsql as $$
begin
  perform make_artists(array(select row.*::users from new_rows as row where role = 'artist'));
  return null;
end $$;
create trigger new_users_are_kept_as_artists after insert on users
  referencing new table as new_rows for each statement execute function keep_new_artists();

create function keep_artist() returns trigger language plpgsql as $$
declare
  new_name constant text := plain_words(coalesce(new.display_name, new.username));
  new_words constant tsvector := words_vector(plain_words(concat_ws(' ', new.display_name, new.username)));
begin
  if new.role = 'artist' then
    perform make_artists(array[new]);
  end if;
  update artists set name = new_name, words = new_words, is_listed = not new.banned
  where artist_id = new.id and (name, words, is_listed) is distinct from (new_name, new_words, not new.banned);
  return null;
end $$;
-- After the trigger of a ban that hides the tracks: every transaction locks rows of artists after those of track_search.
create trigger users_are_kept_as_artists after update of role, banned, username, display_name on users
  for each row execute function keep_artist();

-- After the triggers that list the tracks.
create function count_tracks_of_artists() returns trigger language plpgsql as $$
declare
  artist_changes jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_agg(changed) into artist_changes from (
      select artist_id, count(*) filter (where withdrawn_at is null) as tracks, sum(rating_count) as ratings,
        sum(rating_sum) as stars
      from new_rows group by artist_id
    ) changed;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(changed) into artist_changes from (
      select artist_id, -count(*) filter (where withdrawn_at is null) as tracks, -sum(rating_count) as ratings,
        -sum(rating_sum) as stars
      from old_rows group by artist_id
    ) changed;
  else
    select jsonb_agg(changed) into artist_changes from (
      select artist_id, sum(listed) as tracks, sum(ratings) as ratings, sum(stars) as stars
      from (
        select artist_id, (withdrawn_at is null)::integer as listed, rating_count as ratings, rating_sum as stars
        from new_rows
        union all
        select artist_id, -(withdrawn_at is null)::integer, -rating_count, -rating_sum from old_rows
      ) versions
      group by artist_id
      having sum(listed) <> 0 or sum(ratings) <> 0 or sum(stars) <> 0
    ) changed;
  end if;
  if artist_changes is null then return null; end if;
  perform from artists
  where artist_id in (select (change ->> 'artist_id')::uuid from jsonb_array_elements(artist_changes) as change)
  order by artist_id for no key update;
  update artists
  set tracks = artists.tracks + changed.tracks, rating_count = artists.rating_count + changed.ratings,
    rating_sum = artists.rating_sum + changed.stars
  from jsonb_to_recordset(artist_changes) as changed (artist_id uuid, tracks integer, ratings integer, stars integer)
  where artists.artist_id = changed.artist_id;
  return null;
end $$;
create trigger tracks_are_counted_in after insert on tracks
  referencing new table as new_rows for each statement execute function count_tracks_of_artists();
create trigger tracks_are_counted_out after delete on tracks
  referencing old table as old_rows for each statement execute function count_tracks_of_artists();
create trigger tracks_are_counted_again after update on tracks
  referencing old table as old_rows new table as new_rows for each statement execute function count_tracks_of_artists();

-- Followers and reviews are counted one way for both tables.
create function count_for_artists() returns trigger language plpgsql as $$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  ids uuid[];
begin
  select array_agg(artist_id order by artist_id) into ids from changed_rows;
  if ids is null then return null; end if;
  perform from artists where artist_id = any(ids) order by artist_id for no key update;
  update artists
  set followers = followers + case tg_table_name when 'follows' then step * changed.rows else 0 end,
    reviews = reviews + case tg_table_name when 'reviews' then step * changed.rows else 0 end
  from (select artist_id, count(*)::integer as rows from unnest(ids) as artist_id group by artist_id) changed
  where artists.artist_id = changed.artist_id;
  return null;
end $$;
create trigger follows_are_counted_in after insert on follows
  referencing new table as changed_rows for each statement execute function count_for_artists();
create trigger follows_are_counted_out after delete on follows
  referencing old table as changed_rows for each statement execute function count_for_artists();
create trigger reviews_are_counted_in after insert on reviews
  referencing new table as changed_rows for each statement execute function count_for_artists();
create trigger reviews_are_counted_out after delete on reviews
  referencing old table as changed_rows for each statement execute function count_for_artists();

-- Existing artists, also those who are admins now.
select make_artists(array(
  select row.*::users from users as row
  where role = 'artist' or exists (select from tracks where artist_id = row.id)
));

-- A walk along an order tests the filters inside the index.
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
create index artists_words on artists using gin (words);
create index artist_words_forms on artist_words using gin (forms);
