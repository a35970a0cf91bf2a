-- The newest request that wants to add bytes: the one that does so now ends, and older ones that wait get nothing.
alter table uploads add column wanted_by uuid;
