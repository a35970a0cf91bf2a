-- An admin takes care of a payment that did not match as well.

alter table task_owners drop constraint task_owners_kind_check;
alter table task_owners add constraint task_owners_kind_check check (
  kind in (
    'refund_request', 'refund', 'found_refund', 'transfer', 'reversal', 'bank_dispute', 'movement', 'difference', 'payment'
  )
);
