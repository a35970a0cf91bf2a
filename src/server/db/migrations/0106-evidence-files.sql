-- Files that are sent to a customer's bank as evidence: sent by an admin, or made of what is known of the payment.

create table evidence_files (
  id uuid primary key,
  bank_dispute_id uuid not null references bank_disputes,
  -- What it shows: the card provider takes one of each.
  field text not null check (field in ('receipt', 'service', 'messages', 'other')),
  file_name text not null check (length(file_name) between 1 and 255),
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  sha256 text not null,
  -- Null once our copy is deleted, some time after the bank has decided.
  storage_key text unique,
  added_by uuid not null references users,
  added_at timestamptz not null,
  is_made boolean not null,
  -- At the card provider, once it is uploaded.
  provider_id text unique,
  -- With the evidence, as it stands in the dispute.
  sent_at timestamptz,
  constraint evidence_files_one_of_each unique (bank_dispute_id, field),
  constraint evidence_files_sent_once_uploaded check (sent_at is null or provider_id is not null)
);
