-- What the catalogue filters, sorts and searches by: sales and popularity in a narrow table, facets, the song.

-- What a track has sold, and its popularity: the changes of every purchase, download and play stay in this narrow table.
create table track_statistics (
  track_id uuid primary key references tracks on delete cascade,
  purchases integer not null default 0,
  downloads integer not null default 0,
  plays integer not null default 0,
  popularity double precision not null default 0,
  -- There was activity since the popularity was computed.
  stale boolean not null default true
);
create index track_statistics_stale on track_statistics (track_id) where stale;

-- Purchases ×5, downloads ×1, plays ×0.1, with a half-life of 90 days. An activity's weight does not shrink with its age;
-- instead every day counts more than the day before, so that the order is the same and no quiet track has to be touched.
-- Volatile: it reads what was committed up to the moment at which the caller has locked the track's statistics.
create function popularity_of(track uuid) returns double precision language sql volatile as $$
  select coalesce(
    sum((purchases * 5 + downloads + plays * 0.1) * power(2::double precision, (day - date '2020-01-01') / 90.0) order by day),
    0
  )
  from track_activity where track_id = track
$$;

insert into track_statistics (track_id, purchases, downloads, plays, popularity, stale)
select id, purchase_count, download_count,
  coalesce((select sum(plays) from track_activity where track_id = tracks.id), 0), popularity_of(id), false
from tracks
where purchase_count > 0 or download_count > 0 or exists (select from track_activity where track_id = tracks.id);

drop index tracks_popularity, tracks_newest, tracks_rating, tracks_price, tracks_search;
alter table tracks
  drop column popularity,
  drop column purchase_count,
  drop column download_count,
  drop column search_vector,
  -- An internal mark (D-075).
  add column quality_validated boolean not null default true,
  -- What filters ask for, packed (rules/track-facets.ts).
  add column facets integer,
  -- The title and the original artist in plain words: the same for all versions of a song.
  add column song text;

-- As rules/search-words.ts, whatever the database's locale. It differs in scripts other than Latin, Greek, Cyrillic and
-- Japanese, of which it keeps marks and punctuation.
create function plain_words(text text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(
    replace(replace(replace(replace(translate(
      lower(
        regexp_replace(
          normalize(replace(text, '´', ''), nfkd),
          '[\u00ad\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff'
            '\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
          '', 'g'
        ) collate "und-x-icu"
      ),
      'øłđðı''’‘`ʼʻ′', 'olddi'
    ), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th') collate "und-x-icu",
    '[^[:alnum:]\u0483-\u1fff]+', ' ', 'g'
  ))
$$;

-- Existing tracks get what the one writer computes for new ones; where the words differ, the next rebuild corrects them.
create function pg_temp.code(value text, variadic choices text[]) returns integer language sql immutable as $$
  select coalesce(array_position(choices, value), 0)
$$;
create temporary table codes on commit drop as
select id,
  pg_temp.code(genre, 'Pop', 'Rock', 'Folk', 'Jazz', 'Classical', 'Musical Theatre', 'Country', 'Other') as g,
  pg_temp.code(
    vocal_range,
    'Soprano', 'Mezzo-Soprano', 'Alto', 'Contralto', 'Countertenor', 'Tenor', 'Baritone', 'Bass'
  ) as v,
  case
    when vocal_range in ('Soprano', 'Mezzo-Soprano', 'Alto', 'Contralto') then 1
    when vocal_range in ('Countertenor', 'Tenor', 'Baritone', 'Bass') then 2
    else 0
  end as s,
  pg_temp.code(format, 'Backing Track', 'Jam Track', 'Acoustic Instrumental Version') as t,
  pg_temp.code(instrumentation, 'Acoustic Guitar', 'Piano', 'Full Arrangement Track', 'Other') as i,
  coalesce(
    1 + (
      case upper(key[1]) when 'C' then 12 when 'D' then 14 when 'E' then 16 when 'F' then 17 when 'G' then 19
        when 'A' then 21 when 'B' then 23 end
      + case when key[2] in ('#', '♯') then 1 when key[2] in ('b', '♭') then -1 else 0 end
    ) % 12,
    0
  ) as k,
  coalesce(key[3] = 'm', false)::integer as m,
  coalesce(key[3] = '', false)::integer as j,
  is_higher::integer as h,
  is_lower::integer as l,
  (is_higher or is_lower)::integer as x,
  1 as q
from tracks
left join lateral regexp_match(key_signature, '^\s*([A-Ga-g])([b#♭♯]?)(m?)\s*$') as key on true;

update tracks
set facets = g | (v << 4) | (s << 8) | (t << 10) | (i << 13) | (k << 16) | (m << 20) | (h << 21) | (l << 22) | (x << 23)
    | (q << 24) | (j << 28),
  song = coalesce(nullif(plain_words(title), ''), title) || ' / '
    || coalesce(nullif(plain_words(original_artist), ''), original_artist),
  search_text = concat_ws(' ', nullif(search_text, ''), (
    select string_agg('#' || key || value, ' ') from json_each_text(row_to_json(codes)) where key <> 'id' and value <> '0'
  ))
from codes
where codes.id = tracks.id;

alter table tracks alter column facets set not null, alter column song set not null;
