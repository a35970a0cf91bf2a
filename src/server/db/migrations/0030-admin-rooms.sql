-- What the admin's rooms need: messages from the contact form, tracks that an admin has taken down, transfers on hold, and
-- the search for users.

create table contact_messages (
  id uuid primary key,
  sent_at timestamptz not null default now(),
  -- Null for a visitor, and once the account is deleted.
  user_id uuid references users on delete set null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  status text not null default 'new' check (status in ('new', 'answered', 'closed'))
);
create index contact_messages_newest on contact_messages (sent_at desc, id desc);
create index contact_messages_status on contact_messages (status, sent_at desc, id desc);
create index contact_messages_user on contact_messages (user_id) where user_id is not null;

-- Withdrawn by an admin: only an admin lists it again.
alter table tracks
  add column taken_down_at timestamptz,
  add constraint taken_down_tracks_are_withdrawn check (taken_down_at is null or withdrawn_at is not null);

-- What is owed to these artists is not sent until an admin releases it.
create table transfer_holds (
  artist_id uuid primary key references users on delete cascade,
  held_at timestamptz not null default now()
);

create index users_newest on users (created_at desc, id desc);
create index users_search on users
  using gin (lower(email || ' ' || username || ' ' || coalesce(display_name, '')) gin_trgm_ops);
