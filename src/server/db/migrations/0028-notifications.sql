-- Notifications: what has happened that concerns a user, once per event; which kinds are also emailed to them.

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- Of rules/notifications/notification-kinds.ts.
  kind text not null,
  -- Names the event: a second notification of it to the same user is refused.
  key text not null,
  -- The user who caused it.
  actor_id uuid references users on delete set null,
  track_id uuid references tracks on delete cascade,
  review_id uuid references reviews on delete cascade,
  comment_id uuid references comments on delete cascade,
  -- What the sentence says beside names and titles, such as an amount.
  details jsonb not null default '{}',
  -- Of events that are collected in one notification, such as the ratings of a day.
  times integer not null default 1 check (times > 0),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When it was emailed, or when it was decided that it is not.
  emailed_at timestamptz,
  unique (user_id, key)
);
create index notifications_list on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_age on notifications (created_at);
create index notifications_actor on notifications (actor_id) where actor_id is not null;
create index notifications_track on notifications (track_id) where track_id is not null;
create index notifications_review on notifications (review_id) where review_id is not null;
create index notifications_comment on notifications (comment_id) where comment_id is not null;
-- What the daily email has not told yet.
create index notifications_collected on notifications (user_id, created_at)
  where kind = 'new_track' and emailed_at is null;

-- A row only where a user has chosen otherwise than the kind's default.
create table notification_choices (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  emails boolean not null,
  primary key (user_id, kind)
);

-- The address of one-click unsubscribing (RFC 8058); null for what cannot be unsubscribed.
alter table mails add column unsubscribe_url text;
