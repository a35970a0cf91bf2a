-- An artist's account that may exist at the card provider, after a response that was lost, is looked for in the list of all
-- accounts. The search goes on where the attempt before ended.
create table account_searches (
  user_id uuid primary key references users (id),
  -- The spent key: the next one is used only when the list has been read to its end.
  key_number integer not null check (key_number > 0),
  -- The provider's address of the next page; null for the first one.
  next_page text
);
