-- Of those whose pages are told of a rendition, these have bought the recording and need not have asked: it does not
-- count as one of their requests.
alter table renditions add column bought_by uuid[] not null default '{}';
