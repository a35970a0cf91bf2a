-- Answers to messages from the contact form, sent by email; and the admins, who are told of what waits for them.

create table contact_answers (
  id uuid primary key,
  message_id uuid not null references contact_messages on delete cascade,
  text text not null,
  sent_at timestamptz not null default now()
);
create index contact_answers_message on contact_answers (message_id, sent_at);

create index users_admins on users (id) where role = 'admin';
