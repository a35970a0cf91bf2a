-- Flags of words: a review, a comment or an artist's profile is reported into the same queue as a track, by the same
-- process (rules/moderation/flag-process.ts).

-- Since when nobody but its author reads it, because a report was upheld.
alter table reviews add column taken_down_at timestamptz;
alter table comments add column taken_down_at timestamptz;

alter table flags
  alter column track_id drop not null,
  add column subject_kind text not null default 'track'
    constraint flags_subject_kind_check check (subject_kind in ('track', 'review', 'comment', 'profile')),
  -- Whoever wrote words may delete them: the report stays, with its copy of them.
  add column review_id uuid references reviews on delete set null,
  add column comment_id uuid references comments on delete set null,
  add column profile_id uuid references artists on delete cascade,
  -- The same, also of words that are deleted.
  add column subject_id uuid,
  -- The artist of the track or profile, or whoever wrote the words. Null once the account is deleted.
  add column author_id uuid references users on delete set null;
alter table flags alter column subject_kind drop default;

update flags set subject_id = track_id, author_id = artist_id from tracks where tracks.id = track_id;

alter table flags
  alter column subject_id set not null,
  drop constraint flags_type_check,
  add constraint flags_type_check check (
    type in ('copyright', 'dmca', 'abuse', 'spam', 'false', 'personal', 'other')
  ),
  add constraint flags_type_of_subject check (
    type = 'other' or (subject_kind = 'track') = (type in ('copyright', 'dmca'))
  ),
  add constraint flags_subject_check check (
    coalesce(track_id, review_id, comment_id, profile_id) = subject_id
  ),
  add constraint flags_one_subject check (
    case subject_kind
      when 'track' then track_id is not null and num_nonnulls(review_id, comment_id, profile_id) = 0
      when 'review' then num_nonnulls(track_id, comment_id, profile_id) = 0
      when 'comment' then num_nonnulls(track_id, review_id, profile_id) = 0
      when 'profile' then profile_id is not null and num_nonnulls(track_id, review_id, comment_id) = 0
    end
  );

drop index flags_open;
create unique index flags_open on flags (reporter_id, subject_id) where status in ('new', 'reviewing');
drop index flags_track;
create index flags_subject on flags (subject_id);
create index flags_author on flags (author_id, decided_at desc);
-- For the deletion of what they refer to.
create index flags_review on flags (review_id) where review_id is not null;
create index flags_comment on flags (comment_id) where comment_id is not null;
create index flags_profile on flags (profile_id) where profile_id is not null;

-- A review that is taken down was counted out by the command that took it down (server/reviews/taken-down-reviews.ts):
-- its deletion counts nothing.
create or replace function count_for_artists() returns trigger language plpgsql as $$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  ids uuid[];
begin
  if tg_table_name = 'reviews' then
    select array_agg(artist_id order by artist_id) into ids from changed_rows where taken_down_at is null;
  else
    select array_agg(artist_id order by artist_id) into ids from changed_rows;
  end if;
  if ids is null then return null; end if;
  perform from artists where artist_id = any(ids) order by artist_id for no key update;
  update artists
  set followers = followers + case tg_table_name when 'follows' then step * changed.rows else 0 end,
    reviews = reviews + case tg_table_name when 'reviews' then step * changed.rows else 0 end
  from (select artist_id, count(*)::integer as rows from unnest(ids) as artist_id group by artist_id) changed
  where artists.artist_id = changed.artist_id;
  return null;
end $$;
