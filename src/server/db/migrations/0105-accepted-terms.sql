-- Which version of the terms a customer accepted with a payment, and when: a bank that decides a dispute may ask. Of payments
-- before this it is not known.

alter table payments
  add column terms_version text check (terms_version ~ '^\d{4}-\d\d-\d\d$'),
  add column terms_accepted_at timestamptz,
  add constraint payments_accept_a_version_at_a_time
    check ((terms_version is null) = (terms_accepted_at is null));
