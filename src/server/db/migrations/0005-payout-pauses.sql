-- When a payout falls due again: kept here, so that whoever looks meanwhile does not shorten its pause.

alter table payouts
  add column due_at timestamptz not null default now(),
  -- The provider's definite refusals since it was last woken: only they end in 'stuck'.
  add column refusals integer not null default 0;
