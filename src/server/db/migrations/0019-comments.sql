-- Ratings and comments that their authors change, and pages that are told of each change, also by a deleted account.

alter table comments add column edited_at timestamptz;
-- An account that is deleted finds its ratings and comments by them, and so does its owner.
create index comments_user on comments (user_id, track_id);
create index ratings_user on ratings (user_id);

drop trigger ratings_are_counted on ratings;
drop function count_rating();

-- By statement and in the order of the ids, the tracks before their rows in the catalogue: the ratings of a deleted account
-- are counted out together, and two such transactions never wait for each other.
create function change_ratings(ids uuid[], counts bigint[], sums bigint[]) returns void language plpgsql as $$
begin
  perform from tracks where id = any(ids) order by id for no key update;
  perform from track_search where track_id = any(ids) order by track_id for no key update;
  update tracks
  set rating_count = rating_count + change.count, rating_sum = rating_sum + change.sum
  from unnest(ids, counts, sums) as change (track_id, count, sum)
  where tracks.id = change.track_id;
  update track_search set rating = coalesce(tracks.rating_rank, 0)
  from tracks
  where tracks.id = any(ids) and track_search.track_id = tracks.id
    and track_search.rating <> coalesce(tracks.rating_rank, 0);
  perform pg_notify('site_events', json_build_object('name', 'ratingsChanged', 'trackId', id)::text)
  from unnest(ids) as id;
end $$;

create function count_ratings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform change_ratings(array_agg(track_id), array_agg(count), array_agg(sum))
    from (select track_id, count(*), sum(stars) from new_rows group by track_id) changes
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform change_ratings(array_agg(track_id), array_agg(-count), array_agg(-sum))
    from (select track_id, count(*), sum(stars) from old_rows group by track_id) changes
    having count(*) > 0;
  else
    perform change_ratings(array_agg(track_id), array_agg(count), array_agg(sum))
    from (
      select track_id, sum(rated) as count, sum(stars) as sum
      from (
        select track_id, 1 as rated, stars from new_rows
        union all
        select track_id, -1, -stars from old_rows
      ) both_versions
      group by track_id
    ) changes
    having count(*) > 0;
  end if;
  return null;
end $$;
create trigger ratings_are_counted_in after insert on ratings
  referencing new table as new_rows for each statement execute function count_ratings();
create trigger ratings_are_counted_out after delete on ratings
  referencing old table as old_rows for each statement execute function count_ratings();
create trigger ratings_are_counted_again after update on ratings
  referencing old table as old_rows new table as new_rows for each statement execute function count_ratings();

create function announce_comments() returns trigger language plpgsql as $$
begin
  perform pg_notify('site_events', json_build_object('name', 'ratingsChanged', 'trackId', track_id)::text)
  from (select distinct track_id from changed_rows) changed;
  return null;
end $$;
create trigger new_comments_are_announced after insert on comments
  referencing new table as changed_rows for each statement execute function announce_comments();
create trigger changed_comments_are_announced after update on comments
  referencing new table as changed_rows for each statement execute function announce_comments();
create trigger deleted_comments_are_announced after delete on comments
  referencing old table as changed_rows for each statement execute function announce_comments();
