-- What each party has seen of the notes in a room, beside the messages: the time of the newest note or answer.

alter table commission_reads add column notes_read_at timestamptz;
-- Until now notes were seen with the messages, or counted as told of.
update commission_reads set notes_read_at = greatest(read_at, told_to);
