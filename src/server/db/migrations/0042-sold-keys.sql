-- The key in which a track was sold: an artist may correct the track's key later. Lines from before have none.

alter table order_lines add key_signature text;
