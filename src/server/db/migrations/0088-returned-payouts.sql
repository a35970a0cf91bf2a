-- Finds the payout that contains what has come back of another one.
create index bank_payout_parts_returned on bank_payout_parts (returned_payout_id)
  where returned_payout_id is not null;
