-- What was claimed of a track that a report took down, in the words of the admin who upheld it: the artist reads them, and
-- never the report itself, which may name its sender. Decisions from before have none.

alter table flags add column claim text check (length(claim) between 1 and 500);
