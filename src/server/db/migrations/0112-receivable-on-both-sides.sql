-- The ledger must not say either that an artist owes more than the rows do: what nobody owes would stay booked unseen.
create or replace function receivable_differences()
returns table (artist_id uuid, ours bigint, theirs bigint)
language sql stable
as $$
  -- An artist owes what is neither taken back, nor paid by a transfer that is done, nor closed; and their share of a refund as
  -- soon as it is decided, although its reversal follows when it is made. One that has come back took its share before.
  select coalesce(owed.artist_id, booked.artist_id), owed.pence::bigint, booked.pence::bigint
  from (
    select one.artist_id, sum(one.pence) as pence
    from (
      select
        reversals.artist_id,
        case reversals.status
          when 'sent' then 0
          when 'written_off' then reversals.netted_pence
          when 'repaid' then reversals.netted_pence
          else reversals.amount_pence
        end - coalesce(paid.pence, 0) as pence
      from reversals
      left join (
        select nettings.reversal_id, sum(nettings.amount_pence) as pence
        from nettings
        join transfers on transfers.id = nettings.transfer_id and transfers.status in ('sent', 'settled', 'netted', 'written_off')
        group by nettings.reversal_id
      ) as paid on paid.reversal_id = reversals.id
      union all
      select sales.artist_id, refunds.artist_pence
      from refunds
      join payments on payments.id = refunds.payment_id
      join sales on sales.id = coalesce(refunds.order_line_id, payments.subject_id)
      where refunds.status not in ('pending', 'sent', 'settled')
        and refunds.artist_pence > 0
        and not exists (
          select from reversals
          where reversals.cause_kind in ('refund', 'provider') and reversals.cause_id = refunds.id
        )
        and not exists (
          select from ledger_transactions where ledger_transactions.fact = 'share_borne:' || refunds.id
        )
    ) as one
    group by one.artist_id
  ) as owed
  full join (
    select ledger_entries.artist_id, sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    where ledger_entries.account = 'artist_receivable'
    group by ledger_entries.artist_id
  ) as booked on booked.artist_id = owed.artist_id
  where coalesce(owed.pence, 0) <> coalesce(booked.pence, 0)
$$;
