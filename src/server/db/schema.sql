-- The database as all migrations together have made it. Written by `npm run schema`, never by hand; a test proves
-- that it equals the migrated database, and that it creates the same one. The app itself runs only the migrations.

set check_function_bodies = off;

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

CREATE OR REPLACE FUNCTION public.rating_rank(rating_count integer, rating_sum integer)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (rating_count = 0) THEN (0)::double precision ELSE (((rating_sum + 20))::real / ((rating_count + 5))::double precision) END;

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

CREATE OR REPLACE FUNCTION public.vat_in(gross_pence integer, rate integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select ((2 * gross_pence::bigint * rate + 10000 + rate) / (2 * (10000 + rate)))::integer
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

create table balance_reading (
  is_only boolean default true not null,
  read_until timestamp with time zone,
  started_at timestamp with time zone,
  next_page text,
  constraint balance_reading_pkey PRIMARY KEY (is_only),
  constraint balance_reading_check CHECK (next_page IS NULL OR started_at IS NOT NULL),
  constraint balance_reading_is_only_check CHECK (is_only)
);

create table job_workers (
  worker_id text not null,
  connections text not null,
  noted_at timestamp with time zone default now() not null,
  constraint job_workers_pkey PRIMARY KEY (worker_id)
);

create table ledger_days (
  day date not null,
  transactions integer not null,
  hash bytea not null,
  closed_at timestamp with time zone not null,
  constraint ledger_days_pkey PRIMARY KEY (day),
  constraint ledger_days_hash_check CHECK (length(hash) = 32)
);

create table ledger_day_sums (
  day date not null,
  account text not null,
  pence bigint not null,
  constraint ledger_day_sums_pkey PRIMARY KEY (day, account),
  constraint ledger_day_sums_day_fkey FOREIGN KEY (day) REFERENCES ledger_days(day)
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

create table payment_events (
  id text not null,
  type text not null,
  received_at timestamp with time zone default now() not null,
  processed_at timestamp with time zone,
  about text,
  is_of_other_mode boolean default false not null,
  constraint payment_events_pkey PRIMARY KEY (id)
);

create table provider_records (
  run_id bigint not null,
  list text not null,
  id text not null,
  amount_pence bigint not null,
  fee_pence bigint not null,
  made_at timestamp with time zone not null,
  state text,
  constraint provider_records_pkey PRIMARY KEY (run_id, list, id)
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

create table reconciled_days (
  day date not null,
  opening_pence bigint not null,
  closing_pence bigint not null,
  transactions integer not null,
  hash bytea not null,
  closed_at timestamp with time zone not null,
  constraint reconciled_days_pkey PRIMARY KEY (day),
  constraint reconciled_days_hash_check CHECK (length(hash) = 32),
  constraint reconciled_days_day_fkey FOREIGN KEY (day) REFERENCES ledger_days(day)
);

create table reconciled_sums (
  day date not null,
  type text not null,
  transactions integer not null,
  amount_pence bigint not null,
  fee_pence bigint not null,
  constraint reconciled_sums_pkey PRIMARY KEY (day, type),
  constraint reconciled_sums_transactions_check CHECK (transactions > 0),
  constraint reconciled_sums_day_fkey FOREIGN KEY (day) REFERENCES reconciled_days(day)
);

create table reconciliation_runs (
  id bigint generated always as identity not null,
  first_day date not null,
  last_day date not null,
  is_repeat boolean not null,
  started_at timestamp with time zone not null,
  accounts_until text,
  constraint reconciliation_runs_pkey PRIMARY KEY (id),
  constraint reconciliation_runs_check CHECK (last_day >= first_day)
);

create table reconciliation_failures (
  run_id bigint not null,
  list text not null,
  since timestamp with time zone not null,
  subject text not null,
  constraint reconciliation_failures_pkey PRIMARY KEY (run_id, list, since, subject),
  constraint reconciliation_failures_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_runs(id) ON DELETE CASCADE
);

create table reconciliation_reads (
  run_id bigint not null,
  list text not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  next_page text,
  is_read boolean default false not null,
  constraint reconciliation_reads_pkey PRIMARY KEY (run_id, list, since),
  constraint reconciliation_reads_check CHECK (until > since),
  constraint reconciliation_reads_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_runs(id) ON DELETE CASCADE
);

create table site_facts (
  name text not null,
  value text not null,
  noted_at timestamp with time zone default now() not null,
  constraint site_facts_pkey PRIMARY KEY (name)
);

create table statement_months (
  month date not null,
  collected_until timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint statement_months_pkey PRIMARY KEY (month),
  constraint statement_months_month_check CHECK (EXTRACT(day FROM month) = 1::numeric)
);

create table suggestions (
  kind text not null,
  id uuid not null,
  name text not null,
  popularity double precision not null,
  words tsvector not null,
  constraint suggestions_pkey PRIMARY KEY (kind, id),
  constraint suggestions_kind_check CHECK (kind = ANY (ARRAY['title'::text, 'artist'::text]))
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

create table artist_months (
  artist_id uuid not null,
  month date not null,
  sales integer not null,
  fee_pence integer not null,
  card_fee_pence integer not null,
  account_fee_pence integer not null,
  constraint artist_months_pkey PRIMARY KEY (artist_id, month),
  constraint artist_months_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id)
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
  offers_version integer default 0 not null,
  name_words tsvector not null,
  rating_rank real generated always as (rating_rank(rating_count, rating_sum)) stored not null,
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
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.05);

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

create table artist_offers (
  id uuid not null,
  artist_id uuid not null,
  "position" integer not null,
  title text not null,
  description text not null,
  artist_pence integer not null,
  delivery_days integer not null,
  fits text not null,
  is_on boolean not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint artist_offers_pkey PRIMARY KEY (id),
  constraint artist_offers_have_an_order UNIQUE (artist_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint artist_offers_artist_pence_check CHECK (artist_pence > 0),
  constraint artist_offers_delivery_days_check CHECK (delivery_days > 0),
  constraint artist_offers_fits_check CHECK (fits = ANY (ARRAY['any'::text, 'another_key'::text])),
  constraint artist_offers_position_check CHECK ("position" >= 1 AND "position" <= 8),
  constraint artist_offers_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(artist_id) ON DELETE CASCADE
);

create table bank_payouts (
  id text not null,
  artist_id uuid not null,
  amount_pence integer not null,
  status text default 'on_its_way'::text not null,
  failure_code text,
  created_at timestamp with time zone not null,
  arrives_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  parts_read_at timestamp with time zone,
  constraint bank_payouts_pkey PRIMARY KEY (id),
  constraint bank_payouts_amount_pence_check CHECK (amount_pence <> 0),
  constraint bank_payouts_have_ended CHECK ((status = ANY (ARRAY['failed'::text, 'returned'::text, 'cancelled'::text])) = (ended_at IS NOT NULL)),
  constraint bank_payouts_status_check CHECK (status = ANY (ARRAY['on_its_way'::text, 'paid'::text, 'failed'::text, 'returned'::text, 'cancelled'::text])),
  constraint bank_payouts_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id)
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
  payout_schedule text,
  compared_at timestamp with time zone,
  bank_unusable boolean default false not null,
  constraint payment_accounts_pkey PRIMARY KEY (user_id),
  constraint payment_accounts_provider_account_id_key UNIQUE (provider_account_id),
  constraint payment_accounts_payout_schedule_check CHECK (length(payout_schedule) >= 1 AND length(payout_schedule) <= 20),
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
  taken_back_pence integer default 0 not null,
  terms_version text,
  terms_accepted_at timestamp with time zone,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_charge_id_key UNIQUE (charge_id),
  constraint payments_checkout_session_id_key UNIQUE (checkout_session_id),
  constraint payments_payment_intent_id_key UNIQUE (payment_intent_id),
  constraint payments_accept_a_version_at_a_time CHECK ((terms_version IS NULL) = (terms_accepted_at IS NULL)),
  constraint payments_amount_pence_check CHECK (amount_pence >= 30),
  constraint payments_give_back_at_most_what_was_paid CHECK (refunded_pence <= amount_pence),
  constraint payments_owe_at_most_what_was_paid CHECK ((transferred_pence + refunded_pence) <= (amount_pence + taken_back_pence)),
  constraint payments_purpose_check CHECK (purpose = 'price'::text),
  constraint payments_refunded_pence_check CHECK (refunded_pence >= 0),
  constraint payments_status_check CHECK (status = ANY (ARRAY['open'::text, 'confirming'::text, 'paid'::text, 'expired'::text, 'failed'::text])),
  constraint payments_subject_kind_check CHECK (subject_kind = ANY (ARRAY['order'::text, 'commission'::text])),
  constraint payments_taken_back_pence_check CHECK (taken_back_pence >= 0),
  constraint payments_terms_version_check CHECK (terms_version ~ '^\d{4}-\d\d-\d\d$'::text),
  constraint payments_transferred_pence_check CHECK (transferred_pence >= 0),
  constraint payments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint payments_stray_of_fkey FOREIGN KEY (stray_of) REFERENCES payments(id)
);

create table bank_disputes (
  id uuid not null,
  payment_id uuid not null,
  provider_id text not null,
  status text not null,
  reason text not null,
  amount_pence integer not null,
  opened_at timestamp with time zone not null,
  answer_by timestamp with time zone,
  evidence jsonb,
  answered_at timestamp with time zone,
  decided_at timestamp with time zone,
  lost_pence integer,
  is_whole boolean default false not null,
  constraint bank_disputes_pkey PRIMARY KEY (id),
  constraint bank_disputes_provider_id_key UNIQUE (provider_id),
  constraint bank_disputes_amount_pence_check CHECK (amount_pence > 0),
  constraint bank_disputes_are_decided_once CHECK ((status = ANY (ARRAY['lost'::text, 'won'::text, 'closed'::text])) = (decided_at IS NOT NULL)),
  constraint bank_disputes_are_lost_wholly CHECK (NOT is_whole OR (status = ANY (ARRAY['lost'::text, 'won'::text]))),
  constraint bank_disputes_lose_what_was_lost CHECK (lost_pence IS NULL OR (status = ANY (ARRAY['lost'::text, 'won'::text]))),
  constraint bank_disputes_lost_pence_check CHECK (lost_pence >= 0),
  constraint bank_disputes_status_check CHECK (status = ANY (ARRAY['inquiry'::text, 'open'::text, 'answered'::text, 'lost'::text, 'won'::text, 'closed'::text])),
  constraint bank_disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table evidence_files (
  id uuid not null,
  bank_dispute_id uuid not null,
  field text not null,
  file_name text not null,
  media_type text not null,
  bytes integer not null,
  sha256 text not null,
  storage_key text,
  added_by uuid not null,
  added_at timestamp with time zone not null,
  is_made boolean not null,
  provider_id text,
  sent_at timestamp with time zone,
  constraint evidence_files_pkey PRIMARY KEY (id),
  constraint evidence_files_one_of_each UNIQUE (bank_dispute_id, field),
  constraint evidence_files_provider_id_key UNIQUE (provider_id),
  constraint evidence_files_storage_key_key UNIQUE (storage_key),
  constraint evidence_files_bytes_check CHECK (bytes > 0),
  constraint evidence_files_field_check CHECK (field = ANY (ARRAY['receipt'::text, 'service'::text, 'messages'::text, 'other'::text])),
  constraint evidence_files_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 255),
  constraint evidence_files_media_type_check CHECK (media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])),
  constraint evidence_files_sent_once_uploaded CHECK (sent_at IS NULL OR provider_id IS NOT NULL),
  constraint evidence_files_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id),
  constraint evidence_files_bank_dispute_id_fkey FOREIGN KEY (bank_dispute_id) REFERENCES bank_disputes(id)
);

create table found_problems (
  kind text not null,
  subject text not null,
  payment_id uuid,
  found_at timestamp with time zone not null,
  found_by text not null,
  constraint found_problems_pkey PRIMARY KEY (kind, subject),
  constraint found_problems_found_by_check CHECK (found_by = ANY (ARRAY['check_invariants'::text, 'compare_with_provider'::text, 'compare_counters'::text, 'close_ledger_days'::text, 'reconcile_days'::text, 'make_statements'::text])),
  constraint found_problems_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table ledger_transactions (
  id bigint generated always as identity not null,
  fact text not null,
  payment_id uuid,
  booked_at timestamp with time zone default now() not null,
  entry_count smallint not null,
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_fact_key UNIQUE (fact),
  constraint ledger_transactions_have_entries CHECK (entry_count > 0),
  constraint ledger_transactions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table balance_transactions (
  id text not null,
  type text not null,
  amount_pence integer not null,
  fee_pence integer not null,
  source_id text,
  description text,
  created_at timestamp with time zone not null,
  available_at timestamp with time zone not null,
  is_available boolean default false not null,
  ledger_transaction_id bigint,
  counted_on date,
  constraint balance_transactions_pkey PRIMARY KEY (id),
  constraint balance_transactions_ledger_transaction_id_key UNIQUE (ledger_transaction_id),
  constraint balance_transactions_are_booked CHECK ((ledger_transaction_id IS NULL) = (amount_pence = 0 AND fee_pence = 0)),
  constraint balance_transactions_ledger_transaction_id_fkey FOREIGN KEY (ledger_transaction_id) REFERENCES ledger_transactions(id)
);

create table ledger_entries (
  id bigint generated always as identity not null,
  transaction_id bigint not null,
  account text not null,
  artist_id uuid,
  amount_pence integer not null,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_account_check CHECK (account = ANY (ARRAY['stripe_pending'::text, 'stripe_available'::text, 'in_transit_to_bank'::text, 'paid_outside'::text, 'refunds_in_transit'::text, 'disputed'::text, 'artist_receivable'::text, 'stripe_fees'::text, 'account_fees'::text, 'dispute_fees'::text, 'losses'::text, 'vat_of_sales'::text, 'commission_held'::text, 'artist_payable'::text, 'unclaimed'::text, 'customer_payable'::text, 'vat'::text, 'platform_commission'::text, 'processing_fee'::text, 'unexplained'::text])),
  constraint ledger_entries_amount_pence_check CHECK (amount_pence <> 0),
  constraint ledger_entries_artist_check CHECK ((account = ANY (ARRAY['artist_receivable'::text, 'artist_payable'::text])) = (artist_id IS NOT NULL)),
  constraint ledger_entries_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint ledger_entries_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id)
);

create table platform_payouts (
  id uuid default gen_random_uuid() not null,
  amount_pence integer not null,
  status text default 'waiting'::text not null,
  ordered_by uuid,
  key_number integer default 1 not null,
  key_used_at timestamp with time zone,
  attempts integer default 0 not null,
  attempted_at timestamp with time zone,
  refusals integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  provider_id text,
  last_problem text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint platform_payouts_pkey PRIMARY KEY (id),
  constraint platform_payouts_provider_id_key UNIQUE (provider_id),
  constraint platform_payouts_amount_pence_check CHECK (amount_pence <> 0),
  constraint platform_payouts_have_been_made CHECK ((status = ANY (ARRAY['waiting'::text, 'refused'::text])) = (provider_id IS NULL)),
  constraint platform_payouts_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'on_its_way'::text, 'paid'::text, 'returned'::text, 'refused'::text])),
  constraint platform_payouts_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES users(id)
);

create table platform_report_copies (
  id uuid default gen_random_uuid() not null,
  artist_id uuid not null,
  year smallint not null,
  number smallint not null,
  figures jsonb not null,
  operator jsonb not null,
  provider_account_id text,
  made_at timestamp with time zone not null,
  constraint platform_report_copies_pkey PRIMARY KEY (id),
  constraint platform_report_copies_artist_id_year_number_key UNIQUE (artist_id, year, number),
  constraint platform_report_copies_number_check CHECK (number > 0),
  constraint platform_report_copies_year_check CHECK (year >= 2000 AND year <= 2099),
  constraint platform_report_copies_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id)
);

create table platform_report_quarters (
  year smallint not null,
  quarter smallint not null,
  artist_id uuid not null,
  kind text not null,
  sales integer not null,
  credited_pence bigint not null,
  taken_back_pence bigint not null,
  fee_pence bigint not null,
  constraint platform_report_quarters_pkey PRIMARY KEY (year, artist_id, quarter, kind),
  constraint platform_report_quarters_credited_pence_check CHECK (credited_pence >= 0),
  constraint platform_report_quarters_kind_check CHECK (kind = ANY (ARRAY['track'::text, 'commission'::text])),
  constraint platform_report_quarters_quarter_check CHECK (quarter >= 1 AND quarter <= 4),
  constraint platform_report_quarters_sales_check CHECK (sales >= 0),
  constraint platform_report_quarters_year_check CHECK (year >= 2000 AND year <= 2099),
  constraint platform_report_quarters_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id)
);

create table platform_report_years (
  year smallint not null,
  artist_id uuid not null,
  service_sales integer not null,
  service_pence bigint not null,
  service_fee_pence bigint not null,
  licence_sales integer not null,
  licence_pence bigint not null,
  licence_fee_pence bigint not null,
  constraint platform_report_years_pkey PRIMARY KEY (year, artist_id),
  constraint platform_report_years_licence_sales_check CHECK (licence_sales >= 0),
  constraint platform_report_years_service_sales_check CHECK (service_sales >= 0),
  constraint platform_report_years_year_check CHECK (year >= 2000 AND year <= 2099),
  constraint platform_report_years_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id)
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

create table reconciliation_differences (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  subject text not null,
  payment_id uuid,
  day date not null,
  ours_pence bigint,
  theirs_pence bigint,
  occurred_at timestamp with time zone,
  found_at timestamp with time zone not null,
  last_run_id bigint not null,
  status text default 'open'::text not null,
  reason text,
  ended_at timestamp with time zone,
  constraint reconciliation_differences_pkey PRIMARY KEY (id),
  constraint reconciliation_differences_check CHECK ((status = 'open'::text) = (ended_at IS NULL)),
  constraint reconciliation_differences_check1 CHECK (status <> 'explained'::text OR reason IS NOT NULL),
  constraint reconciliation_differences_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000),
  constraint reconciliation_differences_status_check CHECK (status = ANY (ARRAY['open'::text, 'explained'::text, 'mended'::text])),
  constraint reconciliation_differences_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
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
  taken_down_at timestamp with time zone,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_check CHECK (author_id <> artist_id),
  constraint reviews_check1 CHECK ((answer IS NULL) = (answered_at IS NULL)),
  constraint reviews_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(artist_id) ON DELETE CASCADE,
  constraint reviews_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL
);

create table sale_sums (
  artist_id uuid not null,
  month date not null,
  kind text not null,
  status text not null,
  sales integer not null,
  customer_pence bigint not null,
  platform_fee_pence bigint not null,
  processing_fee_pence bigint not null,
  artist_pence bigint not null,
  refunded_pence bigint not null,
  constraint sale_sums_pkey PRIMARY KEY (artist_id, month, kind, status),
  constraint sale_sums_kind_check CHECK (kind = ANY (ARRAY['track'::text, 'commission'::text])),
  constraint sale_sums_status_check CHECK (status = ANY (ARRAY['held'::text, 'owed'::text, 'transferred'::text, 'returned'::text, 'free'::text])),
  constraint sale_sums_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id)
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

create table statements (
  id uuid not null,
  artist_id uuid not null,
  number integer not null,
  previous_number integer generated always as (NULLIF((number - 1), 0)) stored,
  month date not null,
  artist_name text not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  opening_owed_pence integer not null,
  opening_owing_pence integer not null,
  closing_owed_pence integer not null,
  closing_owing_pence integer not null,
  line_count integer not null,
  made_at timestamp with time zone not null,
  seller_name text,
  seller_address text[],
  seller_vat_number text,
  constraint statements_pkey PRIMARY KEY (id),
  constraint statements_are_numbered UNIQUE (artist_id, number),
  constraint statements_close UNIQUE (artist_id, number, until_at, closing_owed_pence, closing_owing_pence),
  constraint statements_of_a_month UNIQUE (artist_id, month),
  constraint statements_begin_with_nothing CHECK (number > 1 OR opening_owed_pence = 0 AND opening_owing_pence = 0),
  constraint statements_cover_a_time CHECK (from_at < until_at),
  constraint statements_line_count_check CHECK (line_count >= 0),
  constraint statements_name_their_seller CHECK ((seller_name IS NULL) = (seller_address IS NULL)),
  constraint statements_number_check CHECK (number > 0),
  constraint statements_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint statements_go_on FOREIGN KEY (artist_id, previous_number, from_at, opening_owed_pence, opening_owing_pence) REFERENCES statements(artist_id, number, until_at, closing_owed_pence, closing_owing_pence),
  constraint statements_month_fkey FOREIGN KEY (month) REFERENCES statement_months(month)
);

create table statement_bank_payouts (
  bank_payout_id text not null,
  is_return boolean not null,
  statement_id uuid not null,
  pence integer not null,
  occurred_at timestamp with time zone not null,
  constraint statement_bank_payouts_pkey PRIMARY KEY (bank_payout_id, is_return),
  constraint statement_bank_payouts_bank_payout_id_fkey FOREIGN KEY (bank_payout_id) REFERENCES bank_payouts(id),
  constraint statement_bank_payouts_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id) DEFERRABLE INITIALLY DEFERRED
);

create table statement_lines (
  month date not null,
  artist_id uuid not null,
  ledger_transaction_id bigint not null,
  payment_id uuid,
  kind text not null,
  titles text[] not null,
  reference text,
  booked_at timestamp with time zone not null,
  occurred_at timestamp with time zone not null,
  corrects_number integer,
  owed_pence integer not null,
  owing_pence integer not null,
  constraint statement_lines_pkey PRIMARY KEY (month, artist_id, ledger_transaction_id),
  constraint statement_lines_kind_check CHECK (kind = ANY (ARRAY['sale'::text, 'refund'::text, 'dispute'::text, 'dispute_won'::text, 'owed_again'::text, 'netting'::text, 'transfer'::text, 'written_off'::text, 'reversal'::text, 'debt_closed'::text, 'debt_opened_again'::text, 'found_reversal'::text, 'explained_reversal'::text])),
  constraint statement_lines_move_something CHECK (owed_pence <> 0 OR owing_pence <> 0),
  constraint statement_lines_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint statement_lines_correct_a_statement FOREIGN KEY (artist_id, corrects_number) REFERENCES statements(artist_id, number),
  constraint statement_lines_ledger_transaction_id_fkey FOREIGN KEY (ledger_transaction_id) REFERENCES ledger_transactions(id),
  constraint statement_lines_month_fkey FOREIGN KEY (month) REFERENCES statement_months(month),
  constraint statement_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table task_owners (
  kind text not null,
  subject_id text not null,
  owner_id uuid not null,
  since timestamp with time zone not null,
  constraint task_owners_pkey PRIMARY KEY (kind, subject_id),
  constraint task_owners_kind_check CHECK (kind = ANY (ARRAY['refund_request'::text, 'refund'::text, 'found_refund'::text, 'transfer'::text, 'reversal'::text, 'bank_dispute'::text, 'movement'::text, 'difference'::text, 'payment'::text])),
  constraint task_owners_subject_id_check CHECK (length(subject_id) >= 1 AND length(subject_id) <= 255),
  constraint task_owners_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
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
  created_at timestamp with time zone default now() not null,
  withdrawn_at timestamp with time zone,
  quality_validated boolean default true not null,
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
  pitch text,
  mode text,
  tempo_band text,
  constraint tracks_pkey PRIMARY KEY (id),
  constraint tracks_original_key_key UNIQUE (original_key),
  constraint tracks_preview_key_key UNIQUE (preview_key),
  constraint taken_down_tracks_are_withdrawn CHECK (taken_down_at IS NULL OR withdrawn_at IS NOT NULL),
  constraint tracks_guide_track_url_check CHECK (guide_track_url ~ '^https?://'::text AND length(guide_track_url) <= 500),
  constraint tracks_licence_status_check CHECK (licence_status = ANY (ARRAY['not_required'::text, 'licensed'::text, 'unlicensed'::text])),
  constraint tracks_licensed_from CHECK ((licence_status = 'licensed'::text) = (licensed_from IS NOT NULL)),
  constraint tracks_mode_check CHECK (mode = ANY (ARRAY['major'::text, 'minor'::text])),
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
  taken_down_at timestamp with time zone,
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
  offer_id uuid,
  offer_title text,
  name_words text not null,
  customer_words text not null,
  searched text generated always as ((((' '::text || name_words) || ' '::text) || customer_words)) stored not null,
  constraint commissions_pkey PRIMARY KEY (id),
  constraint commissions_payment_id_key UNIQUE (payment_id),
  constraint commissions_artist_pence_check CHECK (artist_pence > 0),
  constraint commissions_cancelled_have_a_reason CHECK ((status = 'cancelled'::text) = (status_reason IS NOT NULL)),
  constraint commissions_check CHECK (approved_artist_pence >= 1 AND approved_artist_pence <= artist_pence),
  constraint commissions_completed_at_their_time CHECK ((status = 'completed'::text) = (completed_at IS NOT NULL)),
  constraint commissions_delivery_days_check CHECK (delivery_days > 0),
  constraint commissions_freezes_have_a_cause CHECK ((frozen_at IS NULL) = (frozen_by IS NULL) AND (frozen_at IS NULL) = (freeze_reason IS NULL)),
  constraint commissions_frozen_by_check CHECK (frozen_by = ANY (ARRAY['ban'::text, 'admin'::text, 'late_change'::text, 'bank_dispute'::text])),
  constraint commissions_have_two_parties CHECK (customer_id <> artist_id),
  constraint commissions_max_revisions_check CHECK (max_revisions >= 1 AND max_revisions <= 100),
  constraint commissions_offers_have_a_title CHECK (offer_id IS NULL OR offer_title IS NOT NULL),
  constraint commissions_only_held_ones_freeze CHECK (frozen_at IS NULL OR (status = ANY (ARRAY['accepted'::text, 'in_progress'::text, 'delivered'::text]))),
  constraint commissions_platform_fee_pence_check CHECK (platform_fee_pence >= 0),
  constraint commissions_prices_add_up CHECK (customer_pence = (artist_pence + platform_fee_pence + processing_fee_pence)),
  constraint commissions_processing_fee_pence_check CHECK (processing_fee_pence >= 0),
  constraint commissions_reason_check CHECK (status_reason = ANY (ARRAY['withdrawn'::text, 'artist_withdrew'::text, 'artist_no_response'::text, 'payment_expired'::text, 'party_banned'::text, 'artist_gave_up'::text, 'delivery_overdue'::text, 'not_finished'::text, 'held_too_long'::text, 'decided'::text])),
  constraint commissions_revisions_are_bounded CHECK (revision_count >= 0 AND revision_count <= max_revisions),
  constraint commissions_status_check CHECK (status = ANY (ARRAY['pending_artist'::text, 'requested'::text, 'accepted'::text, 'in_progress'::text, 'delivered'::text, 'approved'::text, 'cron_pending'::text, 'completed'::text, 'cancelled'::text, 'rejected_by_artist'::text])),
  constraint commissions_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint commissions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint commissions_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES artist_offers(id) ON DELETE SET NULL,
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

create table commission_messages (
  id uuid not null,
  commission_id uuid not null,
  author_id uuid not null,
  author_role text not null,
  text text not null,
  request_key uuid not null,
  created_at timestamp with time zone not null,
  taken_down_at timestamp with time zone,
  constraint commission_messages_pkey PRIMARY KEY (id),
  constraint commission_messages_in_order UNIQUE (commission_id, created_at),
  constraint commission_messages_in_room UNIQUE (id, commission_id),
  constraint commission_messages_sent_once UNIQUE (commission_id, author_id, request_key),
  constraint commission_messages_author_check CHECK (author_role = ANY (ARRAY['customer'::text, 'artist'::text])),
  constraint commission_messages_text_check CHECK (char_length(text) >= 1 AND char_length(text) <= 2000),
  constraint commission_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint commission_messages_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id)
);

create table commission_attachments (
  id uuid not null,
  message_id uuid not null,
  commission_id uuid not null,
  "position" smallint not null,
  kind text not null,
  status text not null,
  file_name text not null,
  storage_key text,
  bytes bigint not null,
  width integer,
  height integer,
  duration_ms integer,
  peaks bytea,
  refusal_code text,
  constraint commission_attachments_pkey PRIMARY KEY (id),
  constraint commission_attachments_message_id_position_key UNIQUE (message_id, "position"),
  constraint commission_attachments_storage_key_key UNIQUE (storage_key),
  constraint commission_attachments_bytes_check CHECK (bytes > 0),
  constraint commission_attachments_duration_ms_check CHECK (duration_ms > 0),
  constraint commission_attachments_height_check CHECK (height > 0),
  constraint commission_attachments_kind_check CHECK (kind = ANY (ARRAY['image'::text, 'document'::text, 'audio'::text])),
  constraint commission_attachments_only_audio_is_prepared CHECK (kind = 'audio'::text OR status = 'ready'::text),
  constraint commission_attachments_pictures_have_a_size CHECK (num_nonnulls(width, height) =
CASE kind
    WHEN 'image'::text THEN 2
    ELSE 0
END),
  constraint commission_attachments_position_check CHECK ("position" >= 1 AND "position" <= 3),
  constraint commission_attachments_ready_audio_is_measured CHECK (num_nonnulls(duration_ms, peaks) =
CASE
    WHEN kind = 'audio'::text AND status = 'ready'::text THEN 2
    ELSE 0
END),
  constraint commission_attachments_refused_have_a_reason CHECK ((status = 'refused'::text) = (refusal_code IS NOT NULL) AND (status = 'refused'::text) = (storage_key IS NULL)),
  constraint commission_attachments_status_check CHECK (status = ANY (ARRAY['preparing'::text, 'ready'::text, 'refused'::text])),
  constraint commission_attachments_width_check CHECK (width > 0),
  constraint commission_attachments_message_id_commission_id_fkey FOREIGN KEY (message_id, commission_id) REFERENCES commission_messages(id, commission_id)
);

create table commission_notes (
  id uuid not null,
  commission_id uuid not null,
  delivery_id uuid not null,
  author text not null,
  at_tenths integer not null,
  text text not null,
  request_key uuid,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  done_at timestamp with time zone,
  answer text,
  answered_at timestamp with time zone,
  constraint commission_notes_pkey PRIMARY KEY (id),
  constraint commission_notes_request_key UNIQUE (commission_id, author, request_key),
  constraint commission_notes_answer_check CHECK (length(answer) >= 1 AND length(answer) <= 500),
  constraint commission_notes_answers_have_a_time CHECK ((answer IS NULL) = (answered_at IS NULL)),
  constraint commission_notes_at_tenths_check CHECK (at_tenths >= 0),
  constraint commission_notes_author_check CHECK (author = ANY (ARRAY['customer'::text, 'artist'::text])),
  constraint commission_notes_text_check CHECK (length(text) >= 1 AND length(text) <= 500),
  constraint commission_notes_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id),
  constraint commission_notes_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES commission_deliveries(id)
);

create table commission_reads (
  commission_id uuid not null,
  user_id uuid not null,
  read_at timestamp with time zone,
  told_to timestamp with time zone,
  mailed_at timestamp with time zone,
  waiting_since timestamp with time zone,
  notes_read_at timestamp with time zone,
  constraint commission_reads_pkey PRIMARY KEY (commission_id, user_id),
  constraint commission_reads_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id),
  constraint commission_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
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
  address text,
  constraint downloads_pkey PRIMARY KEY (id),
  constraint downloads_address_check CHECK (length(address) >= 1 AND length(address) <= 100),
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
  track_id uuid,
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
  subject_kind text not null,
  review_id uuid,
  comment_id uuid,
  profile_id uuid,
  subject_id uuid not null,
  author_id uuid,
  message_id uuid,
  constraint flags_pkey PRIMARY KEY (id),
  constraint flags_check CHECK ((decision_reason IS NULL) = (decided_at IS NULL)),
  constraint flags_check1 CHECK ((counter_text IS NULL) = (countered_at IS NULL)),
  constraint flags_claim_check CHECK (length(claim) >= 1 AND length(claim) <= 500),
  constraint flags_decided CHECK ((status = ANY (ARRAY['new'::text, 'reviewing'::text])) OR decided_at IS NOT NULL),
  constraint flags_one_subject CHECK (
CASE subject_kind
    WHEN 'track'::text THEN track_id IS NOT NULL AND num_nonnulls(review_id, comment_id, profile_id, message_id) = 0
    WHEN 'review'::text THEN num_nonnulls(track_id, comment_id, profile_id, message_id) = 0
    WHEN 'comment'::text THEN num_nonnulls(track_id, review_id, profile_id, message_id) = 0
    WHEN 'profile'::text THEN profile_id IS NOT NULL AND num_nonnulls(track_id, review_id, comment_id, message_id) = 0
    WHEN 'message'::text THEN message_id IS NOT NULL AND num_nonnulls(track_id, review_id, comment_id, profile_id) = 0
    ELSE NULL::boolean
END),
  constraint flags_status_check CHECK (status = ANY (ARRAY['new'::text, 'reviewing'::text, 'rejected'::text, 'upheld'::text, 'countered'::text, 'confirmed'::text, 'reinstated'::text])),
  constraint flags_subject_check CHECK (COALESCE(track_id, review_id, comment_id, profile_id, message_id) = subject_id),
  constraint flags_subject_kind_check CHECK (subject_kind = ANY (ARRAY['track'::text, 'review'::text, 'comment'::text, 'profile'::text, 'message'::text])),
  constraint flags_type_check CHECK (type = ANY (ARRAY['copyright'::text, 'dmca'::text, 'abuse'::text, 'spam'::text, 'false'::text, 'personal'::text, 'other'::text])),
  constraint flags_type_of_subject CHECK (type = 'other'::text OR (subject_kind = 'track'::text) = (type = ANY (ARRAY['copyright'::text, 'dmca'::text]))),
  constraint flags_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint flags_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE SET NULL,
  constraint flags_message_id_fkey FOREIGN KEY (message_id) REFERENCES commission_messages(id),
  constraint flags_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES artists(artist_id) ON DELETE CASCADE,
  constraint flags_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint flags_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE SET NULL,
  constraint flags_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint flags_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE
);

create table listed_tracks (
  id uuid not null,
  artist_id uuid not null,
  song uuid not null,
  title uuid not null,
  popularity double precision not null,
  created_at timestamp with time zone not null,
  rating real not null,
  price_pence integer not null,
  genre text,
  vocal_range text,
  format text not null,
  instrumentation text not null,
  pitch text,
  mode text,
  tempo_band text,
  shift text,
  quality_validated boolean not null,
  words tsvector not null,
  constraint listed_tracks_pkey PRIMARY KEY (id),
  constraint listed_tracks_id_fkey FOREIGN KEY (id) REFERENCES tracks(id) ON DELETE CASCADE
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.05);

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
  plays integer default 0 not null,
  whole_plays integer default 0 not null,
  sent_share real default 0 not null,
  constraint entitlements_pkey PRIMARY KEY (user_id, track_id),
  constraint entitlements_order_line_id_key UNIQUE (order_line_id),
  constraint entitlements_plays_check CHECK (plays >= 0),
  constraint entitlements_whole_plays_check CHECK (whole_plays >= 0),
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
  settled_reference text,
  attempted_at timestamp with time zone,
  artist_pence integer default 0 not null,
  vat_net_pence integer default 0 not null,
  vat_pence integer default 0 not null,
  is_part boolean default false not null,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_amount_pence_check CHECK (amount_pence > 0),
  constraint refunds_are_parts_of_what_was_made CHECK (NOT is_part OR provider_id IS NOT NULL AND order_line_id IS NOT NULL AND cause = 'given_back'::text),
  constraint refunds_are_settled_wholly CHECK ((status = 'settled'::text) = (settled_at IS NOT NULL) AND (status = 'settled'::text) = (settled_reference IS NOT NULL)),
  constraint refunds_cause_check CHECK (cause = ANY (ARRAY['owned'::text, 'unavailable'::text, 'paid_twice'::text, 'given_back'::text, 'commission_cancelled'::text, 'commission_part'::text, 'commission_closed'::text])),
  constraint refunds_have_been_made CHECK ((status = ANY (ARRAY['waiting'::text, 'disputed'::text, 'failed'::text, 'settled'::text])) = (provider_id IS NULL)),
  constraint refunds_return_vat CHECK ((vat_net_pence + vat_pence) = 0 OR (vat_net_pence + vat_pence) <= amount_pence AND (cause = ANY (ARRAY['given_back'::text, 'commission_cancelled'::text, 'commission_part'::text]))),
  constraint refunds_settled_reference_check CHECK (length(settled_reference) >= 1 AND length(settled_reference) <= 100),
  constraint refunds_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'pending'::text, 'sent'::text, 'disputed'::text, 'failed'::text, 'settled'::text])),
  constraint refunds_take_at_most_their_amount CHECK (artist_pence >= 0 AND artist_pence <= amount_pence),
  constraint refunds_take_what_was_earned CHECK (artist_pence = 0 OR cause = 'given_back'::text),
  constraint refunds_vat_net_pence_check CHECK (vat_net_pence >= 0),
  constraint refunds_vat_pence_check CHECK (vat_pence >= 0),
  constraint refunds_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table refund_requests (
  id uuid default gen_random_uuid() not null,
  order_line_id uuid not null,
  customer_id uuid not null,
  reason text not null,
  words text,
  status text default 'open'::text not null,
  requested_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  answer text,
  refund_id uuid,
  constraint refund_requests_pkey PRIMARY KEY (id),
  constraint refund_requests_order_line_id_key UNIQUE (order_line_id),
  constraint refund_requests_refund_id_key UNIQUE (refund_id),
  constraint refund_requests_are_decided CHECK ((status = 'open'::text) = (decided_at IS NULL) AND (status = 'open'::text) = (answer IS NULL)),
  constraint refund_requests_are_given_back CHECK ((status = 'accepted'::text) = (refund_id IS NOT NULL)),
  constraint refund_requests_reason_check CHECK (reason = ANY (ARRAY['will_not_play'::text, 'not_as_described'::text, 'wrong_key'::text, 'bought_twice'::text, 'changed_mind'::text])),
  constraint refund_requests_status_check CHECK (status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text])),
  constraint refund_requests_words_check CHECK (length(words) >= 1 AND length(words) <= 1000),
  constraint refund_requests_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint refund_requests_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  constraint refund_requests_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
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

create table sales (
  id uuid generated always as (COALESCE(order_line_id, commission_id)) stored not null,
  kind text generated always as (
CASE
    WHEN (commission_id IS NULL) THEN 'track'::text
    ELSE 'commission'::text
END) stored not null,
  order_line_id uuid,
  commission_id uuid,
  artist_id uuid not null,
  payment_id uuid not null,
  status text not null,
  paid_at timestamp with time zone not null,
  counted_at timestamp with time zone not null,
  month date generated always as ((date_trunc('month'::text, (counted_at AT TIME ZONE 'Europe/London'::text)))::date) stored not null,
  customer_pence integer not null,
  platform_fee_pence integer not null,
  processing_fee_pence integer not null,
  artist_pence integer not null,
  refunded_pence integer default 0 not null,
  vat_mode text default 'none'::text not null,
  vat_rate integer default 0 not null,
  vat_number text,
  vat_net_pence integer default 0 not null,
  vat_pence integer default 0 not null,
  vat_returned_pence integer default 0 not null,
  constraint sales_pkey PRIMARY KEY (id),
  constraint sales_commission_id_key UNIQUE (commission_id),
  constraint sales_order_line_id_key UNIQUE (order_line_id),
  constraint sales_are_divided_wholly CHECK (customer_pence = (platform_fee_pence + processing_fee_pence + artist_pence + refunded_pence)),
  constraint sales_are_of_one_thing CHECK (num_nonnulls(order_line_id, commission_id) = 1),
  constraint sales_artist_pence_check CHECK (artist_pence >= 0),
  constraint sales_contain_vat CHECK (vat_pence = vat_in(vat_net_pence + vat_pence, vat_rate) AND (vat_mode <> 'sale'::text OR (vat_net_pence + vat_pence) = customer_pence)),
  constraint sales_customer_pence_check CHECK (customer_pence >= 0),
  constraint sales_keep_the_vat_of_what_is_left CHECK ((vat_pence - vat_returned_pence) = vat_in(
CASE vat_mode
    WHEN 'fee'::text THEN platform_fee_pence + processing_fee_pence
    WHEN 'sale'::text THEN customer_pence - refunded_pence
    ELSE 0
END, vat_rate)),
  constraint sales_kind_check CHECK (kind = ANY (ARRAY['track'::text, 'commission'::text])),
  constraint sales_name_their_vat CHECK ((vat_mode = 'none'::text) = (vat_number IS NULL) AND (vat_mode <> 'none'::text OR (vat_rate + vat_net_pence + vat_pence) = 0)),
  constraint sales_pay_the_artist CHECK ((status = ANY (ARRAY['returned'::text, 'free'::text])) = (artist_pence = 0) AND (status <> 'returned'::text OR refunded_pence = customer_pence)),
  constraint sales_platform_fee_pence_check CHECK (platform_fee_pence >= 0),
  constraint sales_processing_fee_pence_check CHECK (processing_fee_pence >= 0),
  constraint sales_refunded_pence_check CHECK (refunded_pence >= 0),
  constraint sales_status_check CHECK (status = ANY (ARRAY['held'::text, 'owed'::text, 'transferred'::text, 'returned'::text, 'free'::text])),
  constraint sales_vat_mode_check CHECK (vat_mode = ANY (ARRAY['none'::text, 'fee'::text, 'sale'::text])),
  constraint sales_vat_net_pence_check CHECK (vat_net_pence >= 0),
  constraint sales_vat_rate_check CHECK (vat_rate >= 0 AND vat_rate <= 10000),
  constraint sales_vat_returned_pence_check CHECK (vat_returned_pence >= 0),
  constraint sales_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint sales_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commissions(id),
  constraint sales_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  constraint sales_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
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
  attempted_at timestamp with time zone,
  settled_at timestamp with time zone,
  settled_reference text,
  reversed_pence integer default 0 not null,
  netted_pence integer default 0 not null,
  payable_pence integer generated always as ((amount_pence - netted_pence)) stored not null,
  prepared_key integer,
  is_again boolean default false not null,
  written_off_at timestamp with time zone,
  paid_at timestamp with time zone,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_provider_id_key UNIQUE (provider_id),
  constraint transfers_amount_pence_check CHECK (amount_pence > 0),
  constraint transfers_are_netted_wholly CHECK (status <> 'netted'::text OR netted_pence = amount_pence),
  constraint transfers_are_settled_wholly CHECK ((status = 'settled'::text) = (settled_at IS NOT NULL) AND (status = 'settled'::text) = (settled_reference IS NOT NULL)),
  constraint transfers_are_written_off CHECK ((status <> 'written_off'::text OR written_off_at IS NOT NULL) AND (written_off_at IS NULL OR (status = ANY (ARRAY['written_off'::text, 'settled'::text])))),
  constraint transfers_have_been_sent CHECK ((status = 'sent'::text) = (provider_id IS NOT NULL)),
  constraint transfers_net_at_most_all CHECK (netted_pence >= 0 AND netted_pence <= amount_pence),
  constraint transfers_pay_something CHECK ((status <> ALL (ARRAY['sent'::text, 'settled'::text])) OR netted_pence < amount_pence),
  constraint transfers_reverse_at_most_all CHECK (reversed_pence >= 0 AND reversed_pence <= amount_pence),
  constraint transfers_settled_reference_check CHECK (length(settled_reference) >= 1 AND length(settled_reference) <= 100),
  constraint transfers_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'blocked'::text, 'sent'::text, 'failed'::text, 'settled'::text, 'netted'::text, 'written_off'::text])),
  constraint transfers_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint transfers_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table bank_payout_parts (
  balance_transaction_id text not null,
  payout_id text not null,
  pence integer not null,
  type text not null,
  transfer_id uuid,
  returned_payout_id text,
  constraint bank_payout_parts_pkey PRIMARY KEY (balance_transaction_id),
  constraint bank_payout_parts_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES bank_payouts(id),
  constraint bank_payout_parts_returned_payout_id_fkey FOREIGN KEY (returned_payout_id) REFERENCES bank_payouts(id),
  constraint bank_payout_parts_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id)
);

create table reversals (
  id uuid not null,
  transfer_id uuid not null,
  artist_id uuid not null,
  cause_kind text not null,
  cause_id uuid not null,
  is_unsent boolean default false not null,
  amount_pence integer not null,
  netted_pence integer default 0 not null,
  status text default 'waiting'::text not null,
  key_number integer default 1 not null,
  attempts integer default 0 not null,
  key_used_at timestamp with time zone,
  attempted_at timestamp with time zone,
  refusals integer default 0 not null,
  due_at timestamp with time zone not null,
  provider_id text,
  last_problem text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  refused_at timestamp with time zone,
  asked_at timestamp with time zone,
  closed_at timestamp with time zone,
  sent_again_by uuid,
  is_part boolean default false not null,
  constraint reversals_pkey PRIMARY KEY (id),
  constraint reversals_sent_again_by_key UNIQUE (sent_again_by),
  constraint reversals_amount_pence_check CHECK (amount_pence > 0),
  constraint reversals_are_closed CHECK ((status = ANY (ARRAY['written_off'::text, 'repaid'::text])) = (closed_at IS NOT NULL)),
  constraint reversals_are_netted_wholly CHECK ((status = 'netted'::text) = (netted_pence = amount_pence)),
  constraint reversals_are_parts_of_what_was_made CHECK (NOT is_part OR provider_id IS NOT NULL AND cause_kind = 'provider'::text),
  constraint reversals_are_sent_or_netted CHECK ((status <> ALL (ARRAY['waiting'::text, 'sent'::text])) OR netted_pence = 0),
  constraint reversals_cause_kind_check CHECK (cause_kind = ANY (ARRAY['refund'::text, 'dispute'::text, 'provider'::text])),
  constraint reversals_have_been_sent CHECK ((status = 'sent'::text) = (provider_id IS NOT NULL) AND (status = 'sent'::text) = (sent_at IS NOT NULL)),
  constraint reversals_net_at_most_all CHECK (netted_pence >= 0 AND netted_pence <= amount_pence),
  constraint reversals_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'sent'::text, 'refused'::text, 'netted'::text, 'written_off'::text, 'repaid'::text])),
  constraint reversals_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint reversals_sent_again_by_fkey FOREIGN KEY (sent_again_by) REFERENCES transfers(id),
  constraint reversals_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id)
);

create table nettings (
  id uuid default gen_random_uuid() not null,
  reversal_id uuid not null,
  transfer_id uuid not null,
  amount_pence integer not null,
  created_at timestamp with time zone not null,
  constraint nettings_pkey PRIMARY KEY (id),
  constraint nettings_pay_a_debt_once UNIQUE (reversal_id, transfer_id),
  constraint nettings_amount_pence_check CHECK (amount_pence > 0),
  constraint nettings_reversal_id_fkey FOREIGN KEY (reversal_id) REFERENCES reversals(id),
  constraint nettings_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id)
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

create table unexplained_transactions (
  id uuid default gen_random_uuid() not null,
  balance_transaction_id text not null,
  found_at timestamp with time zone not null,
  assigned_to text,
  explained_at timestamp with time zone,
  constraint unexplained_transactions_pkey PRIMARY KEY (id),
  constraint unexplained_transactions_balance_transaction_id_key UNIQUE (balance_transaction_id),
  constraint unexplained_transactions_assigned_to_check CHECK (assigned_to = ANY (ARRAY['in_transit_to_bank'::text, 'paid_outside'::text, 'stripe_fees'::text, 'account_fees'::text, 'dispute_fees'::text, 'losses'::text, 'vat'::text, 'platform_commission'::text, 'processing_fee'::text])),
  constraint unexplained_transactions_check CHECK (assigned_to IS NULL OR explained_at IS NOT NULL),
  constraint unexplained_transactions_balance_transaction_id_fkey FOREIGN KEY (balance_transaction_id) REFERENCES balance_transactions(id)
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

create table vat_invoice_counters (
  kind text not null,
  last_serial integer default 0 not null,
  constraint vat_invoice_counters_pkey PRIMARY KEY (kind),
  constraint vat_invoice_counters_kind_check CHECK (kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))
);

create table vat_invoices (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  serial integer not null,
  artist_id uuid not null,
  month date not null,
  issued_at timestamp with time zone not null,
  seller_name text not null,
  seller_address text[] not null,
  vat_number text not null,
  artist_name text not null,
  artist_email text not null,
  constraint vat_invoices_pkey PRIMARY KEY (id),
  constraint vat_invoices_artist_id_month_kind_vat_number_key UNIQUE (artist_id, month, kind, vat_number),
  constraint vat_invoices_kind_serial_key UNIQUE (kind, serial),
  constraint vat_invoices_kind_check CHECK (kind = ANY (ARRAY['invoice'::text, 'credit_note'::text])),
  constraint vat_invoices_month_check CHECK (month = date_trunc('month'::text, month::timestamp with time zone)),
  constraint vat_invoices_serial_check CHECK (serial > 0),
  constraint vat_invoices_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id),
  constraint vat_invoices_kind_fkey FOREIGN KEY (kind) REFERENCES vat_invoice_counters(kind)
);

create table vat_invoice_lines (
  invoice_id uuid not null,
  sale_id uuid not null,
  refund_id uuid,
  corrects uuid,
  title text not null,
  at timestamp with time zone not null,
  vat_rate integer not null,
  net_pence integer not null,
  vat_pence integer not null,
  constraint vat_invoice_lines_check CHECK (corrects IS NULL OR refund_id IS NOT NULL),
  constraint vat_invoice_lines_vat_rate_check CHECK (vat_rate >= 0 AND vat_rate <= 10000),
  constraint vat_invoice_lines_corrects_fkey FOREIGN KEY (corrects) REFERENCES vat_invoices(id),
  constraint vat_invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES vat_invoices(id) DEFERRABLE INITIALLY DEFERRED,
  constraint vat_invoice_lines_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint vat_invoice_lines_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES sales(id)
);

create table vat_payments (
  id uuid not null,
  from_month date not null,
  until_month date not null,
  amount_pence integer not null,
  reference text not null,
  paid_on date not null,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  constraint vat_payments_pkey PRIMARY KEY (id),
  constraint vat_payments_reference_key UNIQUE (reference),
  constraint vat_payments_amount_pence_check CHECK (amount_pence > 0),
  constraint vat_payments_are_for_months_in_order CHECK (from_month <= until_month),
  constraint vat_payments_from_month_check CHECK (from_month = date_trunc('month'::text, from_month::timestamp with time zone)),
  constraint vat_payments_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 100),
  constraint vat_payments_until_month_check CHECK (until_month = date_trunc('month'::text, until_month::timestamp with time zone)),
  constraint vat_payments_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id)
);

create table vat_recipients (
  artist_id uuid not null,
  name text not null,
  email text not null,
  until_month date not null,
  constraint vat_recipients_pkey PRIMARY KEY (artist_id),
  constraint vat_recipients_until_month_check CHECK (until_month = date_trunc('month'::text, until_month::timestamp with time zone)),
  constraint vat_recipients_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES users(id)
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

create table verified_ledger (
  is_only boolean default true not null,
  until_day date not null,
  verified_at timestamp with time zone not null,
  constraint verified_ledger_pkey PRIMARY KEY (is_only),
  constraint verified_ledger_is_only_check CHECK (is_only),
  constraint verified_ledger_until_day_fkey FOREIGN KEY (until_day) REFERENCES reconciled_days(day)
);

create table words (
  word text collate "C" not null,
  uses integer not null,
  sound text generated always as (search_sound(word)) stored not null,
  kind text not null,
  constraint words_pkey PRIMARY KEY (kind, word),
  constraint words_kind_check CHECK (kind = ANY (ARRAY['track'::text, 'artist'::text]))
);

create table zip_downloads (
  user_id uuid not null,
  download_id uuid not null,
  held_until timestamp with time zone not null,
  constraint zip_downloads_pkey PRIMARY KEY (user_id),
  constraint zip_downloads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.available_differences()
 RETURNS TABLE(ours bigint, theirs bigint)
 LANGUAGE sql
 STABLE
AS $function$
  -- Available is what was counted or read, less what is not available yet.
  select coalesce(available.pence, 0)::bigint, (coalesce(counted.pence, 0) - coalesce(pending.pence, 0))::bigint
  from (
    select sum(part.pence) as pence
    from (
      select ledger_day_sums.pence from ledger_day_sums where ledger_day_sums.account = 'stripe_available'
      union all
      select ledger_entries.amount_pence
      from ledger_transactions
      join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
      where ledger_entries.account = 'stripe_available'
        and ledger_transactions.booked_at >= coalesce(
          (select (max(ledger_days.day) + 1)::timestamp at time zone 'UTC' from ledger_days), '-infinity'
        )
    ) as part
  ) as available
  cross join (
    select sum(part.pence) as pence
    from (
      select reconciled_sums.amount_pence - reconciled_sums.fee_pence as pence from reconciled_sums
      union all
      select balance_transactions.amount_pence - balance_transactions.fee_pence
      from balance_transactions
      where balance_transactions.counted_on is null
      union all
      -- Of a day whose closing was interrupted.
      select balance_transactions.amount_pence - balance_transactions.fee_pence
      from balance_transactions
      where balance_transactions.counted_on > coalesce((select max(reconciled_days.day) from reconciled_days), '-infinity')
    ) as part
  ) as counted
  cross join (
    select sum(balance_transactions.amount_pence - balance_transactions.fee_pence) as pence
    from balance_transactions
    where not balance_transactions.is_available
  ) as pending
  where coalesce(available.pence, 0) <> coalesce(counted.pence, 0) - coalesce(pending.pence, 0)
$function$;

CREATE OR REPLACE FUNCTION public.check_ledger_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  checked_id bigint := to_jsonb(new) ->> tg_argv[0];
  booked record;
begin
  select
    ledger_transactions.entry_count,
    count(ledger_entries.id) as entries,
    coalesce(sum(ledger_entries.amount_pence), 0) as pence,
    ledger_transactions.payment_id is null and bool_or(
      ledger_entries.account in ('refunds_in_transit', 'disputed', 'commission_held', 'customer_payable', 'unclaimed')
    ) as lacks_payment
  into booked
  from ledger_transactions
  left join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
  where ledger_transactions.id = checked_id
  group by ledger_transactions.id;
  if booked.pence <> 0 then
    raise exception 'ledger transaction % sums to % pence', checked_id, booked.pence;
  elsif booked.entries <> booked.entry_count then
    raise exception 'ledger transaction % has % entries instead of %', checked_id, booked.entries, booked.entry_count;
  elsif booked.lacks_payment then
    raise exception 'ledger transaction % names no payment', checked_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.commission_problems(at timestamp with time zone, preparation interval DEFAULT '00:10:00'::interval)
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  -- The recording is the customer's from the approval on, until all that was paid for it has been given back, or lost by a
  -- bank dispute.
  select 'owned_differs', commissions.id::text, commissions.payment_id
  from commissions
  left join commission_entitlements on commission_entitlements.commission_id = commissions.id
  left join sales on sales.commission_id = commissions.id
  where (
      commissions.status in ('approved', 'cron_pending', 'completed')
      and sales.status is distinct from 'returned'
      and not exists (
        select from bank_disputes
        where bank_disputes.payment_id = commissions.payment_id and bank_disputes.status = 'lost' and bank_disputes.is_whole
      )
    )
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

CREATE OR REPLACE FUNCTION public.hash_ledger_day(of_day date, previous bytea, OUT transactions integer, OUT hash bytea)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  line text;
begin
  transactions := 0;
  hash := '';
  for line in
    select
      jsonb_build_array(
        booked.id,
        booked.fact,
        booked.payment_id,
        to_char(booked.booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
        (
          select jsonb_agg(jsonb_build_array(entry.account, entry.artist_id, entry.amount_pence) order by entry.id)
          from ledger_entries as entry
          where entry.transaction_id = booked.id
        )
      )::text
    from ledger_transactions as booked
    where booked.booked_at >= of_day::timestamp at time zone 'UTC'
      and booked.booked_at < (of_day + 1)::timestamp at time zone 'UTC'
    order by booked.id
  loop
    transactions := transactions + 1;
    hash := sha256(hash || convert_to(line, 'UTF8'));
  end loop;
  hash := sha256(previous || hash);
end $function$;

CREATE OR REPLACE FUNCTION public.hash_reconciled_day(of_day date, opening bigint, previous bytea, OUT transactions integer, OUT closing bigint, OUT hash bytea)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  moved record;
begin
  transactions := 0;
  closing := opening;
  hash := '';
  for moved in
    select id, type, amount_pence, fee_pence, source_id, created_at, ledger_transaction_id
    from balance_transactions
    where counted_on = of_day
    order by id
  loop
    transactions := transactions + 1;
    closing := closing + moved.amount_pence - moved.fee_pence;
    hash := sha256(hash || convert_to(jsonb_build_array(
      moved.id,
      moved.type,
      moved.amount_pence,
      moved.fee_pence,
      moved.source_id,
      to_char(moved.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      moved.ledger_transaction_id
    )::text, 'UTF8'));
  end loop;
  hash := sha256(
    previous || hash || convert_to(jsonb_build_array(of_day, opening, closing, transactions)::text, 'UTF8')
  );
end $function$;

CREATE OR REPLACE FUNCTION public.is_listed(withdrawn_at timestamp with time zone, artist_banned boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((withdrawn_at IS NULL) AND (NOT artist_banned));

CREATE OR REPLACE FUNCTION public.ledger_day_problems(of_day date)
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select 'ledger_changed', closed.day::text, null::uuid
  from ledger_days as closed
  left join ledger_days as day_before on day_before.day = closed.day - 1
  cross join lateral hash_ledger_day(closed.day, coalesce(day_before.hash, '')) as now
  where closed.day = of_day
    and (closed.hash <> now.hash or closed.transactions <> now.transactions)
$function$;

CREATE OR REPLACE FUNCTION public.ledger_problems(after date DEFAULT NULL::date, until date DEFAULT NULL::date, verified date DEFAULT NULL::date)
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  with booked as materialized (
    select id, fact, payment_id
    from ledger_transactions
    where booked_at >= coalesce((after + 1)::timestamp at time zone 'UTC', '-infinity')
      and booked_at < coalesce((until + 1)::timestamp at time zone 'UTC', 'infinity')
    union
    select ledger_transactions.id, ledger_transactions.fact, ledger_transactions.payment_id
    from balance_transactions
    join ledger_transactions on ledger_transactions.id = balance_transactions.ledger_transaction_id
    where (balance_transactions.counted_on is null or balance_transactions.counted_on > verified)
      and ledger_transactions.booked_at < (verified + 1)::timestamp at time zone 'UTC'
  ), moved as materialized (
    select
      booked.id,
      booked.fact,
      booked.payment_id,
      sum(ledger_entries.amount_pence) as pence,
      coalesce(
        sum(ledger_entries.amount_pence) filter (where ledger_entries.account in ('stripe_pending', 'stripe_available')), 0
      ) as provider_pence
    from booked
    left join ledger_entries on ledger_entries.transaction_id = booked.id
    group by booked.id, booked.fact, booked.payment_id
  )
  -- Each transaction of the ledger sums to zero.
  select 'ledger_unbalanced', moved.id::text, null::uuid from moved where moved.pence <> 0

  union all
  -- What is booked of a balance transaction is what it has moved. Before these were named, the fee of a card payment had a
  -- transaction of its own.
  select 'balance_differs', read.id, moved.payment_id
  from moved
  join balance_transactions as read on read.ledger_transaction_id = moved.id
  cross join lateral (
    select coalesce(sum(ledger_entries.amount_pence), 0) as pence
    from ledger_transactions
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    where moved.fact like 'paid:%'
      and ledger_transactions.fact = 'fee:' || moved.payment_id
      and ledger_entries.account in ('stripe_pending', 'stripe_available')
  ) as fee
  where moved.provider_pence + fee.pence <> read.amount_pence - read.fee_pence

  union all
  -- Money at the card provider is moved by balance transactions only.
  select 'balance_unnamed', moved.id::text, moved.payment_id
  from moved
  where moved.provider_pence <> 0
    and moved.fact not like all (array['paid:%', 'fee:%', 'transfer:%', 'refund:%', 'refund_returned:%'])
    and not exists (
      select from balance_transactions where balance_transactions.ledger_transaction_id = moved.id
    )
$function$;

CREATE OR REPLACE FUNCTION public.ledger_sum_problems()
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select 'available_differs', 'stripe_available', null::uuid from available_differences()

  union all
  -- On its way to a card is what has left the balance for a refund that has not arrived.
  select
    'refund_in_transit_differs',
    coalesce(pending.payment_id, in_transit.payment_id)::text,
    coalesce(pending.payment_id, in_transit.payment_id)
  from (
    select refunds.payment_id, sum(refunds.amount_pence) as pence
    from refunds
    where refunds.status = 'pending'
      and exists (
        select from balance_transactions
        where balance_transactions.source_id = refunds.provider_id and balance_transactions.amount_pence < 0
      )
    group by refunds.payment_id
  ) as pending
  full join (
    select ledger_transactions.payment_id, sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'refunds_in_transit'
    group by ledger_transactions.payment_id
    having sum(ledger_entries.amount_pence) <> 0
  ) as in_transit on in_transit.payment_id = pending.payment_id
  where pending.pence is distinct from in_transit.pence
$function$;

CREATE OR REPLACE FUNCTION public.list_tracks(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- In the order of the ids, as in every write of several rows.
  perform from listed_tracks where id = any(changed) order by id for update;
  delete from listed_tracks
  where id = any(changed) and not exists (select from listable_tracks where listable_tracks.id = listed_tracks.id);
  insert into listed_tracks select * from listable_tracks where id = any(changed) order by id
  on conflict (id) do update set
    artist_id = excluded.artist_id, song = excluded.song, title = excluded.title, popularity = excluded.popularity,
    created_at = excluded.created_at, rating = excluded.rating, price_pence = excluded.price_pence,
    genre = excluded.genre, vocal_range = excluded.vocal_range, format = excluded.format,
    instrumentation = excluded.instrumentation, pitch = excluded.pitch, mode = excluded.mode,
    tempo_band = excluded.tempo_band, shift = excluded.shift, quality_validated = excluded.quality_validated,
    words = excluded.words
  where listed_tracks is distinct from excluded;

  insert into words (kind, word, uses)
  select distinct 'track', word collate "C", 1 from listed_tracks, unnest(tsvector_to_array(words)) as word
  where id = any(changed) order by 2
  on conflict do nothing;
  perform suggest(changed);
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

CREATE OR REPLACE FUNCTION public.money_problems(at timestamp with time zone, payment_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  with read as materialized (
    select payments.id, payments.subject_kind, payments.subject_id, payments.amount_pence, payments.status,
      payments.paid_at, payments.transferred_pence, payments.refunded_pence, payments.taken_back_pence
    from payments
    where payment_ids is null or payments.id = any(payment_ids)
  )
  -- What is owed from a payment is at most what was paid, and is what the payment counts.
  select
    case when sent.pence + back.pence > read.amount_pence + back.taken_pence then 'owed_more_than_paid' else 'owed_sums_differ' end,
    read.id::text,
    read.id
  from read
  cross join lateral (
    select coalesce(sum(transfers.amount_pence), 0) as pence
    from transfers
    where transfers.payment_id = read.id and not transfers.is_again
  ) as sent
  cross join lateral (
    select coalesce(sum(refunds.amount_pence), 0) as pence, coalesce(sum(refunds.artist_pence), 0) as taken_pence
    from refunds
    where refunds.payment_id = read.id
  ) as back
  where sent.pence + back.pence > read.amount_pence + back.taken_pence
    or sent.pence <> read.transferred_pence
    or back.pence <> read.refunded_pence
    or back.taken_pence <> read.taken_back_pence

  union all
  -- Nothing is held of a commission that was decided, or of another payment than its own.
  select 'held_differs', held.payment_id::text, held.payment_id
  from (
    select read.id as payment_id, sum(ledger_entries.amount_pence) as pence
    from read
    join ledger_transactions on ledger_transactions.payment_id = read.id
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    where ledger_entries.account = 'commission_held'
    group by read.id
  ) as held
  where held.pence <> 0
    and not exists (
      select from commissions
      where commissions.payment_id = held.payment_id and commissions.status in ('in_progress', 'delivered')
    )

  union all
  -- One transfer a commission, whichever of its payments that is of.
  select 'transferred_twice', transfers.id::text, transfers.payment_id
  from read
  join transfers on transfers.payment_id = read.id
  where read.subject_kind = 'commission'
    and not transfers.is_again
    and exists (
      select from payments
      join transfers as other on other.payment_id = payments.id
      where payments.subject_kind = 'commission'
        and payments.subject_id = read.subject_id
        and not other.is_again
        and other.id <> transfers.id
    )

  union all
  -- One refund a payment of a commission; one that has failed, or that an admin gives back later, does not count.
  select 'refunded_twice', counted.id::text, counted.payment_id
  from (
    select refunds.id, refunds.payment_id, count(*) over (partition by refunds.payment_id) as live
    from read
    join refunds on refunds.payment_id = read.id
    where read.subject_kind = 'commission' and refunds.status <> 'failed' and refunds.cause <> 'given_back'
  ) as counted
  where counted.live > 1

  union all
  -- Nothing is owed to an artist before the approval, or from another payment than the one that paid.
  select 'transfer_without_approval', transfers.id::text, transfers.payment_id
  from read
  join transfers on transfers.payment_id = read.id
  left join commissions
    on commissions.payment_id = read.id
    and commissions.id = read.subject_id
    and commissions.status in ('approved', 'cron_pending', 'completed')
  where read.subject_kind = 'commission' and commissions.id is null

  union all
  -- What was paid for a commission that has ended, or that another payment has paid, has been on its way back since five
  -- minutes at most after both were known.
  select 'refund_missing', read.id::text, read.id
  from read
  join commissions on commissions.id = read.subject_id
  cross join lateral (
    select coalesce(sum(refunds.amount_pence), 0) as pence
    from refunds
    where refunds.payment_id = read.id
      and (
        refunds.status in ('pending', 'sent', 'disputed', 'settled')
        or (refunds.status = 'waiting' and refunds.attempts > 0)
      )
  ) as refunded
  where read.subject_kind = 'commission'
    and read.status = 'paid'
    and (commissions.status in ('cancelled', 'rejected_by_artist') or commissions.payment_id is distinct from read.id)
    and greatest(read.paid_at, commissions.ended_at) <= at - interval '5 minutes'
    and refunded.pence <> read.amount_pence
$function$;

CREATE OR REPLACE FUNCTION public.open_money_problems(at timestamp with time zone)
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  -- Held is what was paid for commissions that nobody has decided.
  select 'held_differs', commissions.id::text, commissions.payment_id
  from commissions
  cross join lateral (
    select coalesce(-sum(ledger_entries.amount_pence), 0) as pence
    from ledger_transactions
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    where ledger_transactions.payment_id = commissions.payment_id and ledger_entries.account = 'commission_held'
  ) as held
  where commissions.status in ('in_progress', 'delivered') and held.pence <> commissions.customer_pence

  union all
  -- The card provider keeps money for 90 days. In hours, because a day of the session's time zone can have 23 or 25.
  select 'held_too_long', commissions.id::text, commissions.payment_id
  from commissions
  where commissions.status in ('in_progress', 'delivered')
    and least(commissions.hold_until, commissions.paid_at + interval '2040 hours') <= at - interval '2 minutes'

  union all
  -- What is settled is owed no more.
  select 'settlement_unbooked', refunds.id::text, refunds.payment_id
  from refunds
  where refunds.status = 'settled'
    and not exists (
      select from ledger_transactions where ledger_transactions.fact = 'refund_settled:' || refunds.id
    )

  union all
  select 'settlement_unbooked', transfers.id::text, transfers.payment_id
  from transfers
  where transfers.status = 'settled'
    and not exists (
      select from ledger_transactions where ledger_transactions.fact = 'transfer_settled:' || transfers.id
    )

  union all
  select 'settlement_unbooked', transfers.id::text, transfers.payment_id
  from transfers
  where transfers.status = 'written_off'
    and not exists (
      select from ledger_transactions where ledger_transactions.fact = 'transfer_written_off:' || transfers.id
    )
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

CREATE OR REPLACE FUNCTION public.receivable_differences()
 RETURNS TABLE(artist_id uuid, ours bigint, theirs bigint)
 LANGUAGE sql
 STABLE
AS $function$
  -- An artist owes what is neither taken back, nor paid by a transfer that is done, nor closed; and their share of a refund as
  -- soon as it is decided, although its reversal follows when it is made. One that has come back took its share before.
  select coalesce(owed.artist_id, booked.artist_id), owed.pence::bigint, booked.pence::bigint
  from (
    select one.artist_id, sum(one.pence) as pence
    from (
      select
        reversals.artist_id,
        case reversals.status
          when 'sent' then 0
          when 'written_off' then reversals.netted_pence
          when 'repaid' then reversals.netted_pence
          else reversals.amount_pence
        end - coalesce(paid.pence, 0) as pence
      from reversals
      left join (
        select nettings.reversal_id, sum(nettings.amount_pence) as pence
        from nettings
        join transfers on transfers.id = nettings.transfer_id and transfers.status in ('sent', 'settled', 'netted', 'written_off')
        group by nettings.reversal_id
      ) as paid on paid.reversal_id = reversals.id
      union all
      select sales.artist_id, refunds.artist_pence
      from refunds
      join payments on payments.id = refunds.payment_id
      join sales on sales.id = coalesce(refunds.order_line_id, payments.subject_id)
      where refunds.status not in ('pending', 'sent', 'settled')
        and refunds.artist_pence > 0
        and not exists (
          select from reversals
          where reversals.cause_kind in ('refund', 'provider') and reversals.cause_id = refunds.id
        )
        and not exists (
          select from ledger_transactions where ledger_transactions.fact = 'share_borne:' || refunds.id
        )
    ) as one
    group by one.artist_id
  ) as owed
  full join (
    select ledger_entries.artist_id, sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    where ledger_entries.account = 'artist_receivable'
    group by ledger_entries.artist_id
  ) as booked on booked.artist_id = owed.artist_id
  where coalesce(owed.pence, 0) <> coalesce(booked.pence, 0)
$function$;

CREATE OR REPLACE FUNCTION public.reconciled_day_problems(of_day date)
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select 'day_changed', closed.day::text, null::uuid
  from reconciled_days as closed
  left join reconciled_days as day_before on day_before.day = closed.day - 1
  cross join lateral hash_reconciled_day(
    closed.day, coalesce(day_before.closing_pence, 0), coalesce(day_before.hash, '')
  ) as now
  where closed.day = of_day
    and (
      (closed.hash, closed.transactions, closed.opening_pence, closed.closing_pence)
        <> (now.hash, now.transactions, coalesce(day_before.closing_pence, 0), now.closing)
      or closed.closing_pence - closed.opening_pence <> (
        select coalesce(sum(amount_pence - fee_pence), 0) from reconciled_sums where reconciled_sums.day = closed.day
      )
    )
$function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_log_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_changed_commission_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A message of a commission is never changed.';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_changed_commission_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A step of a commission is never changed.';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_changed_report_copy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a copy of the platform report is never changed';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from ledger_days where day >= (new.booked_at at time zone 'UTC')::date) then
    raise exception 'the ledger is closed for %', (new.booked_at at time zone 'UTC')::date;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_counted_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the balance transaction % is counted on a day', old.id;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_difference_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a difference is kept as it was found';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_invoice_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a VAT invoice never changes: the next one corrects it';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_late_invoice_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from vat_invoices where id = new.invoice_id) then
    raise exception 'the VAT invoice % is issued', new.invoice_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_late_statement_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from statements where artist_id = new.artist_id and month = new.month) then
    raise exception 'the statement of % is made', new.month;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_late_statement_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from statements where id = new.statement_id) then
    raise exception 'the statement % is made', new.statement_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_statement_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a statement is never changed';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_vat_payment_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a payment of VAT is never changed';
end $function$;

CREATE OR REPLACE FUNCTION public.reversal_problems()
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  -- A transfer counts what is taken back from it, and what it has paid of debts.
  select 'reversal_sums_differ', transfers.id::text, transfers.payment_id
  from (
    select transfers.id from transfers where transfers.reversed_pence <> 0 or transfers.netted_pence <> 0
    union
    select reversals.transfer_id from reversals
    union
    select nettings.transfer_id from nettings
  ) as touched
  join transfers on transfers.id = touched.id
  left join (
    select reversals.transfer_id, sum(reversals.amount_pence) as pence from reversals group by reversals.transfer_id
  ) as reversed on reversed.transfer_id = transfers.id
  left join (
    select nettings.transfer_id, sum(nettings.amount_pence) as pence from nettings group by nettings.transfer_id
  ) as netted on netted.transfer_id = transfers.id
  where coalesce(reversed.pence, 0) <> transfers.reversed_pence
    or coalesce(netted.pence, 0) <> transfers.netted_pence

  union all
  -- A debt counts what transfers have paid of it.
  select 'debt_differs', reversals.id::text, transfers.payment_id
  from reversals
  join transfers on transfers.id = reversals.transfer_id
  left join (
    select nettings.reversal_id, sum(nettings.amount_pence) as pence from nettings group by nettings.reversal_id
  ) as netted on netted.reversal_id = reversals.id
  where coalesce(netted.pence, 0) <> reversals.netted_pence

  union all
  select 'receivable_differs', differs.artist_id::text, null::uuid from receivable_differences() as differs
$function$;

CREATE OR REPLACE FUNCTION public.sale_differences(payment_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(payment_id uuid, ours bigint, theirs bigint)
 LANGUAGE sql
 STABLE
AS $function$
  -- Earned and transferred, by payment and artist, in the month of the booking; less what the artist has lost by refunds. What
  -- was taken back by a dispute and is paid again is the same sale.
  select
    coalesce(sold.payment_id, booked.payment_id),
    case when coalesce(sold.earned, 0) = coalesce(booked.earned, 0) then sold.transferred else sold.earned end,
    case when coalesce(sold.earned, 0) = coalesce(booked.earned, 0) then booked.transferred else booked.earned end
  from (
    select
      sales.payment_id,
      sales.artist_id,
      sales.month,
      sum(sales.artist_pence) as earned,
      coalesce(sum(sales.artist_pence) filter (where sales.status = 'transferred'), 0) as transferred
    from sales
    where sales.status in ('owed', 'transferred') and (payment_ids is null or sales.payment_id = any(payment_ids))
    group by sales.payment_id, sales.artist_id, sales.month
  ) as sold
  full join (
    select
      ledger_transactions.payment_id,
      ledger_entries.artist_id,
      min(date_trunc('month', ledger_transactions.booked_at at time zone 'Europe/London')::date)
        filter (where ledger_entries.account = 'artist_payable' and ledger_entries.amount_pence < 0) as month,
      -sum(
        case when ledger_entries.account = 'artist_receivable' then ledger_entries.amount_pence
          else least(ledger_entries.amount_pence, 0) end
      ) as earned,
      greatest(
        0,
        sum(
          case when ledger_entries.account = 'artist_receivable' then -ledger_entries.amount_pence
            else greatest(ledger_entries.amount_pence, 0) end
        )
      ) as transferred
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where (
        ledger_entries.account = 'artist_payable'
        or (ledger_entries.account = 'artist_receivable' and ledger_transactions.fact like 'sale_given_back:%')
      )
      and (payment_ids is null or ledger_transactions.payment_id = any(payment_ids))
      and not exists (
        select from transfers as again
        left join nettings on nettings.transfer_id = again.id
        left join balance_transactions on balance_transactions.source_id = again.provider_id
        where again.is_again
          and again.payment_id = ledger_transactions.payment_id
          and (
            ledger_transactions.id = balance_transactions.ledger_transaction_id
            or ledger_transactions.fact in ('owed_again:' || again.id, 'transfer_settled:' || again.id, 'transfer_written_off:' || again.id, 'netted:' || nettings.id)
          )
      )
    group by ledger_transactions.payment_id, ledger_entries.artist_id
  ) as booked on (booked.payment_id, booked.artist_id, booked.month) = (sold.payment_id, sold.artist_id, sold.month)
  where coalesce(sold.earned, 0) <> coalesce(booked.earned, 0)
    or coalesce(sold.transferred, 0) <> coalesce(booked.transferred, 0)
$function$;

CREATE OR REPLACE FUNCTION public.sale_problems(payment_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select 'sale_differs', differs.payment_id::text, differs.payment_id from sale_differences(payment_ids) as differs

  union all
  select 'held_sale_differs', coalesce(sold.payment_id, held.payment_id)::text, coalesce(sold.payment_id, held.payment_id)
  from (
    select sales.payment_id, sales.customer_pence as pence
    from sales
    where sales.status = 'held' and (payment_ids is null or sales.payment_id = any(payment_ids))
  ) as sold
  full join (
    select ledger_transactions.payment_id, -sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'commission_held'
      and (payment_ids is null or ledger_transactions.payment_id = any(payment_ids))
    group by ledger_transactions.payment_id
    having sum(ledger_entries.amount_pence) <> 0
  ) as held on held.payment_id = sold.payment_id
  where sold.pence is distinct from held.pence
$function$;

CREATE OR REPLACE FUNCTION public.sale_sum_problems(artist_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  -- Nobody's money is wrong, so no payment is named.
  select 'sale_sums_differ', coalesce(counted.artist_id, stored.artist_id)::text, null::uuid
  from (
    select
      sales.artist_id, sales.month, sales.kind, sales.status,
      row (
        count(*), sum(sales.customer_pence), sum(sales.platform_fee_pence), sum(sales.processing_fee_pence),
        sum(sales.artist_pence), sum(sales.refunded_pence)
      )::text as sums
    from sales
    where artist_ids is null or sales.artist_id = any(artist_ids)
    group by sales.artist_id, sales.month, sales.kind, sales.status
  ) as counted
  full join (
    select
      sale_sums.artist_id, sale_sums.month, sale_sums.kind, sale_sums.status,
      row (
        sale_sums.sales, sale_sums.customer_pence, sale_sums.platform_fee_pence, sale_sums.processing_fee_pence,
        sale_sums.artist_pence, sale_sums.refunded_pence
      )::text as sums
    from sale_sums
    where sale_sums.sales <> 0 and (artist_ids is null or sale_sums.artist_id = any(artist_ids))
  ) as stored using (artist_id, month, kind, status)
  where counted.sums is distinct from stored.sums
$function$;

CREATE OR REPLACE FUNCTION public.statement_problems(since date DEFAULT '-infinity'::date)
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  with finished as (
    select max(statement_months.month) as month from statement_months where statement_months.finished_at is not null
  ),
  stated as (
    select
      statements.artist_id,
      statements.month,
      statements.closing_owed_pence - statements.opening_owed_pence as owed,
      statements.closing_owing_pence - statements.opening_owing_pence as owing
    from statements
    cross join finished
    where statements.month between since and finished.month
  ),
  booked as (
    select
      ledger_entries.artist_id,
      date_trunc('month', ledger_transactions.booked_at at time zone 'Europe/London')::date as month,
      -coalesce(sum(ledger_entries.amount_pence) filter (where ledger_entries.account = 'artist_payable'), 0) as owed,
      coalesce(sum(ledger_entries.amount_pence) filter (where ledger_entries.account = 'artist_receivable'), 0) as owing
    from ledger_transactions
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    cross join finished
    where ledger_transactions.booked_at >= since::timestamp at time zone 'Europe/London'
      and ledger_transactions.booked_at < (finished.month + interval '1 month') at time zone 'Europe/London'
      and ledger_entries.artist_id is not null
    group by 1, 2
  ),
  listed as (
    select statement_lines.artist_id, statement_lines.month, sum(statement_lines.owed_pence) as owed,
      sum(statement_lines.owing_pence) as owing
    from statement_lines
    cross join finished
    where statement_lines.month between since and finished.month
    group by 1, 2
  )
  select 'statement_differs', coalesce(stated.artist_id, booked.artist_id) || ' ' || coalesce(stated.month, booked.month),
    null::uuid
  from stated
  full join booked on (booked.artist_id, booked.month) = (stated.artist_id, stated.month)
  where coalesce(stated.owed, 0) <> coalesce(booked.owed, 0)
    or coalesce(stated.owing, 0) <> coalesce(booked.owing, 0)

  union all
  select 'statement_lines_differ', coalesce(stated.artist_id, listed.artist_id) || ' ' || coalesce(stated.month, listed.month),
    null::uuid
  from stated
  full join listed on (listed.artist_id, listed.month) = (stated.artist_id, stated.month)
  where coalesce(stated.owed, 0) <> coalesce(listed.owed, 0)
    or coalesce(stated.owing, 0) <> coalesce(listed.owing, 0)
$function$;

CREATE OR REPLACE FUNCTION public.suggest(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into suggestions (kind, id, name, popularity, words)
  select distinct on (listed_tracks.title) 'title', listed_tracks.title, named.name, popularity, words_vector(named.name)
  from listed_tracks
  join tracks using (id)
  cross join lateral split_part(tracks.song, ' / ', 1) as named (name)
  where listed_tracks.id = any(changed)
    and not exists (select from suggestions where kind = 'title' and suggestions.id = listed_tracks.title)
  order by listed_tracks.title
  on conflict do nothing;

  insert into suggestions (kind, id, name, popularity, words)
  select 'artist', artist_id, name, popularity, name_words from artists
  -- Read once: the tracks are not looked up again for each artist.
  where artist_id = any(array(select distinct artist_id from listed_tracks where id = any(changed)))
    and not exists (select from suggestions where kind = 'artist' and suggestions.id = artist_id)
  order by artist_id
  on conflict do nothing;
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

CREATE OR REPLACE FUNCTION public.vat_problems()
 RETURNS TABLE(kind text, subject text, payment_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  -- What is owed to the tax authority of a payment is the VAT of its sales. Held money is not divided yet.
  select 'vat_differs', coalesce(sold.payment_id, booked.payment_id)::text, coalesce(sold.payment_id, booked.payment_id)
  from (
    select sales.payment_id, sum(sales.vat_pence - sales.vat_returned_pence) as pence
    from sales
    where sales.vat_mode <> 'none' and sales.status <> 'held'
    group by sales.payment_id
  ) as sold
  full join (
    select ledger_transactions.payment_id, -sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'vat' and ledger_transactions.payment_id is not null
    group by ledger_transactions.payment_id
  ) as booked on booked.payment_id = sold.payment_id
  where coalesce(sold.pence, 0) <> coalesce(booked.pence, 0)

  union all
  select 'vat_returned_differs', sales.id::text, sales.payment_id
  from sales
  cross join lateral (
    select coalesce(sum(refunds.vat_pence), 0) as pence
    from refunds
    where refunds.payment_id = sales.payment_id and refunds.order_line_id is not distinct from sales.order_line_id
  ) as returned
  where sales.vat_mode <> 'none' and sales.vat_returned_pence <> returned.pence
$function$;

CREATE OR REPLACE FUNCTION public.words_vector(words text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_to_tsvector(array_remove(string_to_array(words, ' '), ''))
$function$;

create view listable_tracks as
 SELECT tracks.id,
    tracks.artist_id,
    md5(COALESCE(tracks.song_key, tracks.song))::uuid AS song,
    md5(split_part(tracks.song, ' / '::text, 1))::uuid AS title,
    COALESCE(track_statistics.popularity, 0::double precision) AS popularity,
    tracks.created_at,
    rating_rank(tracks.rating_count, tracks.rating_sum) AS rating,
    tracks.price_pence,
    tracks.genre,
    tracks.vocal_range,
    tracks.format,
    tracks.instrumentation,
    tracks.pitch,
    tracks.mode,
    tracks.tempo_band,
        CASE
            WHEN tracks.is_higher AND tracks.is_lower THEN 'both'::text
            WHEN tracks.is_higher THEN 'higher'::text
            WHEN tracks.is_lower THEN 'lower'::text
            ELSE NULL::text
        END AS shift,
    tracks.quality_validated,
    array_to_tsvector(array_remove(string_to_array(tracks.search_text, ' '::text), ''::text)) AS words
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
    ' '::text || commissions.name_words AS words,
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

CREATE TRIGGER ledger_days_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TRIGGER ledger_day_sums_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_day_sums FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE INDEX payment_events_about ON public.payment_events USING btree (about) WHERE (about IS NOT NULL);
CREATE INDEX payment_events_received ON public.payment_events USING btree (received_at);

CREATE TRIGGER reconciled_days_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON reconciled_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TRIGGER reconciled_sums_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON reconciled_sums FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE UNIQUE INDEX reconciliation_runs_daily ON public.reconciliation_runs USING btree (is_repeat) WHERE (NOT is_repeat);

CREATE INDEX suggestions_by_name ON public.suggestions USING btree (name text_pattern_ops);
CREATE INDEX suggestions_by_popularity ON public.suggestions USING btree (popularity DESC, name, id);
CREATE INDEX suggestions_words ON public.suggestions USING gin (words) WITH (fastupdate=off);

CREATE INDEX users_admins ON public.users USING btree (id) WHERE (role = 'admin'::text);
CREATE INDEX users_avatar ON public.users USING btree (avatar) WHERE (avatar IS NOT NULL);
CREATE UNIQUE INDEX users_display_name_key ON public.users USING btree (display_name_key) WHERE (display_name_key IS NOT NULL);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE INDEX users_newest ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX users_search ON public.users USING gin (lower(((((email || ' '::text) || username) || ' '::text) || COALESCE(display_name, ''::text))) gin_trgm_ops);
CREATE UNIQUE INDEX users_username ON public.users USING btree (lower(username)) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX users_username_key ON public.users USING btree (username_key);

CREATE INDEX artist_months_month ON public.artist_months USING btree (month);

CREATE INDEX artists_commission_price ON public.artists USING btree (commission_price_pence, artist_id) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_commissions ON public.artists USING btree (commissions DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions) WHERE is_listed;
CREATE INDEX artists_followers ON public.artists USING btree (followers DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_joined ON public.artists USING btree (joined_at DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_online ON public.artists USING btree (last_online_on, artist_id) INCLUDE (takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_popularity ON public.artists USING btree (popularity DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_rating ON public.artists USING btree (rating_rank DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_reviews ON public.artists USING btree (reviews DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_tracks ON public.artists USING btree (tracks DESC, artist_id DESC) INCLUDE (last_online_on, takes_commissions, commissions) WHERE is_listed;
CREATE INDEX artists_words ON public.artists USING gin (words) WITH (fastupdate=off) WHERE is_listed;

CREATE INDEX artist_examples_waiting ON public.artist_examples USING btree (created_at) WHERE (status = 'waiting'::text);

CREATE INDEX bank_payouts_of_artist ON public.bank_payouts USING btree (artist_id, created_at DESC, id DESC);

CREATE INDEX contact_messages_newest ON public.contact_messages USING btree (sent_at DESC, id DESC);
CREATE INDEX contact_messages_status ON public.contact_messages USING btree (status, sent_at DESC, id DESC);
CREATE INDEX contact_messages_user ON public.contact_messages USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX contact_answers_message ON public.contact_answers USING btree (message_id, sent_at);

CREATE INDEX credentials_user ON public.credentials USING btree (user_id);

CREATE INDEX email_links_user ON public.email_links USING btree (user_id, kind);

CREATE INDEX follows_artist ON public.follows USING btree (artist_id, followed_at DESC, follower_id);

CREATE INDEX licence_documents_artist ON public.licence_documents USING btree (artist_id, created_at);

CREATE INDEX orders_customer ON public.orders USING btree (customer_id, created_at DESC);
CREATE UNIQUE INDEX orders_one_pending ON public.orders USING btree (customer_id) WHERE (status = 'pending'::text);

CREATE INDEX payment_accounts_compared ON public.payment_accounts USING btree (compared_at NULLS FIRST);

CREATE INDEX payments_by_customer ON public.payments USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX payments_latest ON public.payments USING btree (created_at DESC, id DESC);
CREATE INDEX payments_of_customer ON public.payments USING btree (customer_id, paid_at DESC, id DESC) WHERE (paid_at IS NOT NULL);
CREATE UNIQUE INDEX payments_of_order ON public.payments USING btree (subject_id) WHERE ((subject_kind = 'order'::text) AND (stray_of IS NULL));
CREATE UNIQUE INDEX payments_open_of_subject ON public.payments USING btree (subject_kind, subject_id) WHERE (status = 'open'::text);
CREATE INDEX payments_stray ON public.payments USING btree (stray_of) WHERE (stray_of IS NOT NULL);
CREATE INDEX payments_subject ON public.payments USING btree (subject_kind, subject_id);
CREATE INDEX payments_unfinished ON public.payments USING btree (created_at) WHERE (status = ANY (ARRAY['open'::text, 'confirming'::text]));
CREATE INDEX payments_with_problem ON public.payments USING btree (created_at DESC, id DESC) WHERE (problem IS NOT NULL);

CREATE INDEX bank_disputes_listed ON public.bank_disputes USING btree ((((status = ANY (ARRAY['inquiry'::text, 'open'::text])) AND (answered_at IS NULL))) DESC, (
CASE
    WHEN ((status = ANY (ARRAY['inquiry'::text, 'open'::text])) AND (answered_at IS NULL)) THEN answer_by
    ELSE NULL::timestamp with time zone
END), opened_at DESC, id);
CREATE INDEX bank_disputes_payment ON public.bank_disputes USING btree (payment_id);
CREATE INDEX bank_disputes_undecided ON public.bank_disputes USING btree (answer_by) WHERE (status = ANY (ARRAY['inquiry'::text, 'open'::text, 'answered'::text]));

CREATE INDEX found_problems_payment ON public.found_problems USING btree (payment_id);

CREATE INDEX ledger_transactions_booked ON public.ledger_transactions USING btree (booked_at);
CREATE INDEX ledger_transactions_payment ON public.ledger_transactions USING btree (payment_id);
CREATE CONSTRAINT TRIGGER ledger_transactions_are_whole AFTER INSERT ON ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_transaction('id');
CREATE TRIGGER ledger_transactions_in_open_days BEFORE INSERT ON ledger_transactions FOR EACH ROW EXECUTE FUNCTION refuse_closed_day();
CREATE TRIGGER ledger_transactions_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE INDEX balance_transactions_counted ON public.balance_transactions USING btree (counted_on, id) WHERE (counted_on IS NOT NULL);
CREATE INDEX balance_transactions_created ON public.balance_transactions USING btree (created_at);
CREATE INDEX balance_transactions_late ON public.balance_transactions USING btree (counted_on, created_at) WHERE (counted_on > ((created_at AT TIME ZONE 'UTC'::text))::date);
CREATE INDEX balance_transactions_pending ON public.balance_transactions USING btree (available_at) WHERE (NOT is_available);
CREATE INDEX balance_transactions_source ON public.balance_transactions USING btree (source_id);
CREATE INDEX balance_transactions_uncounted ON public.balance_transactions USING btree (created_at) WHERE (counted_on IS NULL);
CREATE TRIGGER balance_transactions_are_kept BEFORE DELETE ON balance_transactions FOR EACH ROW WHEN (old.counted_on IS NOT NULL) EXECUTE FUNCTION refuse_counted_change();
CREATE TRIGGER balance_transactions_stay BEFORE UPDATE OF id, type, amount_pence, fee_pence, source_id, created_at, ledger_transaction_id, counted_on ON balance_transactions FOR EACH ROW WHEN (old.counted_on IS NOT NULL) EXECUTE FUNCTION refuse_counted_change();

CREATE INDEX ledger_entries_artist ON public.ledger_entries USING btree (artist_id) WHERE (artist_id IS NOT NULL);
CREATE INDEX ledger_entries_held ON public.ledger_entries USING btree (transaction_id, amount_pence) WHERE (account = 'commission_held'::text);
CREATE INDEX ledger_entries_in_transit ON public.ledger_entries USING btree (transaction_id, amount_pence) WHERE (account = 'refunds_in_transit'::text);
CREATE INDEX ledger_entries_receivable ON public.ledger_entries USING btree (artist_id, amount_pence) WHERE (account = 'artist_receivable'::text);
CREATE INDEX ledger_entries_transaction ON public.ledger_entries USING btree (transaction_id);
CREATE INDEX ledger_entries_vat ON public.ledger_entries USING btree (transaction_id) WHERE (account = 'vat'::text);
CREATE TRIGGER ledger_entries_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE CONSTRAINT TRIGGER ledger_entries_sum_to_zero AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_transaction('transaction_id');

CREATE INDEX platform_payouts_latest ON public.platform_payouts USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX platform_payouts_waiting ON public.platform_payouts USING btree ((true)) WHERE (status = 'waiting'::text);

CREATE TRIGGER platform_report_copies_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON platform_report_copies FOR EACH STATEMENT EXECUTE FUNCTION refuse_changed_report_copy();

CREATE INDEX platform_report_quarters_of_all ON public.platform_report_quarters USING btree (year, quarter);

CREATE INDEX platform_report_years_listed ON public.platform_report_years USING btree (year, ((service_sales > 0)) DESC, service_pence DESC, licence_pence DESC, artist_id);

CREATE INDEX receipts_customer ON public.receipts USING btree (customer_id, serial DESC);

CREATE INDEX reconciliation_differences_day ON public.reconciliation_differences USING btree (day, found_at);
CREATE INDEX reconciliation_differences_explained ON public.reconciliation_differences USING btree (kind, subject) WHERE (status = 'explained'::text);
CREATE INDEX reconciliation_differences_found ON public.reconciliation_differences USING btree (found_at, id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX reconciliation_differences_open ON public.reconciliation_differences USING btree (kind, subject) WHERE (status = 'open'::text);
CREATE TRIGGER reconciliation_differences_are_as_found BEFORE UPDATE OF id, kind, subject, payment_id, day, ours_pence, theirs_pence, occurred_at, found_at ON reconciliation_differences FOR EACH STATEMENT EXECUTE FUNCTION refuse_difference_change();
CREATE TRIGGER reconciliation_differences_end_once BEFORE UPDATE ON reconciliation_differences FOR EACH ROW WHEN (old.status <> 'open'::text) EXECUTE FUNCTION refuse_difference_change();
CREATE TRIGGER reconciliation_differences_stay BEFORE DELETE OR TRUNCATE ON reconciliation_differences FOR EACH STATEMENT EXECUTE FUNCTION refuse_difference_change();

CREATE INDEX reviews_artist ON public.reviews USING btree (artist_id, created_at DESC, id DESC);
CREATE INDEX reviews_author ON public.reviews USING btree (author_id, artist_id);

CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

CREATE TRIGGER statements_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();

CREATE INDEX statement_bank_payouts_of_statement ON public.statement_bank_payouts USING btree (statement_id);
CREATE TRIGGER statement_bank_payouts_come_first BEFORE INSERT ON statement_bank_payouts FOR EACH ROW EXECUTE FUNCTION refuse_late_statement_payout();
CREATE TRIGGER statement_bank_payouts_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON statement_bank_payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();

CREATE INDEX statement_lines_correcting ON public.statement_lines USING btree (artist_id, corrects_number) WHERE (corrects_number IS NOT NULL);
CREATE INDEX statement_lines_of_sale ON public.statement_lines USING btree (payment_id, artist_id) WHERE (kind = 'sale'::text);
CREATE TRIGGER statement_lines_come_first BEFORE INSERT ON statement_lines FOR EACH ROW EXECUTE FUNCTION refuse_late_statement_line();
CREATE TRIGGER statement_lines_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON statement_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();

CREATE INDEX task_owners_of_admin ON public.task_owners USING btree (owner_id);

CREATE INDEX tracks_artist ON public.tracks USING btree (artist_id, created_at DESC, id DESC);
CREATE INDEX tracks_counted ON public.tracks USING btree (artist_id) INCLUDE (withdrawn_at, rating_count, rating_sum);
CREATE INDEX tracks_licence_document ON public.tracks USING btree (licence_document_id) WHERE (licence_document_id IS NOT NULL);
CREATE INDEX tracks_song_search ON public.tracks USING gin (song gin_trgm_ops);
CREATE INDEX tracks_unmeasured ON public.tracks USING btree (created_at) WHERE (music_measured_at IS NULL);
CREATE INDEX tracks_without_song_key ON public.tracks USING btree (id) WHERE (song_key IS NULL);

CREATE INDEX comments_track ON public.comments USING btree (track_id, created_at DESC, id DESC);
CREATE INDEX comments_user ON public.comments USING btree (user_id, track_id);

CREATE INDEX commissions_answer_by ON public.commissions USING btree (answer_by) WHERE (status = 'pending_artist'::text);
CREATE INDEX commissions_approve_at ON public.commissions USING btree (approve_at) WHERE (status = 'delivered'::text);
CREATE INDEX commissions_artist ON public.commissions USING btree (artist_id, status);
CREATE INDEX commissions_customer ON public.commissions USING btree (customer_id, status);
CREATE INDEX commissions_end_at ON public.commissions USING btree (end_at) WHERE (status = 'in_progress'::text);
CREATE INDEX commissions_frozen ON public.commissions USING btree (created_at DESC, id DESC) WHERE (frozen_at IS NOT NULL);
CREATE INDEX commissions_hold_until ON public.commissions USING btree (hold_until) WHERE (status = ANY (ARRAY['in_progress'::text, 'delivered'::text]));
CREATE INDEX commissions_newest ON public.commissions USING btree (created_at DESC, id DESC);
CREATE INDEX commissions_offer ON public.commissions USING btree (offer_id) WHERE (offer_id IS NOT NULL);
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

CREATE INDEX commission_messages_author ON public.commission_messages USING btree (author_id, created_at);
CREATE INDEX commission_messages_taken_down ON public.commission_messages USING btree (commission_id, created_at) WHERE (taken_down_at IS NOT NULL);
CREATE TRIGGER commission_messages_stay BEFORE DELETE OR UPDATE OF id, commission_id, author_id, author_role, text, request_key, created_at ON commission_messages FOR EACH ROW EXECUTE FUNCTION refuse_changed_commission_message();

CREATE INDEX commission_attachments_preparing ON public.commission_attachments USING btree (id) WHERE (status = 'preparing'::text);
CREATE INDEX commission_attachments_room ON public.commission_attachments USING btree (commission_id);

CREATE INDEX commission_notes_places ON public.commission_notes USING btree (commission_id, at_tenths, created_at, id);

CREATE INDEX commission_reads_waiting ON public.commission_reads USING btree (waiting_since) WHERE (waiting_since IS NOT NULL);

CREATE INDEX commission_steps_commission ON public.commission_steps USING btree (commission_id, id);
CREATE TRIGGER commission_steps_stay BEFORE DELETE OR UPDATE ON commission_steps FOR EACH ROW EXECUTE FUNCTION refuse_changed_commission_step();

CREATE INDEX downloads_commission ON public.downloads USING btree (commission_id) WHERE (commission_id IS NOT NULL);
CREATE INDEX downloads_track ON public.downloads USING btree (track_id);

CREATE INDEX flags_author ON public.flags USING btree (author_id, decided_at DESC);
CREATE INDEX flags_comment ON public.flags USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE UNIQUE INDEX flags_open ON public.flags USING btree (reporter_id, subject_id) WHERE (status = ANY (ARRAY['new'::text, 'reviewing'::text]));
CREATE INDEX flags_profile ON public.flags USING btree (profile_id) WHERE (profile_id IS NOT NULL);
CREATE INDEX flags_queue ON public.flags USING btree (status, created_at, id);
CREATE INDEX flags_review ON public.flags USING btree (review_id) WHERE (review_id IS NOT NULL);
CREATE INDEX flags_subject ON public.flags USING btree (subject_id);

CREATE INDEX listed_tracks_by_age ON public.listed_tracks USING btree (created_at DESC, id DESC) INCLUDE (genre, vocal_range, format, instrumentation, pitch, tempo_band, shift, quality_validated);
CREATE INDEX listed_tracks_by_filters ON public.listed_tracks USING btree (genre, vocal_range, tempo_band, pitch, instrumentation, format, shift);
CREATE INDEX listed_tracks_by_popularity ON public.listed_tracks USING btree (popularity DESC, created_at DESC, id DESC) INCLUDE (genre, vocal_range, format, instrumentation, pitch, tempo_band, shift, quality_validated);
CREATE INDEX listed_tracks_by_price ON public.listed_tracks USING btree (price_pence, id) INCLUDE (genre, vocal_range, format, instrumentation, pitch, tempo_band, shift, quality_validated);
CREATE INDEX listed_tracks_by_rating ON public.listed_tracks USING btree (rating DESC, id DESC) INCLUDE (genre, vocal_range, format, instrumentation, pitch, tempo_band, shift, quality_validated);
CREATE INDEX listed_tracks_of_artist ON public.listed_tracks USING btree (artist_id, popularity DESC, created_at DESC, id DESC);
CREATE INDEX listed_tracks_of_song ON public.listed_tracks USING btree (song, popularity DESC, created_at DESC, id DESC);
CREATE INDEX listed_tracks_of_title ON public.listed_tracks USING btree (title, popularity DESC, created_at DESC, id DESC);
CREATE INDEX listed_tracks_words ON public.listed_tracks USING gin (words) WITH (fastupdate=off);

CREATE INDEX notifications_actor ON public.notifications USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX notifications_age ON public.notifications USING btree (created_at);
CREATE INDEX notifications_collected ON public.notifications USING btree (user_id, created_at) WHERE ((kind = 'new_track'::text) AND (emailed_at IS NULL));
CREATE INDEX notifications_comment ON public.notifications USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX notifications_list ON public.notifications USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX notifications_review ON public.notifications USING btree (review_id) WHERE (review_id IS NOT NULL);
CREATE INDEX notifications_track ON public.notifications USING btree (track_id) WHERE (track_id IS NOT NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (read_at IS NULL);

CREATE INDEX ratings_user ON public.ratings USING btree (user_id);

CREATE INDEX refunds_failed ON public.refunds USING btree (payment_id) WHERE (status = 'failed'::text);
CREATE INDEX refunds_given_back ON public.refunds USING btree (order_line_id) WHERE (cause = 'given_back'::text);
CREATE INDEX refunds_given_back_at ON public.refunds USING btree (created_at) WHERE (cause = 'given_back'::text);
CREATE UNIQUE INDEX refunds_made_once ON public.refunds USING btree (provider_id, (
CASE
    WHEN is_part THEN order_line_id
    ELSE NULL::uuid
END)) NULLS NOT DISTINCT WHERE (provider_id IS NOT NULL);
CREATE UNIQUE INDEX refunds_of_line ON public.refunds USING btree (order_line_id) WHERE (cause <> 'given_back'::text);
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);
CREATE INDEX refunds_settled ON public.refunds USING btree (id) WHERE (status = 'settled'::text);
CREATE INDEX refunds_unmade ON public.refunds USING btree (created_at, id) WHERE (status <> ALL (ARRAY['sent'::text, 'settled'::text]));
CREATE INDEX refunds_vat ON public.refunds USING btree (created_at) WHERE ((vat_net_pence + vat_pence) > 0);
CREATE UNIQUE INDEX refunds_without_line ON public.refunds USING btree (payment_id) WHERE ((order_line_id IS NULL) AND (status <> 'failed'::text) AND (cause <> 'given_back'::text));

CREATE INDEX refund_requests_of_customer ON public.refund_requests USING btree (customer_id);
CREATE INDEX refund_requests_open ON public.refund_requests USING btree (requested_at, id) WHERE (status = 'open'::text);

CREATE INDEX renditions_track ON public.renditions USING btree (track_id);
CREATE INDEX renditions_used ON public.renditions USING btree (used_at) WHERE (status = 'ready'::text);
CREATE INDEX renditions_waiting ON public.renditions USING btree (requested_at) WHERE (status = 'waiting'::text);

CREATE INDEX sales_listed ON public.sales USING btree (artist_id, kind, status, counted_at DESC, id DESC);
CREATE INDEX sales_payment ON public.sales USING btree (payment_id, artist_id);
CREATE INDEX sales_vat ON public.sales USING btree (month, artist_id) WHERE (vat_mode <> 'none'::text);
CREATE INDEX sales_vat_paid ON public.sales USING btree (paid_at) WHERE (vat_mode = 'sale'::text);

CREATE INDEX track_statistics_stale ON public.track_statistics USING btree (track_id) WHERE stale;

CREATE INDEX transfers_again ON public.transfers USING btree (payment_id) WHERE is_again;
CREATE INDEX transfers_aged ON public.transfers USING btree (paid_at, id) WHERE (status = ANY (ARRAY['waiting'::text, 'blocked'::text, 'failed'::text]));
CREATE INDEX transfers_artist ON public.transfers USING btree (artist_id, created_at DESC);
CREATE INDEX transfers_failed ON public.transfers USING btree (payment_id) WHERE (status = 'failed'::text);
CREATE INDEX transfers_listed ON public.transfers USING btree (((status = 'failed'::text)) DESC, created_at, id) WHERE (status = ANY (ARRAY['waiting'::text, 'blocked'::text, 'failed'::text]));
CREATE INDEX transfers_of_payment ON public.transfers USING btree (payment_id, artist_id);
CREATE UNIQUE INDEX transfers_of_sale ON public.transfers USING btree (payment_id, artist_id) WHERE (NOT is_again);
CREATE INDEX transfers_settled ON public.transfers USING btree (id) WHERE (status = 'settled'::text);
CREATE INDEX transfers_taken_back ON public.transfers USING btree (id) WHERE ((reversed_pence <> 0) OR (netted_pence <> 0));
CREATE INDEX transfers_unsent ON public.transfers USING btree (payment_id) WHERE (status = ANY (ARRAY['waiting'::text, 'blocked'::text, 'failed'::text]));
CREATE INDEX transfers_written_off ON public.transfers USING btree (id) WHERE (status = 'written_off'::text);

CREATE INDEX bank_payout_parts_of_payout ON public.bank_payout_parts USING btree (payout_id);
CREATE INDEX bank_payout_parts_of_transfer ON public.bank_payout_parts USING btree (transfer_id);
CREATE INDEX bank_payout_parts_returned ON public.bank_payout_parts USING btree (returned_payout_id) WHERE (returned_payout_id IS NOT NULL);

CREATE UNIQUE INDEX reversals_made_once ON public.reversals USING btree (provider_id, (
CASE
    WHEN is_part THEN cause_id
    ELSE NULL::uuid
END)) NULLS NOT DISTINCT WHERE (provider_id IS NOT NULL);
CREATE UNIQUE INDEX reversals_of_a_cause ON public.reversals USING btree (transfer_id, cause_kind, cause_id, is_unsent) WHERE (cause_kind <> 'provider'::text);
CREATE INDEX reversals_of_artist ON public.reversals USING btree (artist_id, created_at, id);
CREATE INDEX reversals_of_cause ON public.reversals USING btree (cause_kind, cause_id);
CREATE INDEX reversals_of_transfer ON public.reversals USING btree (transfer_id);
CREATE INDEX reversals_owed ON public.reversals USING btree (refused_at, id) WHERE (status = 'refused'::text);
CREATE INDEX reversals_waiting ON public.reversals USING btree (due_at) WHERE (status = 'waiting'::text);

CREATE INDEX nettings_of_transfer ON public.nettings USING btree (transfer_id);

CREATE INDEX unexplained_transactions_open ON public.unexplained_transactions USING btree (found_at, id) WHERE (explained_at IS NULL);

CREATE INDEX uploads_artist ON public.uploads USING btree (artist_id, created_at DESC);
CREATE UNIQUE INDEX uploads_delivery ON public.uploads USING btree (commission_id) WHERE (purpose = 'delivery'::text);
CREATE UNIQUE INDEX uploads_guide ON public.uploads USING btree (commission_id) WHERE (purpose = 'guide'::text);
CREATE INDEX uploads_of_guide ON public.uploads USING btree (guide_id) WHERE (guide_id IS NOT NULL);
CREATE INDEX uploads_unlisted ON public.uploads USING btree (artist_id) WHERE (status <> 'listed'::text);

CREATE TRIGGER vat_invoices_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON vat_invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_invoice_change();

CREATE INDEX vat_invoice_lines_in_order ON public.vat_invoice_lines USING btree (invoice_id, at, sale_id, refund_id NULLS FIRST);
CREATE UNIQUE INDEX vat_invoice_lines_refund ON public.vat_invoice_lines USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE UNIQUE INDEX vat_invoice_lines_sale ON public.vat_invoice_lines USING btree (sale_id) WHERE (refund_id IS NULL);
CREATE TRIGGER vat_invoice_lines_come_first BEFORE INSERT ON vat_invoice_lines FOR EACH ROW EXECUTE FUNCTION refuse_late_invoice_line();
CREATE TRIGGER vat_invoice_lines_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON vat_invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_invoice_change();

CREATE TRIGGER vat_payments_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON vat_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_vat_payment_change();

CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);

CREATE INDEX words_by_length ON public.words USING btree (length(word));
CREATE INDEX words_by_sound ON public.words USING btree (sound);
CREATE INDEX words_by_trigrams ON public.words USING gin (word gin_trgm_ops);
