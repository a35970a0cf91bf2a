-- Notes that the parties of a commission pin to a second of what was delivered.

create table commission_notes (
  id uuid primary key,
  commission_id uuid not null references commissions,
  -- The one that its author heard. An open note stands at the same second of every later one.
  delivery_id uuid not null references commission_deliveries,
  -- Of the two parties, who are columns of the commission.
  author text not null check (author in ('customer', 'artist')),
  -- Of the recording, not of the preview: tenths of a second.
  at_tenths integer not null check (at_tenths >= 0),
  text text not null check (length(text) between 1 and 500),
  -- Of one press of the button.
  request_key uuid,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- The artist's.
  done_at timestamptz,
  answer text check (length(answer) between 1 and 500),
  answered_at timestamptz,
  constraint commission_notes_answers_have_a_time check ((answer is null) = (answered_at is null)),
  -- Who sends a note again finds the one that was made.
  constraint commission_notes_request_key unique (commission_id, author, request_key)
);
-- In the order of the recording.
create index commission_notes_places on commission_notes (commission_id, at_tenths, created_at, id);
