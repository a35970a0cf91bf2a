-- What admins did and why: append-only. Without foreign keys, as an entry outlives what it names.

create table admin_actions (
  id bigint generated always as identity primary key,
  acted_at timestamptz not null default now(),
  admin_id uuid not null,
  -- The actions and the kind of each one's subject are those of rules/admin/admin-actions.ts.
  action text not null,
  subject_kind text not null,
  subject_id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  -- What the action changed, where its name does not say it.
  details jsonb not null default '{}'
);
create index admin_actions_subject on admin_actions (subject_id, id desc);
create index admin_actions_admin on admin_actions (admin_id, id desc);
create index admin_actions_action on admin_actions (action, id desc);

create function refuse_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger admin_actions_stay before update or delete or truncate on admin_actions
  for each statement execute function refuse_audit_log_change();
