-- Flags: what users report about tracks, and what admins decide (rules/moderation/flag-process.ts).

create table flags (
  id uuid primary key,
  track_id uuid not null references tracks on delete cascade,
  reporter_id uuid references users on delete set null,
  type text not null check (type in ('copyright', 'dmca', 'other')),
  reason text not null,
  status text not null default 'new'
    constraint flags_status_check check (
      status in ('new', 'reviewing', 'rejected', 'upheld', 'countered', 'confirmed', 'reinstated')
    ),
  -- The track as it was when it was flagged.
  flagged jsonb not null,
  created_at timestamptz not null default now(),
  decision_reason text,
  decided_at timestamptz,
  counter_text text,
  countered_at timestamptz,
  check ((decision_reason is null) = (decided_at is null)),
  check ((counter_text is null) = (countered_at is null)),
  check (status = 'new' or decided_at is not null)
);
create unique index flags_open on flags (reporter_id, track_id) where status in ('new', 'reviewing');
create index flags_track on flags (track_id);
create index flags_queue on flags (status, created_at, id);
