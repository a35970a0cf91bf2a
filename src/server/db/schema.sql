-- The database as all migrations together have made it. Written by `npm run schema`, never by hand; a test proves
-- that it equals the migrated database, and that it creates the same one. The app itself runs only the migrations.

set check_function_bodies = off;

create extension if not exists pg_trgm;

CREATE OR REPLACE FUNCTION public.plain_words(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
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
$function$;

create table admin_actions (
  id bigint generated always as identity not null,
  acted_at timestamp with time zone default now() not null,
  admin_id uuid not null,
  action text not null,
  subject_kind text not null,
  subject_id uuid not null,
  reason text,
  details jsonb default '{}'::jsonb not null,
  note text,
  constraint admin_actions_pkey PRIMARY KEY (id),
  constraint admin_actions_note_check CHECK (length(note) >= 1 AND length(note) <= 1000),
  constraint admin_actions_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500),
  constraint admin_actions_words CHECK (reason IS NOT NULL OR note IS NOT NULL)
);

create table artist_counts (
  online_on date not null,
  takes_commissions boolean not null,
  commissions integer not null,
  artists integer not null,
  constraint artist_counts_pkey PRIMARY KEY (online_on, takes_commissions, commissions)
);

create table artist_words (
  word text not null,
  constraint artist_words_pkey PRIMARY KEY (word)
);

create table facet_changes (
  facets integer not null,
  change integer not null
);

create table facet_counts (
  facets integer not null,
  tracks integer not null,
  constraint facet_counts_pkey PRIMARY KEY (facets)
);

create table job_workers (
  worker_id text not null,
  connections text not null,
  noted_at timestamp with time zone default now() not null,
  constraint job_workers_pkey PRIMARY KEY (worker_id)
);

create table lexicon_changes (
  word text not null,
  change integer not null
);

create table mails (
  id uuid not null,
  about text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  unsubscribe_url text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_about_key UNIQUE (about)
);

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table order_changes (
  noted_at timestamp with time zone default now() not null
);

create table page_fences (
  sort text not null,
  "position" integer not null,
  track_id uuid not null,
  constraint page_fences_pkey PRIMARY KEY (sort, "position")
);

create table payment_events (
  id text not null,
  type text not null,
  received_at timestamp with time zone default now() not null,
  processed_at timestamp with time zone,
  about text,
  is_of_other_mode boolean default false not null,
  constraint payment_events_pkey PRIMARY KEY (id)
);

create table rate_limits (
  id uuid default gen_random_uuid() not null,
  key text not null,
  count integer not null,
  last_request bigint not null,
  constraint rate_limits_pkey PRIMARY KEY (id),
  constraint rate_limits_key_key UNIQUE (key)
);

create table receipt_counter (
  is_only_row boolean default true not null,
  last_serial integer default 0 not null,
  constraint receipt_counter_pkey PRIMARY KEY (is_only_row),
  constraint receipt_counter_is_only_row_check CHECK (is_only_row)
);

create table search_generation (
  singleton boolean default true not null,
  generation bigint not null,
  constraint search_generation_pkey PRIMARY KEY (singleton),
  constraint search_generation_singleton_check CHECK (singleton)
);

create table search_lexicon (
  word text not null,
  df integer default 0 not null,
  constraint search_lexicon_pkey PRIMARY KEY (word)
);

create table search_spellings (
  word text not null,
  sound text not null,
  forms text[] not null,
  constraint search_spellings_pkey PRIMARY KEY (word)
);

create table site_facts (
  name text not null,
  value text not null,
  noted_at timestamp with time zone default now() not null,
  constraint site_facts_pkey PRIMARY KEY (name)
);

create table suggested_artists (
  artist_id uuid not null,
  name text not null,
  words tsvector not null,
  popularity double precision not null,
  constraint suggested_artists_pkey PRIMARY KEY (artist_id)
);

create table suggested_songs (
  song uuid not null,
  track_id uuid not null,
  title text not null,
  words tsvector not null,
  popularity double precision not null,
  constraint suggested_songs_pkey PRIMARY KEY (song)
);

create table users (
  id uuid default gen_random_uuid() not null,
  email text not null,
  email_verified boolean default false not null,
  username text not null,
  avatar text,
  role text default 'customer'::text not null,
  banned boolean default false not null,
  is_demo boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  username_key text,
  display_name text,
  two_factor_enabled boolean default false not null,
  deleted_at timestamp with time zone,
  display_name_key text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_display_name_check CHECK (display_name = btrim(display_name) AND length(display_name) >= 1 AND length(display_name) <= 60),
  constraint users_role_check CHECK (role = ANY (ARRAY['customer'::text, 'artist'::text, 'admin'::text]))
);

create table account_searches (
  user_id uuid not null,
  key_number integer not null,
  next_page text,
  constraint account_searches_pkey PRIMARY KEY (user_id),
  constraint account_searches_key_number_check CHECK (key_number > 0),
  constraint account_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table artists (
  artist_id uuid not null,
  about text,
  instrument text,
  youtube_url text,
  commission_price_pence integer,
  wants_commissions boolean default false not null,
  delivery_days integer,
  followers integer default 0 not null,
  reviews integer default 0 not null,
  commissions integer default 0 not null,
  average_completion_hours real,
  tracks integer default 0 not null,
  rating_count integer default 0 not null,
  rating_sum integer default 0 not null,
  rating_rank real generated always as (
CASE
    WHEN (rating_count = 0) THEN (0)::double precision
    ELSE (((rating_sum + 20))::real / ((rating_count + 5))::double precision)
END) stored not null,
  popularity double precision default 0 not null,
  joined_at timestamp with time zone not null,
  last_online_at timestamp with time zone,
  last_online_on date generated always as (((last_online_at AT TIME ZONE 'UTC'::text))::date) stored,
  name text not null,
  words tsvector not null,
  is_listed boolean not null,
  commission_places integer default 5 not null,
  included_revisions integer default 2 not null,
  open_commissions integer default 0 not null,
  takes_commissions boolean generated always as ((wants_commissions AND (open_commissions < commission_places))) stored not null,
  constraint artists_pkey PRIMARY KEY (artist_id),
  constraint artists_check CHECK (NOT wants_commissions OR commission_price_pence IS NOT NULL),
  constraint artists_commission_places_check CHECK (commission_places >= 1 AND commission_places <= 20),
  constraint artists_commission_price_pence_check CHECK (commission_price_pence > 0),
  constraint artists_commissions_check CHECK (commissions >= 0),
  constraint artists_delivery_days_check CHECK (delivery_days >= 1 AND delivery_days <= 365),
  constraint artists_followers_check CHECK (followers >= 0),
  constraint artists_included_revisions_check CHECK (included_revisions >= 1 AND included_revisions <= 5),
  constraint artists_open_commissions_check CHECK (open_commissions >= 0),
  constraint artists_reviews_check CHECK (reviews >= 0),
  constraint artists_tracks_check CHECK (tracks >= 0),
  constraint artists_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id) ON DELETE CASCADE
);

create table artist_examples (
  id uuid not null,
  artist_id uuid not null,
  description text not null,
  file_name text not null,
  "position" integer not null,
  status text default 'waiting'::text not null,
  storage_key text,
  bytes integer,
  duration_ms integer,
  refusal_code text,
  created_at timestamp with time zone default now() not null,
  constraint artist_examples_pkey PRIMARY KEY (id),
  constraint artist_examples_order UNIQUE (artist_id, "position") DEFERRABLE,
  constraint artist_examples_storage_key_key UNIQUE (storage_key),
  constraint artist_examples_bytes_check CHECK (bytes > 0),
  constraint artist_examples_check CHECK ((status = 'refused'::text) = (storage_key IS NULL)),
  constraint artist_examples_check1 CHECK ((status = 'ready'::text) = (duration_ms IS NOT NULL)),
  constraint artist_examples_check2 CHECK ((status = 'refused'::text) = (refusal_code IS NOT NULL)),
  constraint artist_examples_duration_ms_check CHECK (duration_ms > 0),
  constraint artist_examples_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'ready'::text, 'refused'::text])),
  constraint artist_examples_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(artist_id) ON DELETE CASCADE
);

create table artist_names (
  artist_id uuid not null,
  last_online_on date,
  takes_commissions boolean not null,
  commissions integer not null,
  commission_price_pence integer,
  rating_rank real not null,
  popularity double precision not null,
  tracks integer not null,
  followers integer not null,
  reviews integer not null,
  joined_at timestamp with time zone not null,
  words tsvector not null,
  constraint artist_names_pkey PRIMARY KEY (artist_id),
  constraint artist_names_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(artist_id) ON DELETE CASCADE
);

create table contact_messages (
  id uuid not null,
  sent_at timestamp with time zone default now() not null,
  user_id uuid,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  status text default 'new'::text not null,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_status_check CHECK (status = ANY (ARRAY['new'::text, 'answered'::text, 'closed'::text])),
  constraint contact_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table contact_answers (
  id uuid not null,
  message_id uuid not null,
  text text not null,
  sent_at timestamp with time zone default now() not null,
  constraint contact_answers_pkey PRIMARY KEY (id),
  constraint contact_answers_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE CASCADE
);

create table credentials (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  scope text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint credentials_pkey PRIMARY KEY (id),
  constraint credentials_provider_id_account_id_key UNIQUE (provider_id, account_id),
  constraint credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table email_links (
  token_hash bytea not null,
  kind text not null,
  user_id uuid not null,
  email text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint email_links_pkey PRIMARY KEY (token_hash),
  constraint email_links_kind_check CHECK (kind = ANY (ARRAY['verify_email'::text, 'change_email'::text, 'reset_password'::text])),
  constraint email_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table follows (
  follower_id uuid not null,
  artist_id uuid not null,
  followed_at timestamp with time zone default now() not null,
  constraint follows_pkey PRIMARY KEY (follower_id, artist_id),
  constraint follows_check CHECK (follower_id <> artist_id),
  constraint follows_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(artist_id) ON DELETE CASCADE,
  constraint follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES users(id) ON DELETE CASCADE
);

create table licence_documents (
  id uuid not null,
  artist_id uuid not null,
  storage_key text not null,
  media_type text not null,
  bytes integer not null,
  sha256 text not null,
  created_at timestamp with time zone default now() not null,
  constraint licence_documents_pkey PRIMARY KEY (id),
  constraint licence_documents_id_artist_id_key UNIQUE (id, artist_id),
  constraint licence_documents_storage_key_key UNIQUE (storage_key),
  constraint licence_documents_bytes_check CHECK (bytes > 0),
  constraint licence_documents_media_type_check CHECK (media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text, 'image/webp'::text])),
  constraint licence_documents_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notification_choices (
  user_id uuid not null,
  kind text not null,
  emails boolean not null,
  constraint notification_choices_pkey PRIMARY KEY (user_id, kind),
  constraint notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table orders (
  id uuid not null,
  customer_id uuid not null,
  status text default 'pending'::text not null,
  total_pence integer not null,
  cart_hash text not null,
  created_at timestamp with time zone default now() not null,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_status_check CHECK (status = ANY (ARRAY['pending'::text, 'paid'::text, 'part_refunded'::text, 'refunded'::text, 'disputed'::text, 'failed'::text, 'expired'::text])),
  constraint orders_total_pence_check CHECK (total_pence >= 30),
  constraint orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id)
);

create table payment_accounts (
  user_id uuid not null,
  provider_account_id text not null,
  payouts_enabled boolean default false not null,
  todo jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  checked_at timestamp with time zone,
  constraint payment_accounts_pkey PRIMARY KEY (user_id),
  constraint payment_accounts_provider_account_id_key UNIQUE (provider_account_id),
  constraint payment_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table payments (
  id uuid not null,
  subject_kind text not null,
  subject_id uuid not null,
  customer_id uuid not null,
  amount_pence integer not null,
  status text default 'open'::text not null,
  checkout_session_id text,
  checkout_url text,
  payment_intent_id text,
  charge_id text,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  paid_at timestamp with time zone,
  problem text,
  card_last4 text,
  purpose text default 'price'::text not null,
  stray_of uuid,
  transferred_pence integer default 0 not null,
  refunded_pence integer default 0 not null,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_charge_id_key UNIQUE (charge_id),
  constraint payments_checkout_session_id_key UNIQUE (checkout_session_id),
  constraint payments_payment_intent_id_key UNIQUE (payment_intent_id),
  constraint payments_amount_pence_check CHECK (amount_pence >= 30),
  constraint payments_owe_at_most_what_was_paid CHECK ((transferred_pence + refunded_pence) <= amount_pence),
  constraint payments_purpose_check CHECK (purpose = 'price'::text),
  constraint payments_refunded_pence_check CHECK (refunded_pence >= 0),
  constraint payments_status_check CHECK (status = ANY (ARRAY['open'::text, 'confirming'::text, 'paid'::text, 'expired'::text, 'failed'::text])),
  constraint payments_subject_kind_check CHECK (subject_kind = ANY (ARRAY['order'::text, 'commission'::text])),
  constraint payments_transferred_pence_check CHECK (transferred_pence >= 0),
  constraint payments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint payments_stray_of_fkey FOREIGN KEY (stray_of) REFERENCES payments(id)
);

create table found_problems (
  kind text not null,
  subject text not null,
  payment_id uuid,
  found_at timestamp with time zone not null,
  constraint found_problems_pkey PRIMARY KEY (kind, subject),
  constraint found_problems_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table ledger_transactions (
  id bigint generated always as identity not null,
  fact text not null,
  payment_id uuid not null,
  booked_at timestamp with time zone default now() not null,
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_fact_key UNIQUE (fact),
  constraint ledger_transactions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table ledger_entries (
  id bigint generated always as identity not null,
  transaction_id bigint not null,
  account text not null,
  artist_id uuid,
  amount_pence integer not null,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_account_check CHECK (account = ANY (ARRAY['stripe_pending'::text, 'stripe_fees'::text, 'artist_payable'::text, 'customer_payable'::text, 'commission_held'::text, 'platform_commission'::text, 'processing_fee'::text])),
  constraint ledger_entries_amount_pence_check CHECK (amount_pence <> 0),
  constraint ledger_entries_check CHECK ((account = 'artist_payable'::text) = (artist_id IS NOT NULL)),
  constraint ledger_entries_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint ledger_entries_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id)
);

create table receipts (
  serial integer not null,
  issued_at timestamp with time zone not null,
  customer_id uuid not null,
  buyer_name text not null,
  buyer_email text not null,
  payment_id uuid not null,
  constraint receipts_pkey PRIMARY KEY (payment_id),
  constraint receipts_serial_key UNIQUE (serial),
  constraint receipts_serial_check CHECK (serial > 0),
  constraint receipts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table reviews (
  id uuid not null,
  artist_id uuid not null,
  author_id uuid,
  text text not null,
  created_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  answer text,
  answered_at timestamp with time zone,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_check CHECK (author_id <> artist_id),
  constraint reviews_check1 CHECK ((answer IS NULL) = (answered_at IS NULL)),
  constraint reviews_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(artist_id) ON DELETE CASCADE,
  constraint reviews_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL
);

create table sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table tracks (
  id uuid not null,
  artist_id uuid not null,
  title text not null,
  original_artist text not null,
  description text not null,
  instructions text,
  price_pence integer not null,
  format text not null,
  instrumentation text not null,
  genre text,
  vocal_range text,
  key_signature text,
  is_higher boolean default false not null,
  is_lower boolean default false not null,
  original_key text not null,
  original_name text not null,
  original_container text not null,
  original_bytes bigint not null,
  original_sha256 text not null,
  codec text not null,
  sample_rate_hz integer not null,
  channels integer not null,
  duration_ms integer not null,
  loudness_lufs real not null,
  loudness_range_lu real not null,
  peaks bytea not null,
  preview_key text not null,
  preview_ms integer not null,
  waveform text not null,
  fine_waveform text not null,
  search_text text not null,
  rating_count integer default 0 not null,
  rating_sum integer default 0 not null,
  rating_rank real generated always as (
CASE
    WHEN (rating_count = 0) THEN NULL::double precision
    ELSE (((rating_sum + 20))::real / ((rating_count + 5))::double precision)
END) stored,
  created_at timestamp with time zone default now() not null,
  withdrawn_at timestamp with time zone,
  quality_validated boolean default true not null,
  facets integer not null,
  song text not null,
  licence_status text default 'not_required'::text not null,
  licensed_from text,
  licence_document_id uuid,
  youtube_guide_url text,
  measured_key text,
  measured_key_confidence real,
  tempo_bpm real,
  music_measured_at timestamp with time zone,
  guide_track_url text,
  taken_down_at timestamp with time zone,
  song_key text,
  key_stated boolean default false not null,
  constraint tracks_pkey PRIMARY KEY (id),
  constraint tracks_original_key_key UNIQUE (original_key),
  constraint tracks_preview_key_key UNIQUE (preview_key),
  constraint taken_down_tracks_are_withdrawn CHECK (taken_down_at IS NULL OR withdrawn_at IS NOT NULL),
  constraint tracks_guide_track_url_check CHECK (guide_track_url ~ '^https?://'::text AND length(guide_track_url) <= 500),
  constraint tracks_licence_status_check CHECK (licence_status = ANY (ARRAY['not_required'::text, 'licensed'::text, 'unlicensed'::text])),
  constraint tracks_licensed_from CHECK ((licence_status = 'licensed'::text) = (licensed_from IS NOT NULL)),
  constraint tracks_price_pence_check CHECK (price_pence >= 0),
  constraint tracks_tempo_bpm_check CHECK (tempo_bpm > 0::double precision),
  constraint tracks_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint tracks_licence_document FOREIGN KEY (licence_document_id, artist_id) REFERENCES licence_documents(id, artist_id)
);

create table cart_items (
  customer_id uuid not null,
  track_id uuid not null,
  added_at timestamp with time zone default clock_timestamp() not null,
  constraint cart_items_pkey PRIMARY KEY (customer_id, track_id),
  constraint cart_items_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint cart_items_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE
);

create table comments (
  id uuid not null,
  track_id uuid not null,
  user_id uuid,
  text text not null,
  created_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_text_check CHECK (length(text) >= 1 AND length(text) <= 1000),
  constraint comments_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE,
  constraint comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table commissions (
  id uuid not null,
  customer_id uuid not null,
  artist_id uuid not null,
  status text not null,
  status_reason text,
  name text not null,
  requirements text not null,
  guide_track_url text,
  wants_guide_track boolean not null,
  track_id uuid,
  request_key uuid,
  customer_name text not null,
  artist_name text not null,
  artist_pence integer not null,
  platform_fee_pence integer not null,
  processing_fee_pence integer not null,
  customer_pence integer not null,
  delivery_days integer not null,
  max_revisions integer not null,
  revision_count integer default 0 not null,
  revision_feedback text,
  artist_message text,
  answer_by timestamp with time zone not null,
  pay_by timestamp with time zone,
  due_at timestamp with time zone,
  overdue_at timestamp with time zone,
  approve_at timestamp with time zone,
  end_at timestamp with time zone,
  hold_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  paid_at timestamp with time zone,
  delivered_at timestamp with time zone,
  ended_at timestamp with time zone,
  completed_at timestamp with time zone,
  payment_id uuid,
  approved_artist_pence integer,
  frozen_at timestamp with time zone,
  frozen_by text,
  freeze_reason text,
  remind_at timestamp with time zone,
  searched text generated always as ((' '::text || plain_words(((((name || ' '::text) || customer_name) || ' '::text) || artist_name)))) stored not null,
  constraint commissions_pkey PRIMARY KEY (id),
  constraint commissions_payment_id_key UNIQUE (payment_id),
  constraint commissions_artist_pence_check CHECK (artist_pence > 0),
  constraint commissions_cancelled_have_a_reason CHECK ((status = 'cancelled'::text) = (status_reason IS NOT NULL)),
  constraint commissions_check CHECK (approved_artist_pence >= 1 AND approved_artist_pence <= artist_pence),
  constraint commissions_completed_at_their_time CHECK ((status = 'completed'::text) = (completed_at IS NOT NULL)),
  constraint commissions_delivery_days_check CHECK (delivery_days > 0),
  constraint commissions_freezes_have_a_cause CHECK ((frozen_at IS NULL) = (frozen_by IS NULL) AND (frozen_at IS NULL) = (freeze_reason IS NULL)),
  constraint commissions_frozen_by_check CHECK (frozen_by = ANY (ARRAY['ban'::text, 'admin'::text, 'late_change'::text])),
  constraint commissions_have_two_parties CHECK (customer_id <> artist_id),
  constraint commissions_max_revisions_check CHECK (max_revisions >= 1 AND max_revisions <= 100),
  constraint commissions_only_held_ones_freeze CHECK (frozen_at IS NULL OR (status = ANY (ARRAY['accepted'::text, 'in_progress'::text, 'delivered'::text]))),
  constraint commissions_platform_fee_pence_check CHECK (platform_fee_pence >= 0),
  constraint commissions_prices_add_up CHECK (customer_pence = (artist_pence + platform_fee_pence + processing_fee_pence)),
  constraint commissions_processing_fee_pence_check CHECK (processing_fee_pence >= 0),
  constraint commissions_reason_check CHECK (status_reason = ANY (ARRAY['withdrawn'::text, 'artist_withdrew'::text, 'artist_no_response'::text, 'payment_expired'::text, 'party_banned'::text, 'artist_gave_up'::text, 'delivery_overdue'::text, 'not_finished'::text, 'held_too_long'::text, 'decided'::text])),
  constraint commissions_revisions_are_bounded CHECK (revision_count >= 0 AND revision_count <= max_revisions),
  constraint commissions_status_check CHECK (status = ANY (ARRAY['pending_artist'::text, 'requested'::text, 'accepted'::text, 'in_progress'::text, 'delivered'::text, 'approved'::text, 'cron_pending'::text, 'completed'::text, 'cancelled'::text, 'rejected_by_artist'::text])),
  constraint commissions_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint commissions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint commissions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint commissions_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id)
);

create table commission_deliveries (
  id uuid not null,
  commission_id uuid not null,
  number integer not null,
  status text not null,
  file_name text not null,
  storage_key text not null,
  bytes bigint not null,
  sha256 text,
  container text,
  audio jsonb,
  preview_key text,
  preview_start_ms integer,
  preview_ms integer,
  guide_key text,
  guide_name text,
  guide_container text,
  guide_bytes bigint,
  refusal_code text,
  created_at timestamp with time zone not null,
  arrived_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  unfinished_file text,
  guide_unfinished_file text,
  files_removed_at timestamp with time zone,
  constraint commission_deliveries_pkey PRIMARY KEY (id),
  constraint commission_deliveries_guide_key_key UNIQUE (guide_key),
  constraint commission_deliveries_preview_key_key UNIQUE (preview_key),
  constraint commission_deliveries_storage_key_key UNIQUE (storage_key),
  constraint commission_deliveries_bytes_check CHECK (bytes > 0),
  constraint commission_deliveries_guides_are_whole CHECK (num_nonnulls(guide_key, guide_name, guide_container, guide_bytes) = ANY (ARRAY[0, 4])),
  constraint commission_deliveries_number_check CHECK (number > 0),
  constraint commission_deliveries_ready_have_a_preview CHECK (status <> 'ready'::text OR audio IS NOT NULL AND preview_key IS NOT NULL AND sha256 IS NOT NULL),
  constraint commission_deliveries_refused_have_a_reason CHECK ((status = 'refused'::text) = (refusal_code IS NOT NULL)),
  constraint commission_deliveries_status_check CHECK (status = ANY (ARRAY['preparing'::text, 'ready'::text, 'refused'::text])),
  constraint commission_deliveries_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id)
);

create table commission_disputes (
  id uuid not null,
  commission_id uuid not null,
  status text not null,
  description text not null,
  opened_at timestamp with time zone not null,
  answer_by timestamp with time zone not null,
  answer text,
  answered_at timestamp with time zone,
  unanswered_at timestamp with time zone,
  outcome text,
  decision text,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  constraint commission_disputes_pkey PRIMARY KEY (id),
  constraint commission_disputes_check CHECK ((status = 'resolved'::text) = (outcome IS NOT NULL)),
  constraint commission_disputes_check1 CHECK ((status = 'resolved'::text) = (resolved_at IS NOT NULL)),
  constraint commission_disputes_check2 CHECK ((answer IS NULL) = (answered_at IS NULL)),
  constraint commission_disputes_outcome_check CHECK (outcome = ANY (ARRAY['release'::text, 'partial'::text, 'refund'::text, 'extra_revision'::text, 'ended'::text, 'approved'::text, 'held_too_long'::text])),
  constraint commission_disputes_status_check CHECK (status = ANY (ARRAY['open'::text, 'answered'::text, 'resolved'::text])),
  constraint commission_disputes_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id),
  constraint commission_disputes_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id)
);

create table commission_entitlements (
  commission_id uuid not null,
  granted_at timestamp with time zone not null,
  constraint commission_entitlements_pkey PRIMARY KEY (commission_id),
  constraint commission_entitlements_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id)
);

create table commission_steps (
  id bigint generated always as identity not null,
  commission_id uuid not null,
  step text not null,
  actor text not null,
  actor_id uuid,
  at timestamp with time zone not null,
  from_status text,
  to_status text not null,
  text text,
  constraint commission_steps_pkey PRIMARY KEY (id),
  constraint commission_steps_actor_check CHECK (actor = ANY (ARRAY['customer'::text, 'artist'::text, 'admin'::text, 'provider'::text, 'system'::text])),
  constraint commission_steps_from_status_check CHECK (from_status = ANY (ARRAY['pending_artist'::text, 'requested'::text, 'accepted'::text, 'in_progress'::text, 'delivered'::text, 'approved'::text, 'cron_pending'::text, 'completed'::text, 'cancelled'::text, 'rejected_by_artist'::text])),
  constraint commission_steps_to_status_check CHECK (to_status = ANY (ARRAY['pending_artist'::text, 'requested'::text, 'accepted'::text, 'in_progress'::text, 'delivered'::text, 'approved'::text, 'cron_pending'::text, 'completed'::text, 'cancelled'::text, 'rejected_by_artist'::text])),
  constraint commission_steps_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint commission_steps_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id) ON DELETE CASCADE
);

create table downloads (
  id bigint generated always as identity not null,
  user_id uuid not null,
  track_id uuid,
  downloaded_at timestamp with time zone default now() not null,
  commission_id uuid,
  constraint downloads_pkey PRIMARY KEY (id),
  constraint downloads_of_one_recording CHECK (num_nonnulls(track_id, commission_id) = 1),
  constraint downloads_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id),
  constraint downloads_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id),
  constraint downloads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table featured_tracks (
  track_id uuid not null,
  featured_at timestamp with time zone default now() not null,
  constraint featured_tracks_pkey PRIMARY KEY (track_id),
  constraint featured_tracks_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE
);

create table flags (
  id uuid not null,
  track_id uuid not null,
  reporter_id uuid,
  type text not null,
  reason text not null,
  status text default 'new'::text not null,
  flagged jsonb not null,
  created_at timestamp with time zone default now() not null,
  decision_reason text,
  decided_at timestamp with time zone,
  counter_text text,
  countered_at timestamp with time zone,
  reviewer_id uuid,
  claim text,
  constraint flags_pkey PRIMARY KEY (id),
  constraint flags_check CHECK ((decision_reason IS NULL) = (decided_at IS NULL)),
  constraint flags_check1 CHECK ((counter_text IS NULL) = (countered_at IS NULL)),
  constraint flags_claim_check CHECK (length(claim) >= 1 AND length(claim) <= 500),
  constraint flags_decided CHECK ((status = ANY (ARRAY['new'::text, 'reviewing'::text])) OR decided_at IS NOT NULL),
  constraint flags_status_check CHECK (status = ANY (ARRAY['new'::text, 'reviewing'::text, 'rejected'::text, 'upheld'::text, 'countered'::text, 'confirmed'::text, 'reinstated'::text])),
  constraint flags_type_check CHECK (type = ANY (ARRAY['copyright'::text, 'dmca'::text, 'other'::text])),
  constraint flags_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint flags_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint flags_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE
);

create table notifications (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  kind text not null,
  key text not null,
  actor_id uuid,
  track_id uuid,
  review_id uuid,
  comment_id uuid,
  details jsonb default '{}'::jsonb not null,
  times integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  emailed_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_key_key UNIQUE (user_id, key),
  constraint notifications_times_check CHECK (times > 0),
  constraint notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint notifications_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint notifications_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint notifications_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table order_lines (
  id uuid not null,
  order_id uuid not null,
  track_id uuid not null,
  artist_id uuid not null,
  title text not null,
  artist_pence integer not null,
  platform_fee_pence integer not null,
  processing_fee_pence integer not null,
  customer_pence integer not null,
  artist_name text not null,
  key_signature text,
  constraint order_lines_pkey PRIMARY KEY (id),
  constraint order_lines_order_id_track_id_key UNIQUE (order_id, track_id),
  constraint order_lines_artist_pence_check CHECK (artist_pence >= 0),
  constraint order_lines_check CHECK (customer_pence = (artist_pence + platform_fee_pence + processing_fee_pence)),
  constraint order_lines_platform_fee_pence_check CHECK (platform_fee_pence >= 0),
  constraint order_lines_processing_fee_pence_check CHECK (processing_fee_pence >= 0),
  constraint order_lines_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_lines_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id)
);

create table entitlements (
  user_id uuid not null,
  track_id uuid not null,
  order_line_id uuid,
  granted_at timestamp with time zone default now() not null,
  constraint entitlements_pkey PRIMARY KEY (user_id, track_id),
  constraint entitlements_order_line_id_key UNIQUE (order_line_id),
  constraint entitlements_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  constraint entitlements_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id),
  constraint entitlements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table ratings (
  track_id uuid not null,
  user_id uuid not null,
  stars smallint not null,
  rated_at timestamp with time zone default now() not null,
  constraint ratings_pkey PRIMARY KEY (track_id, user_id),
  constraint ratings_stars_check CHECK (stars >= 1 AND stars <= 5),
  constraint ratings_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE,
  constraint ratings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table refunds (
  id uuid not null,
  payment_id uuid not null,
  order_line_id uuid,
  amount_pence integer not null,
  status text default 'waiting'::text not null,
  key_number integer default 1 not null,
  attempts integer default 0 not null,
  key_used_at timestamp with time zone,
  due_at timestamp with time zone default now() not null,
  provider_id text,
  last_problem text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  checked_at timestamp with time zone,
  returns integer default 0 not null,
  refusals integer default 0 not null,
  cause text not null,
  settled_at timestamp with time zone,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_order_line_id_key UNIQUE (order_line_id),
  constraint refunds_provider_id_key UNIQUE (provider_id),
  constraint refunds_amount_pence_check CHECK (amount_pence > 0),
  constraint refunds_cause_check CHECK (cause = ANY (ARRAY['owned'::text, 'unavailable'::text, 'commission_cancelled'::text, 'commission_part'::text, 'commission_closed'::text, 'paid_twice'::text])),
  constraint refunds_have_been_made CHECK ((status = ANY (ARRAY['waiting'::text, 'failed'::text])) = (provider_id IS NULL)),
  constraint refunds_settled_ones_have_failed CHECK (settled_at IS NULL OR status = 'failed'::text),
  constraint refunds_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'pending'::text, 'sent'::text, 'failed'::text])),
  constraint refunds_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table renditions (
  track_id uuid,
  format text not null,
  status text default 'waiting'::text not null,
  storage_key text,
  bytes bigint,
  sha256 text,
  refusal_code text,
  requested_by uuid[] not null,
  requested_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  used_at timestamp with time zone default now() not null,
  bought_by uuid[] default '{}'::uuid[] not null,
  commission_id uuid,
  recording_id uuid generated always as (COALESCE(track_id, commission_id)) stored not null,
  constraint renditions_pkey PRIMARY KEY (recording_id, format),
  constraint renditions_storage_key_key UNIQUE (storage_key),
  constraint renditions_check CHECK ((status = 'ready'::text) = (storage_key IS NOT NULL)),
  constraint renditions_check1 CHECK ((storage_key IS NULL) = (bytes IS NULL) AND (storage_key IS NULL) = (sha256 IS NULL)),
  constraint renditions_check2 CHECK ((status = 'refused'::text) = (refusal_code IS NOT NULL)),
  constraint renditions_format_check CHECK (format = ANY (ARRAY['mp3'::text, 'wav'::text])),
  constraint renditions_of_one_recording CHECK (num_nonnulls(track_id, commission_id) = 1),
  constraint renditions_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'ready'::text, 'refused'::text])),
  constraint renditions_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id),
  constraint renditions_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE
);

create table track_activity (
  track_id uuid not null,
  day date not null,
  purchases integer default 0 not null,
  downloads integer default 0 not null,
  plays integer default 0 not null,
  constraint track_activity_pkey PRIMARY KEY (track_id, day),
  constraint track_activity_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE
);

create table track_search (
  track_id uuid not null,
  artist_id uuid not null,
  song uuid not null,
  popularity double precision not null,
  created_at timestamp with time zone not null,
  rating real not null,
  price_pence integer not null,
  facets integer not null,
  words tsvector not null,
  song_key uuid not null,
  constraint track_search_pkey PRIMARY KEY (track_id),
  constraint track_search_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE
);

create table track_statistics (
  track_id uuid not null,
  purchases integer default 0 not null,
  downloads integer default 0 not null,
  plays integer default 0 not null,
  popularity double precision default 0 not null,
  stale boolean default true not null,
  constraint track_statistics_pkey PRIMARY KEY (track_id),
  constraint track_statistics_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE
);

create table transfer_holds (
  artist_id uuid not null,
  held_at timestamp with time zone default now() not null,
  constraint transfer_holds_pkey PRIMARY KEY (artist_id),
  constraint transfer_holds_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id) ON DELETE CASCADE
);

create table transfers (
  id uuid not null,
  payment_id uuid not null,
  artist_id uuid not null,
  amount_pence integer not null,
  status text default 'waiting'::text not null,
  key_number integer default 1 not null,
  attempts integer default 0 not null,
  key_used_at timestamp with time zone,
  provider_id text,
  last_problem text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  due_at timestamp with time zone default now() not null,
  refusals integer default 0 not null,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_payment_id_artist_id_key UNIQUE (payment_id, artist_id),
  constraint transfers_provider_id_key UNIQUE (provider_id),
  constraint transfers_amount_pence_check CHECK (amount_pence > 0),
  constraint transfers_have_been_sent CHECK ((status = 'sent'::text) = (provider_id IS NOT NULL)),
  constraint transfers_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'blocked'::text, 'sent'::text, 'failed'::text])),
  constraint transfers_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint transfers_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table two_factors (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default false not null,
  failed_verification_count integer default 0 not null,
  locked_until timestamp with time zone,
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_user_id_key UNIQUE (user_id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table uploads (
  id uuid not null,
  artist_id uuid not null,
  title text,
  file_name text not null,
  details jsonb,
  storage_key text not null,
  bytes bigint not null,
  sha256 text,
  container text,
  status text default 'processing'::text not null,
  stage text default 'waiting'::text not null,
  refusal_code text,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  bytes_received integer default 0 not null,
  unfinished_file text,
  receiver uuid,
  receiver_until timestamp with time zone,
  audio jsonb,
  active_at timestamp with time zone default now() not null,
  wanted_by uuid,
  purpose text default 'track'::text not null,
  commission_id uuid,
  guide_id uuid,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_bytes_check CHECK (bytes_received >= 0 AND bytes_received <= bytes),
  constraint uploads_guides_belong_to_deliveries CHECK (guide_id IS NULL OR purpose = 'delivery'::text),
  constraint uploads_listed_check CHECK (status <> 'listed'::text OR details IS NOT NULL),
  constraint uploads_of_commissions_arrive CHECK (purpose = 'track'::text OR status = 'arriving'::text),
  constraint uploads_of_commissions_check CHECK ((purpose = 'track'::text) = (commission_id IS NULL)),
  constraint uploads_prepared_check CHECK (status <> 'prepared'::text OR audio IS NOT NULL AND sha256 IS NOT NULL AND container IS NOT NULL),
  constraint uploads_purpose_check CHECK (purpose = ANY (ARRAY['track'::text, 'delivery'::text, 'guide'::text])),
  constraint uploads_stage_check CHECK (stage = ANY (ARRAY['waiting'::text, 'checking'::text, 'measuring'::text, 'making_preview'::text])),
  constraint uploads_status_check CHECK (status = ANY (ARRAY['arriving'::text, 'processing'::text, 'prepared'::text, 'listed'::text, 'refused'::text])),
  constraint uploads_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint uploads_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id),
  constraint uploads_guide_id_fkey FOREIGN KEY (guide_id) REFERENCES uploads(id) ON DELETE SET NULL
);

create table verifications (
  id uuid default gen_random_uuid() not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint verifications_pkey PRIMARY KEY (id)
);

create table zip_downloads (
  user_id uuid not null,
  download_id uuid not null,
  held_until timestamp with time zone not null,
  constraint zip_downloads_pkey PRIMARY KEY (user_id),
  constraint zip_downloads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.announce_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('site_events', json_build_object('name', 'ratingsChanged', 'trackId', track_id)::text)
  from (select distinct track_id from changed_rows) changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.artist_count(artist artists, change integer)
 RETURNS artist_counts
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select row(
    coalesce(artist.last_online_on, '-infinity'), artist.takes_commissions,
    commissions_step(artist.commissions), change
  )::artist_counts
$function$;

CREATE OR REPLACE FUNCTION public.artist_suggestions(artists uuid[])
 RETURNS SETOF suggested_artists
 LANGUAGE sql
 STABLE ROWS 10
AS $function$
  select users.id, plain_words(coalesce(display_name, username)),
    words_vector(plain_words(concat_ws(' ', display_name, username))), listed.popularity
  from users
  cross join lateral (
    select sum(track_search.popularity) as popularity from track_search where track_search.artist_id = users.id
  ) listed
  where users.id = any(artists) and listed.popularity is not null
$function$;

CREATE OR REPLACE FUNCTION public.change_ratings(ids uuid[], counts bigint[], sums bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
  perform pg_notify(
    'site_events', json_build_object('name', 'ratingsChanged', 'trackId', id, 'artistId', artist_id)::text
  )
  from tracks where id = any(ids);
end $function$;

CREATE OR REPLACE FUNCTION public.check_ledger_sum()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare total bigint;
begin
  select sum(amount_pence) into total from ledger_entries where transaction_id = new.transaction_id;
  if total <> 0 then
    raise exception 'ledger transaction % sums to % pence', new.transaction_id, total;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.commission_problems(at timestamp with time zone, preparation interval DEFAULT '00:10:00'::interval)
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  -- The recording is the customer's from the approval on.
  select 'owned_differs', commissions.id::text, commissions.payment_id
  from commissions
  left join commission_entitlements on commission_entitlements.commission_id = commissions.id
  where (commissions.status in ('approved', 'cron_pending', 'completed'))
    <> (commission_entitlements.commission_id is not null)

  union all
  select 'revisions_exceeded', commissions.id::text, commissions.payment_id
  from commissions
  where commissions.revision_count > commissions.max_revisions

  union all
  -- The timeline begins with the request and leads to the status, each row from where the one before it led.
  select 'timeline_differs', commissions.id::text, commissions.payment_id
  from commissions
  left join (
    select
      step.commission_id,
      bool_or(step.is_broken or timeline_steps.step is null) as is_broken,
      max(step.to_status) filter (where step.is_last) as leads_to
    from (
      select
        commission_steps.*,
        commission_steps.from_status is distinct from lag(commission_steps.to_status) over steps as is_broken,
        lead(commission_steps.id) over steps is null as is_last
      from commission_steps
      window steps as (partition by commission_steps.commission_id order by commission_steps.id)
    ) as step
    left join timeline_steps() on timeline_steps.step = step.step
      and timeline_steps.actor = step.actor
      and coalesce(timeline_steps.from_status, '') = coalesce(step.from_status, '')
      and timeline_steps.to_status = step.to_status
    group by step.commission_id
  ) as timeline on timeline.commission_id = commissions.id
  where timeline.is_broken is distinct from false or timeline.leads_to <> commissions.status

  union all
  -- A job takes the step within a minute. Nobody's money is wrong meanwhile, so no payment is named.
  select 'deadline_late', commissions.id::text, null::uuid
  from commissions
  where commissions.frozen_at is null
    and case commissions.status
      when 'pending_artist' then commissions.answer_by
      when 'requested' then commissions.pay_by
      when 'in_progress' then commissions.end_at
      when 'delivered' then commissions.approve_at
    end <= at - interval '2 minutes'
    and not exists (
      select from commission_deliveries
      where commission_deliveries.commission_id = commissions.id
        and commission_deliveries.status = 'preparing'
        and commission_deliveries.arrived_at > at - preparation
    )
    and not exists (
      select from commission_disputes
      where commission_disputes.commission_id = commissions.id and commission_disputes.status <> 'resolved'
    )
$function$;

CREATE OR REPLACE FUNCTION public.commissions_step(commissions integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when commissions >= 50 then 50 when commissions >= 25 then 25 when commissions >= 10 then 10
    when commissions >= 5 then 5 when commissions >= 1 then 1 else 0
  end
$function$;

CREATE OR REPLACE FUNCTION public.count_artists(changed artist_counts[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into artist_counts
  select online_on, takes_commissions, commissions, sum(artists)
  from unnest(changed) group by 1, 2, 3 having sum(artists) <> 0 order by 1, 2, 3
  on conflict (online_on, takes_commissions, commissions)
  do update set artists = artist_counts.artists + excluded.artists
$function$;

CREATE OR REPLACE FUNCTION public.count_changed_artists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_for_artists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_ratings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_search_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A statement without rows has changed nothing.
  if tg_op = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
  elsif not exists (select from new_rows) then
    return null;
  end if;
  insert into order_changes default values;
  if tg_op = 'INSERT' then
    insert into facet_changes select facets, count(*) from new_rows group by facets;
    insert into search_lexicon (word)
    select distinct word from new_rows, unnest(tsvector_to_array(words)) as word where word not like '#%' order by word
    on conflict do nothing;
    insert into lexicon_changes
    select word, count(*) from new_rows, unnest(tsvector_to_array(words)) as word where word not like '#%' group by word;
  elsif tg_op = 'DELETE' then
    insert into facet_changes select facets, -count(*) from old_rows group by facets;
    insert into lexicon_changes
    select word, -count(*) from old_rows, unnest(tsvector_to_array(words)) as word where word not like '#%' group by word;
  else
    insert into facet_changes
    select facets, sum(change)
    from (select facets, 1 as change from new_rows union all select facets, -1 from old_rows) changes
    group by facets having sum(change) <> 0;
    insert into search_lexicon (word)
    select distinct word
    from new_rows join old_rows using (track_id), unnest(tsvector_to_array(new_rows.words)) as word
    where new_rows.words <> old_rows.words and word not like '#%'
    order by word
    on conflict do nothing;
    insert into lexicon_changes
    select word, sum(change)
    from (
      select unnest(tsvector_to_array(new_rows.words)) as word, 1 as change
      from new_rows join old_rows using (track_id) where new_rows.words <> old_rows.words
      union all
      select unnest(tsvector_to_array(old_rows.words)), -1
      from new_rows join old_rows using (track_id) where new_rows.words <> old_rows.words
    ) changes
    where word not like '#%' group by word having sum(change) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_tracks_of_artists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.fold_search_changes()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from facet_changes) and not exists (select from lexicon_changes) then
    return;
  end if;
  update search_generation set generation = generation + 1;
  with changes as (delete from facet_changes returning facets, change)
  insert into facet_counts
  select facets, sum(change) from changes group by facets having sum(change) <> 0
  on conflict (facets) do update set tracks = facet_counts.tracks + excluded.tracks;
  delete from facet_counts where tracks = 0;
  with changes as (delete from lexicon_changes returning word, change)
  insert into search_lexicon (word, df)
  select word, sum(change) from changes group by word having sum(change) <> 0 order by word
  on conflict (word) do update set df = search_lexicon.df + excluded.df;
end $function$;

CREATE OR REPLACE FUNCTION public.is_listed(withdrawn_at timestamp with time zone, artist_banned boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((withdrawn_at IS NULL) AND (NOT artist_banned));

CREATE OR REPLACE FUNCTION public.keep_artist()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  new_name constant text := plain_words(coalesce(new.display_name, new.username));
begin
  if new.role = 'artist' then
    perform make_artists(array[new]);
  end if;
  update artists
  set name = new_name, words = words_of_artist(new.display_name, new.username, instrument), is_listed = not new.banned
  where artist_id = new.id
    and (name, words, is_listed) is distinct from
      (new_name, words_of_artist(new.display_name, new.username, instrument), not new.banned);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_artist_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.is_listed then
    insert into artist_names (
      artist_id, last_online_on, takes_commissions, commissions, commission_price_pence, rating_rank, popularity,
      tracks, followers, reviews, joined_at, words
    )
    values (
      new.artist_id, new.last_online_on, new.takes_commissions, new.commissions, new.commission_price_pence,
      new.rating_rank, new.popularity, new.tracks, new.followers, new.reviews, new.joined_at, new.words
    )
    on conflict (artist_id) do update set
      last_online_on = excluded.last_online_on, takes_commissions = excluded.takes_commissions,
      commissions = excluded.commissions, commission_price_pence = excluded.commission_price_pence,
      rating_rank = excluded.rating_rank, popularity = excluded.popularity, tracks = excluded.tracks,
      followers = excluded.followers, reviews = excluded.reviews, joined_at = excluded.joined_at,
      words = excluded.words;
  else
    delete from artist_names where artist_id = new.artist_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_new_artists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform make_artists(array(select row.*::users from new_rows as row where role = 'artist'));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.list_changed_tracks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform sync_track_search(array(select id from new_rows));
  else
    -- Not the ratings: they are copied where they are counted.
    perform sync_track_search(changed.ids)
    from (
      select array_agg(new_rows.id) as ids from new_rows join old_rows using (id)
      where (
        new_rows.artist_id, new_rows.song, new_rows.created_at, new_rows.price_pence, new_rows.facets,
        new_rows.search_text, new_rows.withdrawn_at, new_rows.song_key
      ) is distinct from (
        old_rows.artist_id, old_rows.song, old_rows.created_at, old_rows.price_pence, old_rows.facets,
        old_rows.search_text, old_rows.withdrawn_at, old_rows.song_key
      )
    ) changed
    where changed.ids is not null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.list_tracks_of_artist()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sync_track_search(array(select id from tracks where artist_id = new.id));
  perform pg_notify('site_events', json_build_object('name', 'artistChanged', 'artistId', new.id)::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_cart(customer uuid, track uuid, OUT items integer, OUT is_owned boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  perform from users where users.id = customer for no key update;
  select count(*) into items from cart_items where cart_items.customer_id = customer;
  is_owned := exists (
    select from entitlements
    where entitlements.user_id = customer and entitlements.track_id = track
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.make_artists(users users[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into artists (
    artist_id, tracks, rating_count, rating_sum, popularity, joined_at, name, words, is_listed
  )
  select users.id, coalesce(own.tracks, 0), coalesce(own.ratings, 0), coalesce(own.stars, 0),
    coalesce(suggested_artists.popularity, 0), users.created_at, plain_words(coalesce(display_name, username)),
    words_of_artist(display_name, username, null), not banned
  from unnest(users) as users
  left join lateral (
    select count(*) filter (where withdrawn_at is null) as tracks, sum(rating_count) as ratings, sum(rating_sum) as stars
    from tracks where tracks.artist_id = users.id
  ) own on true
  left join suggested_artists on suggested_artists.artist_id = users.id
  order by users.id
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.money_problems(at timestamp with time zone)
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  -- Each transaction of the ledger sums to zero.
  select 'ledger_unbalanced', ledger_entries.transaction_id::text, null::uuid
  from ledger_entries
  group by ledger_entries.transaction_id
  having sum(ledger_entries.amount_pence) <> 0

  union all
  -- Held is what was paid for commissions that nobody has decided.
  select 'held_differs', coalesce(due.id, held.payment_id)::text, coalesce(due.payment_id, held.payment_id)
  from (
    select commissions.id, commissions.payment_id, commissions.customer_pence
    from commissions
    where commissions.status in ('in_progress', 'delivered')
  ) as due
  full join (
    select ledger_transactions.payment_id, -sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'commission_held'
    group by ledger_transactions.payment_id
  ) as held on held.payment_id = due.payment_id
  where coalesce(held.pence, 0) <> coalesce(due.customer_pence, 0)

  union all
  -- What is owed from a payment is at most what was paid, and is what the payment counts.
  select
    case when sent.pence + back.pence > payments.amount_pence then 'owed_more_than_paid' else 'owed_sums_differ' end,
    payments.id::text,
    payments.id
  from payments
  left join (
    select transfers.payment_id, sum(transfers.amount_pence) as pence from transfers group by transfers.payment_id
  ) as transferred on transferred.payment_id = payments.id
  left join (
    select refunds.payment_id, sum(refunds.amount_pence) as pence from refunds group by refunds.payment_id
  ) as refunded on refunded.payment_id = payments.id
  cross join lateral (select coalesce(transferred.pence, 0) as pence) as sent
  cross join lateral (select coalesce(refunded.pence, 0) as pence) as back
  where sent.pence + back.pence > payments.amount_pence
    or sent.pence <> payments.transferred_pence
    or back.pence <> payments.refunded_pence

  union all
  -- One transfer a commission, whichever of its payments that is of.
  select 'transferred_twice', counted.id::text, counted.payment_id
  from (
    select transfers.id, transfers.payment_id, count(*) over (partition by payments.subject_id) as live
    from transfers
    join payments on payments.id = transfers.payment_id
    where payments.subject_kind = 'commission'
  ) as counted
  where counted.live > 1

  union all
  -- One refund a payment of a commission; one that has failed does not count.
  select 'refunded_twice', counted.id::text, counted.payment_id
  from (
    select refunds.id, refunds.payment_id, count(*) over (partition by refunds.payment_id) as live
    from refunds
    join payments on payments.id = refunds.payment_id
    where payments.subject_kind = 'commission' and refunds.status <> 'failed'
  ) as counted
  where counted.live > 1

  union all
  -- Nothing is owed to an artist before the approval, or from another payment than the one that paid.
  select 'transfer_without_approval', transfers.id::text, transfers.payment_id
  from transfers
  join payments on payments.id = transfers.payment_id
  left join commissions
    on commissions.payment_id = payments.id
    and commissions.id = payments.subject_id
    and commissions.status in ('approved', 'cron_pending', 'completed')
  where payments.subject_kind = 'commission' and commissions.id is null

  union all
  -- What was paid for a commission that has ended, or that another payment has paid, has been on its way back since five
  -- minutes at most after both were known.
  select 'refund_missing', payments.id::text, payments.id
  from payments
  join commissions on commissions.id = payments.subject_id
  left join (
    select refunds.payment_id, sum(refunds.amount_pence) as pence
    from refunds
    where refunds.status in ('pending', 'sent')
      or (refunds.status = 'waiting' and refunds.attempts > 0)
      or refunds.settled_at is not null
    group by refunds.payment_id
  ) as refunded on refunded.payment_id = payments.id
  where payments.subject_kind = 'commission'
    and payments.status = 'paid'
    and (
      commissions.status in ('cancelled', 'rejected_by_artist') or commissions.payment_id is distinct from payments.id
    )
    and greatest(payments.paid_at, commissions.ended_at) <= at - interval '5 minutes'
    and coalesce(refunded.pence, 0) <> payments.amount_pence

  union all
  -- The card provider keeps money for 90 days. In hours, because a day of the session's time zone can have 23 or 25.
  select 'held_too_long', commissions.id::text, commissions.payment_id
  from commissions
  where commissions.status in ('in_progress', 'delivered')
    and least(commissions.hold_until, commissions.paid_at + interval '2040 hours') <= at - interval '2 minutes'
$function$;

CREATE OR REPLACE FUNCTION public.popularity_of(track uuid)
 RETURNS double precision
 LANGUAGE sql
AS $function$
  select coalesce(
    sum((purchases * 5 + downloads + plays * 0.1) * power(2::double precision, (day - date '2020-01-01') / 90.0) order by day),
    0
  )
  from track_activity where track_id = track
$function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_log_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_changed_commission_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A step of a commission is never changed.';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.search_sound(word text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  rules constant text[] := array[
    ['ough$', 'o'], ['igh', 'i'], ['(.)gh', '\1'], ['ph', 'f'], ['^kn', 'n'], ['^wr', 'r'],
    ['t?ch', '4'], ['c([eiy])', 's\1'], ['ck|c|qu?', 'k'], ['x', 'ks'], ['z', 's'], ['[jy]', 'i'],
    ['ai|ei|ae', 'a'], ['ee|ea|ie', 'i'], ['oo|ou|ew|ue', 'u'], ['oa|ow|au|aw', 'o'],
    ['([^st])h', '\1'], ['([^aeiou])e$', '\1'], ['(.)\1', '\1']
  ];
  sound text := word;
begin
  for rule in 1 .. array_length(rules, 1) loop
    sound := regexp_replace(sound, rules[rule][1], rules[rule][2], 'g');
  end loop;
  return sound;
end $function$;

CREATE OR REPLACE FUNCTION public.shortened(word text, letters integer)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  start constant text := left(word, 7);
  shorter text;
  forms text[] := '{}';
begin
  for place in 1 .. length(start) loop
    shorter := left(start, place - 1) || substr(start, place + 1);
    if letters = 1 then
      forms := forms || shorter;
    else
      for later in place .. length(shorter) loop
        forms := forms || (left(shorter, later - 1) || substr(shorter, later + 1));
      end loop;
    end if;
  end loop;
  return forms;
end $function$;

CREATE OR REPLACE FUNCTION public.song_suggestions(songs uuid[])
 RETURNS SETOF suggested_songs
 LANGUAGE sql
 STABLE ROWS 10
AS $function$
  select listed.song, first.track_id, plain.title, words_vector(plain.title), first.popularity
  from unnest(songs) as listed (song)
  cross join lateral (
    select track_id, popularity from track_search
    where track_search.song = listed.song order by popularity desc, created_at desc, track_id desc limit 1
  ) first
  join tracks on tracks.id = first.track_id
  cross join lateral split_part(tracks.song, ' / ', 1) as plain (title)
  where plain.title <> ''
$function$;

CREATE OR REPLACE FUNCTION public.spell_artist_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into artist_words (word)
  select word from (select distinct unnest(tsvector_to_array(words)) as word from new_rows) named
  order by word
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.spell_new_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_spellings select word, search_sound(word), spelling_forms(word) from new_rows on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.spell_renamed_artists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into artist_words (word)
  select word
  from (
    select distinct unnest(tsvector_to_array(new_rows.words)) as word
    from new_rows join old_rows using (artist_id) where new_rows.words <> old_rows.words
  ) named
  order by word
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.spelling_forms(word text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO '$user', 'public'
AS $function$
declare
  forms text[] := left(word, 7) || shortened(word, 1);
begin
  if length(word) > 4 then
    forms := forms || array(select '2' || form from unnest(shortened(word, 2)) as form);
  end if;
  if length(word) > 2 then
    forms := forms || ('~' || search_sound(word));
  end if;
  return array(select distinct form from unnest(forms) as form);
end $function$;

CREATE OR REPLACE FUNCTION public.suggest_artists(artists uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from suggested_artists where artist_id = any(artists) order by artist_id for update;
  insert into suggested_artists select * from artist_suggestions(artists) order by artist_id on conflict do nothing;
  update suggested_artists
  set name = fresh.name, words = fresh.words, popularity = fresh.popularity
  from artist_suggestions(artists) as fresh
  where suggested_artists.artist_id = fresh.artist_id
    and (suggested_artists.name, suggested_artists.words, suggested_artists.popularity)
      is distinct from (fresh.name, fresh.words, fresh.popularity);
  delete from suggested_artists
  where artist_id = any(artists)
    and not exists (select from track_search where track_search.artist_id = suggested_artists.artist_id);
end $function$;

CREATE OR REPLACE FUNCTION public.suggest_everything()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into suggested_songs
  select distinct on (track_search.song)
    track_search.song, track_id, plain.title, words_vector(plain.title), popularity
  from track_search
  join tracks on tracks.id = track_id
  cross join lateral split_part(tracks.song, ' / ', 1) as plain (title)
  where plain.title <> ''
  order by track_search.song, popularity desc, track_search.created_at desc, track_id desc
  on conflict (song) do update
  set track_id = excluded.track_id, title = excluded.title, words = excluded.words, popularity = excluded.popularity
  where (suggested_songs.track_id, suggested_songs.title, suggested_songs.popularity)
    is distinct from (excluded.track_id, excluded.title, excluded.popularity);
  delete from suggested_songs
  where not exists (select from track_search where track_search.song = suggested_songs.song);

  insert into suggested_artists
  select artist_id, plain_words(coalesce(display_name, username)),
    words_vector(plain_words(concat_ws(' ', display_name, username))), listed.popularity
  from (select artist_id, sum(popularity) as popularity from track_search group by artist_id) listed
  join users on users.id = artist_id
  order by artist_id
  on conflict (artist_id) do update
  set name = excluded.name, words = excluded.words, popularity = excluded.popularity
  where (suggested_artists.name, suggested_artists.words, suggested_artists.popularity)
    is distinct from (excluded.name, excluded.words, excluded.popularity);
  delete from suggested_artists
  where not exists (select from track_search where track_search.artist_id = suggested_artists.artist_id);
end $function$;

CREATE OR REPLACE FUNCTION public.suggest_renamed_artist()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform suggest_artists(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.suggest_search_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform suggest_songs(array(select distinct song from new_rows));
    perform suggest_artists(array(select distinct artist_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform suggest_songs(array(select distinct song from old_rows));
    perform suggest_artists(array(select distinct artist_id from old_rows));
  else
    perform suggest_songs(changed.songs), suggest_artists(changed.artists)
    from (
      select array_agg(distinct song) as songs, array_agg(distinct artist_id) as artists
      from (
        select track_id, song, artist_id, popularity from new_rows
        except select track_id, song, artist_id, popularity from old_rows
        union all (
          select track_id, song, artist_id, popularity from old_rows
          except select track_id, song, artist_id, popularity from new_rows
        )
      ) differing
    ) changed
    where changed.songs is not null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.suggest_songs(songs uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from suggested_songs where song = any(songs) order by song for update;
  insert into suggested_songs select * from song_suggestions(songs) order by song on conflict do nothing;
  update suggested_songs
  set track_id = fresh.track_id, title = fresh.title, words = fresh.words, popularity = fresh.popularity
  from song_suggestions(songs) as fresh
  where suggested_songs.song = fresh.song
    and (suggested_songs.track_id, suggested_songs.title, suggested_songs.popularity)
      is distinct from (fresh.track_id, fresh.title, fresh.popularity);
  delete from suggested_songs
  where song = any(songs) and not exists (select from track_search where track_search.song = suggested_songs.song);
end $function$;

CREATE OR REPLACE FUNCTION public.sync_track_search(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from users where id in (select artist_id from tracks where id = any(ids)) order by id for share;
  perform from track_search where track_id = any(ids) order by track_id for no key update;
  delete from track_search
  where track_id = any(ids) and track_id not in (select track_id from listed_tracks where track_id = any(ids));
  insert into track_search select * from listed_tracks where track_id = any(ids) order by track_id
  on conflict (track_id) do update set
    artist_id = excluded.artist_id, song = excluded.song, popularity = excluded.popularity,
    created_at = excluded.created_at, rating = excluded.rating, price_pence = excluded.price_pence,
    facets = excluded.facets, words = excluded.words, song_key = excluded.song_key
  where (
    track_search.artist_id, track_search.song, track_search.popularity, track_search.created_at, track_search.rating,
    track_search.price_pence, track_search.facets, track_search.words, track_search.song_key
  ) is distinct from (
    excluded.artist_id, excluded.song, excluded.popularity, excluded.created_at, excluded.rating,
    excluded.price_pence, excluded.facets, excluded.words, excluded.song_key
  );
end $function$;

CREATE OR REPLACE FUNCTION public.timeline_steps()
 RETURNS TABLE(step text, actor text, from_status text, to_status text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values
    ('request', 'customer', null, 'pending_artist'),
    ('accept', 'artist', 'pending_artist', 'requested'),
    ('reject', 'artist', 'pending_artist', 'rejected_by_artist'),
    ('withdraw', 'customer', 'pending_artist', 'cancelled'),
    ('withdraw', 'customer', 'requested', 'cancelled'),
    ('artistWithdraw', 'artist', 'requested', 'cancelled'),
    ('lapse', 'system', 'pending_artist', 'cancelled'),
    ('expire', 'system', 'requested', 'cancelled'),
    ('banParty', 'system', 'pending_artist', 'cancelled'),
    ('banParty', 'system', 'requested', 'cancelled'),
    ('checkOut', 'customer', 'requested', 'requested'),
    ('confirm', 'provider', 'requested', 'accepted'),
    ('fail', 'provider', 'accepted', 'requested'),
    ('failLate', 'provider', 'accepted', 'cancelled'),
    ('failBanned', 'provider', 'accepted', 'cancelled'),
    ('pay', 'provider', 'requested', 'in_progress'),
    ('pay', 'provider', 'accepted', 'in_progress'),
    ('upload', 'artist', 'in_progress', 'in_progress'),
    ('deliver', 'artist', 'in_progress', 'delivered'),
    ('requestChanges', 'customer', 'delivered', 'in_progress'),
    ('approve', 'customer', 'delivered', 'approved'),
    ('approveSilently', 'system', 'delivered', 'approved'),
    ('dispute', 'customer', 'delivered', 'delivered'),
    ('answerDispute', 'artist', 'delivered', 'delivered'),
    ('endDispute', 'customer', 'delivered', 'delivered'),
    ('giveUp', 'artist', 'in_progress', 'cancelled'),
    ('cancelOverdue', 'customer', 'in_progress', 'cancelled'),
    ('endUnfinished', 'system', 'in_progress', 'cancelled'),
    ('decideApproval', 'admin', 'in_progress', 'approved'),
    ('decideApproval', 'admin', 'delivered', 'approved'),
    ('decideRevision', 'admin', 'delivered', 'in_progress'),
    ('decideRefund', 'admin', 'in_progress', 'cancelled'),
    ('decideRefund', 'admin', 'delivered', 'cancelled'),
    ('holdTooLong', 'system', 'in_progress', 'cancelled'),
    ('holdTooLong', 'system', 'delivered', 'cancelled'),
    ('postpone', 'system', 'approved', 'cron_pending'),
    ('complete', 'system', 'approved', 'completed'),
    ('complete', 'system', 'cron_pending', 'completed'),
    ('freeze', 'admin', 'accepted', 'accepted'),
    ('freeze', 'admin', 'in_progress', 'in_progress'),
    ('freeze', 'admin', 'delivered', 'delivered'),
    ('freeze', 'system', 'accepted', 'accepted'),
    ('freeze', 'system', 'in_progress', 'in_progress'),
    ('freeze', 'system', 'delivered', 'delivered'),
    ('thaw', 'admin', 'accepted', 'accepted'),
    ('thaw', 'admin', 'in_progress', 'in_progress'),
    ('thaw', 'admin', 'delivered', 'delivered'),
    ('thaw', 'system', 'accepted', 'accepted'),
    ('thaw', 'system', 'in_progress', 'in_progress'),
    ('thaw', 'system', 'delivered', 'delivered')
$function$;

CREATE OR REPLACE FUNCTION public.typed_forms(word text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  forms text[] := left(word, 7) || shortened(word, 1);
begin
  if length(word) > 6 then
    forms := forms || shortened(word, 2);
    forms := forms || array(select '2' || form from unnest(forms) as form);
  end if;
  if length(word) > 2 then
    forms := forms || ('~' || search_sound(word));
  end if;
  return forms;
end $function$;

CREATE OR REPLACE FUNCTION public.with_beginnings(words tsvector)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 1000
AS $function$
declare
  lexemes text[] := tsvector_to_array(words);
  lexeme text;
begin
  foreach lexeme in array tsvector_to_array(words) loop
    if left(lexeme, 1) <> '#' then
      for letters in 2 .. least(length(lexeme), 7) loop
        lexemes := lexemes || ('^' || left(lexeme, letters));
      end loop;
    end if;
  end loop;
  return array_to_tsvector(lexemes);
end $function$;

CREATE OR REPLACE FUNCTION public.words_of_artist(display_name text, username text, instrument text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select words_vector(plain_words(concat_ws(' ', display_name, username, instrument)))
$function$;

CREATE OR REPLACE FUNCTION public.words_vector(words text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_to_tsvector(array_remove(string_to_array(words, ' '), ''))
$function$;

create view current_lexicon as
 SELECT word,
    (df + COALESCE(( SELECT sum(lexicon_changes.change) AS sum
           FROM lexicon_changes
          WHERE lexicon_changes.word = search_lexicon.word), 0::bigint))::integer AS df
   FROM search_lexicon;

create view listed_tracks as
 SELECT tracks.id AS track_id,
    tracks.artist_id,
    md5(tracks.song)::uuid AS song,
    COALESCE(track_statistics.popularity, 0::double precision) AS popularity,
    tracks.created_at,
    COALESCE(tracks.rating_rank, 0::real) AS rating,
    tracks.price_pence,
    tracks.facets,
    array_to_tsvector(string_to_array(tracks.search_text, ' '::text)) AS words,
    md5(COALESCE(tracks.song_key, tracks.song))::uuid AS song_key
   FROM tracks
     JOIN users ON users.id = tracks.artist_id
     LEFT JOIN track_statistics ON track_statistics.track_id = tracks.id
  WHERE is_listed(tracks.withdrawn_at, users.banned);

create view owned_recordings as
 SELECT entitlements.user_id,
    tracks.id,
    tracks.id AS track_id,
    NULL::uuid AS commission_id,
    entitlements.granted_at,
    tracks.title,
    tracks.artist_id,
    tracks.original_key,
    tracks.original_container,
    tracks.original_bytes,
    tracks.original_sha256,
    tracks.codec,
    tracks.duration_ms,
    tracks.loudness_lufs,
    tracks.sample_rate_hz,
    tracks.peaks,
    ' '::text || tracks.search_text AS words,
    entitlements.order_line_id,
    NULL::text AS guide_key,
    NULL::text AS guide_container,
    NULL::bigint AS guide_bytes
   FROM entitlements
     JOIN tracks ON tracks.id = entitlements.track_id
UNION ALL
 SELECT commissions.customer_id AS user_id,
    commissions.id,
    NULL::uuid AS track_id,
    commissions.id AS commission_id,
    commission_entitlements.granted_at,
    commissions.name AS title,
    commissions.artist_id,
    delivery.storage_key AS original_key,
    delivery.container AS original_container,
    delivery.bytes AS original_bytes,
    delivery.sha256 AS original_sha256,
    delivery.audio ->> 'codec'::text AS codec,
    (delivery.audio ->> 'durationMs'::text)::integer AS duration_ms,
    (delivery.audio ->> 'loudnessLufs'::text)::real AS loudness_lufs,
    (delivery.audio ->> 'sampleRateHz'::text)::integer AS sample_rate_hz,
    decode(delivery.audio ->> 'peaks'::text, 'base64'::text) AS peaks,
    ' '::text || plain_words((commissions.name || ' '::text) || commissions.artist_name) AS words,
    NULL::uuid AS order_line_id,
    delivery.guide_key,
    delivery.guide_container,
    delivery.guide_bytes
   FROM commission_entitlements
     JOIN commissions ON commissions.id = commission_entitlements.commission_id
     JOIN LATERAL ( SELECT commission_deliveries.id,
            commission_deliveries.commission_id,
            commission_deliveries.number,
            commission_deliveries.status,
            commission_deliveries.file_name,
            commission_deliveries.storage_key,
            commission_deliveries.bytes,
            commission_deliveries.sha256,
            commission_deliveries.container,
            commission_deliveries.audio,
            commission_deliveries.preview_key,
            commission_deliveries.preview_start_ms,
            commission_deliveries.preview_ms,
            commission_deliveries.guide_key,
            commission_deliveries.guide_name,
            commission_deliveries.guide_container,
            commission_deliveries.guide_bytes,
            commission_deliveries.refusal_code,
            commission_deliveries.created_at,
            commission_deliveries.arrived_at,
            commission_deliveries.ready_at,
            commission_deliveries.unfinished_file,
            commission_deliveries.guide_unfinished_file,
            commission_deliveries.files_removed_at
           FROM commission_deliveries
          WHERE commission_deliveries.commission_id = commissions.id AND commission_deliveries.status = 'ready'::text
          ORDER BY commission_deliveries.number DESC
         LIMIT 1) delivery ON true;

CREATE INDEX admin_actions_action ON public.admin_actions USING btree (action, id DESC);
CREATE INDEX admin_actions_admin ON public.admin_actions USING btree (admin_id, id DESC);
CREATE INDEX admin_actions_subject ON public.admin_actions USING btree (subject_id, id DESC);
CREATE TRIGGER admin_actions_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON admin_actions FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();

CREATE INDEX artist_words_spellings ON public.artist_words USING gin (spelling_forms(word));

CREATE INDEX lexicon_changes_word ON public.lexicon_changes USING btree (word);

CREATE INDEX payment_events_about ON public.payment_events USING btree (about) WHERE (about IS NOT NULL);
CREATE INDEX payment_events_received ON public.payment_events USING btree (received_at);

CREATE INDEX search_lexicon_prefix ON public.search_lexicon USING btree (word text_pattern_ops);
CREATE INDEX search_lexicon_similar ON public.search_lexicon USING gin (word gin_trgm_ops);
CREATE TRIGGER new_words_are_spelled AFTER INSERT ON search_lexicon REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION spell_new_words();

CREATE INDEX search_spellings_forms ON public.search_spellings USING gin (forms);

CREATE INDEX suggested_artists_words ON public.suggested_artists USING gin (words);

CREATE INDEX suggested_songs_popularity ON public.suggested_songs USING btree (popularity DESC, song) INCLUDE (title, track_id);
CREATE INDEX suggested_songs_title ON public.suggested_songs USING btree (title text_pattern_ops) INCLUDE (popularity, song, track_id);
CREATE INDEX suggested_songs_words ON public.suggested_songs USING gin (words);

CREATE INDEX users_admins ON public.users USING btree (id) WHERE (role = 'admin'::text);
CREATE INDEX users_avatar ON public.users USING btree (avatar) WHERE (avatar IS NOT NULL);
CREATE UNIQUE INDEX users_display_name_key ON public.users USING btree (display_name_key) WHERE (display_name_key IS NOT NULL);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE INDEX users_newest ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX users_search ON public.users USING gin (lower(((((email || ' '::text) || username) || ' '::text) || COALESCE(display_name, ''::text))) gin_trgm_ops);
CREATE UNIQUE INDEX users_username ON public.users USING btree (lower(username)) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX users_username_key ON public.users USING btree (username_key);
CREATE TRIGGER banned_artists_are_hidden AFTER UPDATE OF banned ON users FOR EACH ROW WHEN (old.banned IS DISTINCT FROM new.banned) EXECUTE FUNCTION list_tracks_of_artist();
CREATE TRIGGER new_users_are_kept_as_artists AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_new_artists();
CREATE TRIGGER renamed_artists_are_suggested AFTER UPDATE OF username, display_name ON users FOR EACH ROW EXECUTE FUNCTION suggest_renamed_artist();
CREATE TRIGGER users_are_kept_as_artists AFTER UPDATE OF role, banned, username, display_name ON users FOR EACH ROW EXECUTE FUNCTION keep_artist();

CREATE INDEX artists_commission_price ON public.artists USING btree (commission_price_pence, artist_id) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_commissions ON public.artists USING btree (commissions DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions) WHERE is_listed;
CREATE INDEX artists_followers ON public.artists USING btree (followers DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_joined ON public.artists USING btree (joined_at DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_online ON public.artists USING btree (last_online_on, artist_id) INCLUDE (takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_popularity ON public.artists USING btree (popularity DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_rating ON public.artists USING btree (rating_rank DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_reviews ON public.artists USING btree (reviews DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_tracks ON public.artists USING btree (tracks DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE TRIGGER changed_artists_are_counted_again AFTER UPDATE ON artists REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_artists();
CREATE TRIGGER changed_artists_are_named AFTER UPDATE ON artists FOR EACH ROW WHEN (old.is_listed IS DISTINCT FROM new.is_listed OR old.last_online_on IS DISTINCT FROM new.last_online_on OR old.takes_commissions IS DISTINCT FROM new.takes_commissions OR old.commissions IS DISTINCT FROM new.commissions OR old.commission_price_pence IS DISTINCT FROM new.commission_price_pence OR old.rating_rank IS DISTINCT FROM new.rating_rank OR old.popularity IS DISTINCT FROM new.popularity OR old.tracks IS DISTINCT FROM new.tracks OR old.followers IS DISTINCT FROM new.followers OR old.reviews IS DISTINCT FROM new.reviews OR old.joined_at IS DISTINCT FROM new.joined_at OR old.words IS DISTINCT FROM new.words) EXECUTE FUNCTION keep_artist_names();
CREATE TRIGGER new_artists_are_counted AFTER INSERT ON artists REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_artists();
CREATE TRIGGER new_artists_are_named AFTER INSERT ON artists FOR EACH ROW WHEN (new.is_listed) EXECUTE FUNCTION keep_artist_names();
CREATE TRIGGER new_artists_are_spelled AFTER INSERT ON artists REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION spell_artist_words();
CREATE TRIGGER removed_artists_are_counted_out AFTER DELETE ON artists REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_artists();
CREATE TRIGGER renamed_artists_are_spelled AFTER UPDATE ON artists REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION spell_renamed_artists();

CREATE INDEX artist_examples_waiting ON public.artist_examples USING btree (created_at) WHERE (status = 'waiting'::text);

CREATE INDEX artist_names_words ON public.artist_names USING gin (with_beginnings(words)) WITH (fastupdate=off);

CREATE INDEX contact_messages_newest ON public.contact_messages USING btree (sent_at DESC, id DESC);
CREATE INDEX contact_messages_status ON public.contact_messages USING btree (status, sent_at DESC, id DESC);
CREATE INDEX contact_messages_user ON public.contact_messages USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX contact_answers_message ON public.contact_answers USING btree (message_id, sent_at);

CREATE INDEX credentials_user ON public.credentials USING btree (user_id);

CREATE INDEX email_links_user ON public.email_links USING btree (user_id, kind);

CREATE INDEX follows_artist ON public.follows USING btree (artist_id, followed_at DESC, follower_id);
CREATE TRIGGER follows_are_counted_in AFTER INSERT ON follows REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_for_artists();
CREATE TRIGGER follows_are_counted_out AFTER DELETE ON follows REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_for_artists();

CREATE INDEX licence_documents_artist ON public.licence_documents USING btree (artist_id, created_at);

CREATE INDEX orders_customer ON public.orders USING btree (customer_id, created_at DESC);
CREATE UNIQUE INDEX orders_one_pending ON public.orders USING btree (customer_id) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX payments_of_order ON public.payments USING btree (subject_id) WHERE ((subject_kind = 'order'::text) AND (stray_of IS NULL));
CREATE UNIQUE INDEX payments_open_of_subject ON public.payments USING btree (subject_kind, subject_id) WHERE (status = 'open'::text);
CREATE INDEX payments_stray ON public.payments USING btree (stray_of) WHERE (stray_of IS NOT NULL);
CREATE INDEX payments_subject ON public.payments USING btree (subject_kind, subject_id);
CREATE INDEX payments_unfinished ON public.payments USING btree (created_at) WHERE (status = ANY (ARRAY['open'::text, 'confirming'::text]));

CREATE INDEX found_problems_payment ON public.found_problems USING btree (payment_id);

CREATE INDEX ledger_transactions_payment ON public.ledger_transactions USING btree (payment_id);
CREATE TRIGGER ledger_transactions_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE INDEX ledger_entries_artist ON public.ledger_entries USING btree (artist_id) WHERE (artist_id IS NOT NULL);
CREATE INDEX ledger_entries_transaction ON public.ledger_entries USING btree (transaction_id);
CREATE TRIGGER ledger_entries_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE CONSTRAINT TRIGGER ledger_entries_sum_to_zero AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_sum();

CREATE INDEX receipts_customer ON public.receipts USING btree (customer_id, serial DESC);

CREATE INDEX reviews_artist ON public.reviews USING btree (artist_id, created_at DESC, id DESC);
CREATE INDEX reviews_author ON public.reviews USING btree (author_id, artist_id);
CREATE TRIGGER reviews_are_counted_in AFTER INSERT ON reviews REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_for_artists();
CREATE TRIGGER reviews_are_counted_out AFTER DELETE ON reviews REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_for_artists();

CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

CREATE INDEX tracks_artist ON public.tracks USING btree (artist_id, created_at DESC, id DESC);
CREATE INDEX tracks_licence_document ON public.tracks USING btree (licence_document_id) WHERE (licence_document_id IS NOT NULL);
CREATE INDEX tracks_song_search ON public.tracks USING gin (song gin_trgm_ops);
CREATE INDEX tracks_unmeasured ON public.tracks USING btree (created_at) WHERE (music_measured_at IS NULL);
CREATE INDEX tracks_without_song_key ON public.tracks USING btree (id) WHERE (song_key IS NULL);
CREATE TRIGGER changed_tracks_are_listed AFTER UPDATE ON tracks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_changed_tracks();
CREATE TRIGGER new_tracks_are_listed AFTER INSERT ON tracks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_changed_tracks();
CREATE TRIGGER tracks_are_counted_again AFTER UPDATE ON tracks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tracks_of_artists();
CREATE TRIGGER tracks_are_counted_in AFTER INSERT ON tracks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tracks_of_artists();
CREATE TRIGGER tracks_are_counted_out AFTER DELETE ON tracks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tracks_of_artists();

CREATE INDEX comments_track ON public.comments USING btree (track_id, created_at DESC, id DESC);
CREATE INDEX comments_user ON public.comments USING btree (user_id, track_id);
CREATE TRIGGER changed_comments_are_announced AFTER UPDATE ON comments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_comments();
CREATE TRIGGER deleted_comments_are_announced AFTER DELETE ON comments REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_comments();
CREATE TRIGGER new_comments_are_announced AFTER INSERT ON comments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_comments();

CREATE INDEX commissions_answer_by ON public.commissions USING btree (answer_by) WHERE (status = 'pending_artist'::text);
CREATE INDEX commissions_approve_at ON public.commissions USING btree (approve_at) WHERE (status = 'delivered'::text);
CREATE INDEX commissions_artist ON public.commissions USING btree (artist_id, status);
CREATE INDEX commissions_customer ON public.commissions USING btree (customer_id, status);
CREATE INDEX commissions_end_at ON public.commissions USING btree (end_at) WHERE (status = 'in_progress'::text);
CREATE INDEX commissions_frozen ON public.commissions USING btree (created_at DESC, id DESC) WHERE (frozen_at IS NOT NULL);
CREATE INDEX commissions_hold_until ON public.commissions USING btree (hold_until) WHERE (status = ANY (ARRAY['in_progress'::text, 'delivered'::text]));
CREATE INDEX commissions_newest ON public.commissions USING btree (created_at DESC, id DESC);
CREATE INDEX commissions_open_work ON public.commissions USING btree (artist_id) WHERE (status = ANY (ARRAY['requested'::text, 'accepted'::text, 'in_progress'::text, 'delivered'::text]));
CREATE INDEX commissions_pay_by ON public.commissions USING btree (pay_by) WHERE (status = 'requested'::text);
CREATE INDEX commissions_remind_at ON public.commissions USING btree (remind_at) WHERE (remind_at IS NOT NULL);
CREATE UNIQUE INDEX commissions_request_key ON public.commissions USING btree (customer_id, request_key);
CREATE INDEX commissions_searched ON public.commissions USING gin (searched gin_trgm_ops);
CREATE INDEX commissions_status ON public.commissions USING btree (status, created_at DESC, id DESC);
CREATE INDEX commissions_unsettled ON public.commissions USING btree (paid_at) WHERE (status = ANY (ARRAY['in_progress'::text, 'delivered'::text, 'approved'::text, 'cron_pending'::text]));

CREATE INDEX commission_deliveries_commission ON public.commission_deliveries USING btree (commission_id, created_at, number);
CREATE UNIQUE INDEX commission_deliveries_in_progress ON public.commission_deliveries USING btree (commission_id) WHERE (status = 'preparing'::text);
CREATE UNIQUE INDEX commission_deliveries_number ON public.commission_deliveries USING btree (commission_id, number) WHERE (status <> 'refused'::text);
CREATE INDEX commission_deliveries_stored ON public.commission_deliveries USING btree (commission_id) WHERE (files_removed_at IS NULL);

CREATE INDEX commission_disputes_commission ON public.commission_disputes USING btree (commission_id);
CREATE UNIQUE INDEX commission_disputes_open ON public.commission_disputes USING btree (commission_id) WHERE (status <> 'resolved'::text);
CREATE INDEX commission_disputes_queue ON public.commission_disputes USING btree (opened_at, id) WHERE (status <> 'resolved'::text);
CREATE INDEX commission_disputes_resolved ON public.commission_disputes USING btree (resolved_at DESC, id DESC) WHERE (status = 'resolved'::text);
CREATE INDEX commission_disputes_unanswered ON public.commission_disputes USING btree (answer_by) WHERE ((status = 'open'::text) AND (unanswered_at IS NULL));

CREATE INDEX commission_steps_commission ON public.commission_steps USING btree (commission_id, id);
CREATE TRIGGER commission_steps_stay BEFORE DELETE OR UPDATE ON commission_steps FOR EACH ROW EXECUTE FUNCTION refuse_changed_commission_step();

CREATE INDEX downloads_commission ON public.downloads USING btree (commission_id) WHERE (commission_id IS NOT NULL);
CREATE INDEX downloads_track ON public.downloads USING btree (track_id);

CREATE UNIQUE INDEX flags_open ON public.flags USING btree (reporter_id, track_id) WHERE (status = ANY (ARRAY['new'::text, 'reviewing'::text]));
CREATE INDEX flags_queue ON public.flags USING btree (status, created_at, id);
CREATE INDEX flags_track ON public.flags USING btree (track_id);

CREATE INDEX notifications_actor ON public.notifications USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX notifications_age ON public.notifications USING btree (created_at);
CREATE INDEX notifications_collected ON public.notifications USING btree (user_id, created_at) WHERE ((kind = 'new_track'::text) AND (emailed_at IS NULL));
CREATE INDEX notifications_comment ON public.notifications USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX notifications_list ON public.notifications USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX notifications_review ON public.notifications USING btree (review_id) WHERE (review_id IS NOT NULL);
CREATE INDEX notifications_track ON public.notifications USING btree (track_id) WHERE (track_id IS NOT NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (read_at IS NULL);

CREATE INDEX ratings_user ON public.ratings USING btree (user_id);
CREATE TRIGGER ratings_are_counted_again AFTER UPDATE ON ratings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();
CREATE TRIGGER ratings_are_counted_in AFTER INSERT ON ratings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();
CREATE TRIGGER ratings_are_counted_out AFTER DELETE ON ratings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();

CREATE INDEX refunds_failed ON public.refunds USING btree (payment_id) WHERE ((status = 'failed'::text) AND (settled_at IS NULL));
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);
CREATE UNIQUE INDEX refunds_without_line ON public.refunds USING btree (payment_id) WHERE ((order_line_id IS NULL) AND (status <> 'failed'::text));

CREATE INDEX renditions_track ON public.renditions USING btree (track_id);
CREATE INDEX renditions_used ON public.renditions USING btree (used_at) WHERE (status = 'ready'::text);
CREATE INDEX renditions_waiting ON public.renditions USING btree (requested_at) WHERE (status = 'waiting'::text);

CREATE INDEX track_search_artist ON public.track_search USING btree (artist_id) INCLUDE (facets, track_id, popularity, created_at, rating, price_pence);
CREATE INDEX track_search_facets ON public.track_search USING btree (facets) INCLUDE (track_id, popularity, created_at, rating, price_pence);
CREATE INDEX track_search_newest ON public.track_search USING btree (created_at DESC, track_id DESC) INCLUDE (facets);
CREATE INDEX track_search_popularity ON public.track_search USING btree (popularity DESC, created_at DESC, track_id DESC) INCLUDE (facets);
CREATE INDEX track_search_price ON public.track_search USING btree (price_pence, track_id) INCLUDE (facets);
CREATE INDEX track_search_rating ON public.track_search USING btree (rating DESC, track_id DESC) INCLUDE (facets);
CREATE INDEX track_search_song ON public.track_search USING btree (song, popularity DESC, created_at DESC, track_id DESC);
CREATE INDEX track_search_song_key ON public.track_search USING btree (song_key, popularity DESC, created_at DESC, track_id DESC);
CREATE INDEX track_search_words ON public.track_search USING gin (with_beginnings(words)) WITH (fastupdate=off);
CREATE TRIGGER changed_rows_are_suggested AFTER UPDATE ON track_search REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION suggest_search_rows();
CREATE TRIGGER listed_rows_are_suggested AFTER INSERT ON track_search REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION suggest_search_rows();
CREATE TRIGGER removed_rows_are_not_suggested AFTER DELETE ON track_search REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION suggest_search_rows();
CREATE TRIGGER search_rows_are_counted_again AFTER UPDATE ON track_search REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_search_rows();
CREATE TRIGGER search_rows_are_counted_in AFTER INSERT ON track_search REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_search_rows();
CREATE TRIGGER search_rows_are_counted_out AFTER DELETE ON track_search REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_search_rows();

CREATE INDEX track_statistics_stale ON public.track_statistics USING btree (track_id) WHERE stale;

CREATE INDEX transfers_artist ON public.transfers USING btree (artist_id, created_at DESC);
CREATE INDEX transfers_failed ON public.transfers USING btree (payment_id) WHERE (status = 'failed'::text);

CREATE INDEX uploads_artist ON public.uploads USING btree (artist_id, created_at DESC);
CREATE UNIQUE INDEX uploads_delivery ON public.uploads USING btree (commission_id) WHERE (purpose = 'delivery'::text);
CREATE UNIQUE INDEX uploads_guide ON public.uploads USING btree (commission_id) WHERE (purpose = 'guide'::text);
CREATE INDEX uploads_of_guide ON public.uploads USING btree (guide_id) WHERE (guide_id IS NOT NULL);
CREATE INDEX uploads_unlisted ON public.uploads USING btree (artist_id) WHERE (status <> 'listed'::text);

CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);
