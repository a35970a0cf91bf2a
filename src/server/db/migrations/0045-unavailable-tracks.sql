-- Why a line is given back: its track was the customer's already, or was taken down or its artist suspended by then.

alter table refunds add column cause text not null default 'owned' check (cause in ('owned', 'unavailable'));
alter table refunds alter column cause drop default;
