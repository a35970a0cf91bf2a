-- In the order in which admins read them: those to answer first, by their deadline, and then the newest.

create index bank_disputes_listed on bank_disputes (
  (status in ('inquiry', 'open') and answered_at is null) desc,
  (case when status in ('inquiry', 'open') and answered_at is null then answer_by end),
  opened_at desc,
  id
);
