-- People, their sessions and their passwords. better-auth reads and writes the last four tables.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  email_verified boolean not null default false,
  username text not null,
  avatar text,
  role text not null default 'customer' check (role in ('customer', 'artist', 'admin')),
  banned boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create unique index users_username on users (lower(username));

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  scope text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credentials_user on credentials (user_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table rate_limits (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- What this database is, e.g. that it holds the demo: set once, before anybody has registered.
create table site_facts (
  name text primary key,
  value text not null,
  noted_at timestamptz not null default now()
);
