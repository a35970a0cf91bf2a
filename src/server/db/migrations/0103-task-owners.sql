-- Which admin takes care of what waits for a person: of a difference so far, and now of everything.

create table task_owners (
  kind text not null check (
    kind in (
      'refund_request', 'refund', 'found_refund', 'transfer', 'reversal', 'bank_dispute', 'movement', 'difference'
    )
  ),
  -- The id of our row, or the provider's of a refund that was made there.
  subject_id text not null check (length(subject_id) between 1 and 255),
  owner_id uuid not null references users (id),
  since timestamptz not null,
  -- It stays when the task has ended: it says who took care of it.
  primary key (kind, subject_id)
);
create index task_owners_of_admin on task_owners (owner_id);

insert into task_owners (kind, subject_id, owner_id, since)
select 'difference', reconciliation_differences.id::text, owner_id, coalesce(ended_at, found_at)
from reconciliation_differences
join users on users.id = owner_id;

alter table reconciliation_differences drop column owner_id;
