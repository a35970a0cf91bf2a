-- Commissions (rules/commission-process.ts): an artist records what a customer asks for, and is paid when it is approved.

create table commissions (
  id uuid primary key,
  customer_id uuid not null references users,
  artist_id uuid not null references users,
  status text not null
    constraint commissions_status_check check (
      status in (
        'pending_artist', 'requested', 'accepted', 'in_progress', 'delivered', 'approved', 'cron_pending', 'completed',
        'cancelled', 'rejected_by_artist'
      )
    ),
  -- Why it was cancelled.
  status_reason text
    constraint commissions_reason_check check (
      status_reason in (
        'withdrawn', 'artist_withdrew', 'artist_no_response', 'payment_expired', 'party_banned', 'artist_gave_up',
        'delivery_overdue', 'not_finished', 'held_too_long', 'decided'
      )
    ),
  name text not null,
  requirements text not null,
  guide_track_url text,
  wants_guide_track boolean not null,
  -- The track that it is a new recording of.
  track_id uuid references tracks,
  -- Of one press of the customer's button.
  request_key uuid,
  -- All of these are those of the moment of the request.
  customer_name text not null,
  artist_name text not null,
  artist_pence integer not null check (artist_pence > 0),
  platform_fee_pence integer not null check (platform_fee_pence >= 0),
  processing_fee_pence integer not null check (processing_fee_pence >= 0),
  customer_pence integer not null,
  delivery_days integer not null check (delivery_days > 0),
  max_revisions integer not null check (max_revisions between 1 and 100),
  revision_count integer not null default 0,
  revision_feedback text,
  -- What the artist said with the answer.
  artist_message text,
  -- Deadlines, each stored when its stage begins (rules/commission-deadlines.ts).
  answer_by timestamptz not null,
  pay_by timestamptz,
  due_at timestamptz,
  overdue_at timestamptz,
  approve_at timestamptz,
  end_at timestamptz,
  hold_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  answered_at timestamptz,
  paid_at timestamptz,
  delivered_at timestamptz,
  -- When it was approved, cancelled or declined.
  ended_at timestamptz,
  completed_at timestamptz,
  -- The one payment that paid it; another one that is paid is given back.
  payment_id uuid unique references payments,
  -- Of an approval for a part of the price.
  approved_artist_pence integer check (approved_artist_pence between 1 and artist_pence),
  frozen_at timestamptz,
  frozen_by text constraint commissions_frozen_by_check check (frozen_by in ('ban', 'admin', 'late_change')),
  -- What both parties are told.
  freeze_reason text,
  constraint commissions_have_two_parties check (customer_id <> artist_id),
  constraint commissions_prices_add_up check (
    customer_pence = artist_pence + platform_fee_pence + processing_fee_pence
  ),
  constraint commissions_revisions_are_bounded check (revision_count between 0 and max_revisions),
  constraint commissions_cancelled_have_a_reason check ((status = 'cancelled') = (status_reason is not null)),
  constraint commissions_freezes_have_a_cause check (
    (frozen_at is null) = (frozen_by is null) and (frozen_at is null) = (freeze_reason is null)
  ),
  constraint commissions_only_held_ones_freeze check (
    frozen_at is null or status in ('accepted', 'in_progress', 'delivered')
  ),
  constraint commissions_completed_at_their_time check ((status = 'completed') = (completed_at is not null))
);
create unique index commissions_request_key on commissions (customer_id, request_key);
create index commissions_customer on commissions (customer_id, created_at desc, id);
create index commissions_artist on commissions (artist_id, created_at desc, id);
create index commissions_open_work on commissions (artist_id)
  where status in ('requested', 'accepted', 'in_progress', 'delivered');
create index commissions_queue on commissions (status, updated_at, id);
-- What is due is found by these.
create index commissions_answer_by on commissions (answer_by) where status = 'pending_artist';
create index commissions_pay_by on commissions (pay_by) where status = 'requested';
create index commissions_end_at on commissions (end_at) where status = 'in_progress';
create index commissions_approve_at on commissions (approve_at) where status = 'delivered';
create index commissions_hold_until on commissions (hold_until) where status in ('in_progress', 'delivered');

-- The timeline: each step of a commission, written in the transaction of the step.
create table commission_steps (
  id bigint generated always as identity primary key,
  commission_id uuid not null references commissions on delete cascade,
  step text not null,
  actor text not null check (actor in ('customer', 'artist', 'admin', 'provider', 'system')),
  actor_id uuid references users,
  at timestamptz not null,
  -- Null for the request itself.
  from_status text,
  to_status text not null,
  -- A reason, a message or feedback, as it was written.
  text text
);
create index commission_steps_commission on commission_steps (commission_id, id);

create function refuse_changed_commission_step() returns trigger language plpgsql as $$
begin
  raise exception 'A step of a commission is never changed.';
end $$;
create trigger commission_steps_stay before update or delete on commission_steps
  for each row execute function refuse_changed_commission_step();

-- A recording that an artist delivers, and the sung guide with it (rules/delivery-process.ts).
create table commission_deliveries (
  id uuid primary key,
  commission_id uuid not null references commissions,
  number integer not null check (number > 0),
  status text not null
    constraint commission_deliveries_status_check check (status in ('arriving', 'preparing', 'ready', 'refused')),
  file_name text not null,
  storage_key text not null unique,
  bytes bigint not null check (bytes > 0),
  bytes_received bigint not null default 0,
  sha256 text,
  container text,
  -- What the preparation measured, with the full recording's waveform.
  audio jsonb,
  preview_key text unique,
  preview_start_ms integer,
  preview_ms integer,
  -- The sung guide, if there is one.
  guide_key text unique,
  guide_name text,
  guide_container text,
  guide_bytes bigint,
  refusal_code text,
  created_at timestamptz not null,
  -- The time of the last byte: the delivery's own.
  arrived_at timestamptz,
  ready_at timestamptz,
  unique (commission_id, number),
  constraint commission_deliveries_ready_have_a_preview check (
    status <> 'ready' or (audio is not null and preview_key is not null and sha256 is not null)
  ),
  constraint commission_deliveries_refused_have_a_reason check ((status = 'refused') = (refusal_code is not null))
);
-- One at a time.
create unique index commission_deliveries_in_progress on commission_deliveries (commission_id)
  where status in ('arriving', 'preparing');

-- What a customer says of a delivery that no revision is left for, and what an admin decides.
create table commission_disputes (
  id uuid primary key,
  commission_id uuid not null references commissions,
  status text not null
    constraint commission_disputes_status_check check (status in ('open', 'answered', 'resolved')),
  description text not null,
  opened_at timestamptz not null,
  answer_by timestamptz not null,
  answer text,
  answered_at timestamptz,
  -- Set once the artist was late.
  unanswered_at timestamptz,
  outcome text
    constraint commission_disputes_outcome_check check (
      outcome in ('release', 'partial', 'refund', 'extra_revision', 'ended', 'approved', 'held_too_long')
    ),
  -- What both parties are told.
  decision text,
  resolved_at timestamptz,
  resolved_by uuid references users,
  check ((status = 'resolved') = (outcome is not null)),
  check ((status = 'resolved') = (resolved_at is not null)),
  check ((answer is null) = (answered_at is null))
);
create unique index commission_disputes_open on commission_disputes (commission_id) where status <> 'resolved';
create index commission_disputes_commission on commission_disputes (commission_id);
create index commission_disputes_queue on commission_disputes (opened_at, id) where status <> 'resolved';

-- How much open work an artist takes at once, and how many revisions the price includes.
alter table artists
  add column commission_places integer not null default 5 check (commission_places between 1 and 20),
  add column included_revisions integer not null default 2 check (included_revisions between 1 and 5);
