-- What is stored is a status, and an upload's details have the names that the code uses for a track.

alter table uploads rename column state to status;
alter table uploads rename constraint uploads_state_check to uploads_status_check;

update uploads
set details = details - 'price' - 'type' - 'backingTrackType' || jsonb_build_object(
  'pricePence', details -> 'price',
  'format', details -> 'type',
  'instrumentation', details -> 'backingTrackType',
  'instructions', nullif(details ->> 'instructions', ''),
  'genre', details -> 'genre',
  'vocalRange', details -> 'vocalRange',
  'keySignature', nullif(details ->> 'keySignature', '')
);
