-- What the two parties of a commission write to each other in its room, with the files they attach
-- (rules/commissions/message-limits.ts).

create table commission_messages (
  id uuid primary key,
  commission_id uuid not null references commissions,
  author_id uuid not null references users,
  author_role text not null
    constraint commission_messages_author_check check (author_role in ('customer', 'artist')),
  text text not null check (char_length(text) between 1 and 2000),
  -- Of one press of the author's button: a message that is sent twice is stored once.
  request_key uuid not null,
  -- Later than that of every message before it in the room.
  created_at timestamptz not null,
  constraint commission_messages_sent_once unique (commission_id, author_id, request_key),
  constraint commission_messages_in_order unique (commission_id, created_at),
  -- For the reference of its attachments.
  constraint commission_messages_in_room unique (id, commission_id)
);
-- How many somebody has written within an hour.
create index commission_messages_author on commission_messages (author_id, created_at);

create function refuse_changed_commission_message() returns trigger language plpgsql as $$
begin
  raise exception 'A message of a commission is never changed.';
end $$;
create trigger commission_messages_stay
  before delete or update of id, commission_id, author_id, author_role, text, request_key, created_at
  on commission_messages
  for each row execute function refuse_changed_commission_message();

-- A picture, drawn again; a PDF as it was sent; or audio, of which only a listening copy is kept.
create table commission_attachments (
  id uuid primary key,
  message_id uuid not null,
  commission_id uuid not null,
  position smallint not null check (position between 1 and 3),
  kind text not null
    constraint commission_attachments_kind_check check (kind in ('image', 'document', 'audio')),
  status text not null
    constraint commission_attachments_status_check check (status in ('preparing', 'ready', 'refused')),
  file_name text not null,
  -- Null once it is refused.
  storage_key text unique,
  -- Of the file as it was sent, which the limits count.
  bytes bigint not null check (bytes > 0),
  -- Of a picture, in pixels.
  width integer check (width > 0),
  height integer check (height > 0),
  -- Of audio.
  duration_ms integer check (duration_ms > 0),
  peaks bytea,
  refusal_code text,
  unique (message_id, position),
  foreign key (message_id, commission_id) references commission_messages (id, commission_id),
  constraint commission_attachments_only_audio_is_prepared check (kind = 'audio' or status = 'ready'),
  constraint commission_attachments_pictures_have_a_size check (
    num_nonnulls(width, height) = case kind when 'image' then 2 else 0 end
  ),
  constraint commission_attachments_ready_audio_is_measured check (
    num_nonnulls(duration_ms, peaks) = case when kind = 'audio' and status = 'ready' then 2 else 0 end
  ),
  constraint commission_attachments_refused_have_a_reason check (
    (status = 'refused') = (refusal_code is not null) and (status = 'refused') = (storage_key is null)
  )
);
create index commission_attachments_room on commission_attachments (commission_id);
create index commission_attachments_preparing on commission_attachments (id) where status = 'preparing';

-- What each party has seen of the news in a room, and been told of by email.
create table commission_reads (
  commission_id uuid not null references commissions,
  user_id uuid not null references users,
  -- The time of the newest message that was seen.
  read_at timestamptz,
  -- The time of the newest news that an email has told of, and of that email.
  told_to timestamptz,
  mailed_at timestamptz,
  -- Since when something waits that was neither seen nor told of by email.
  waiting_since timestamptz,
  primary key (commission_id, user_id)
);
create index commission_reads_waiting on commission_reads (waiting_since) where waiting_since is not null;
