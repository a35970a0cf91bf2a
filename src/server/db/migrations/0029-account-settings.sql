-- Links in emails, two-factor log-in, when a session was last used, and accounts that were deleted.

-- Whoever sends the token reads the mail of this address.
create table email_links (
  -- SHA-256: who reads the table cannot use the links.
  token_hash bytea primary key,
  kind text not null check (kind in ('verify_email', 'change_email', 'reset_password')),
  user_id uuid not null references users on delete cascade,
  -- The address that the link was sent to.
  email text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index email_links_user on email_links (user_id, kind);

-- Artists who have begun their payment set-up go on selling; everybody else confirms the email before the first upload.
update users set email_verified = true where id in (select user_id from payment_accounts);

alter table sessions add column last_used_at timestamptz not null default now();

alter table users add column two_factor_enabled boolean not null default false;
-- Written by better-auth: the secret of the authenticator app and the backup codes, encrypted.
create table two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  -- False until the first code of the app was correct.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- A deleted account keeps its row, without a name and an address: what was sold names it.
alter table users add column deleted_at timestamptz;
drop index users_username;
create unique index users_username on users (lower(username)) where deleted_at is null;
