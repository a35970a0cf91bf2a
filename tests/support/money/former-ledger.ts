// The ledger as the version before balance transactions booked it: a payment and its fee apart, a refund when it had arrived.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** Of everything that is booked so far. Refunds must have arrived. */
export async function bookAsFormerVersion(db: Db): Promise<void> {
  await sql`
    set constraints all immediate;
    alter table ledger_transactions disable trigger user;
    alter table ledger_entries disable trigger user;

    insert into ledger_transactions (fact, payment_id, entry_count, booked_at)
    select 'fee:' || payment_id, payment_id, 2, booked_at
    from ledger_transactions
    join balance_transactions on ledger_transaction_id = ledger_transactions.id
    where type = 'charge';
    insert into ledger_entries (transaction_id, account, amount_pence)
    select fees.id, account, pence
    from balance_transactions
    join ledger_transactions as paid on paid.id = ledger_transaction_id
    join ledger_transactions as fees on fees.fact = 'fee:' || paid.payment_id
    cross join lateral (values ('stripe_fees', fee_pence), ('stripe_pending', -fee_pence)) as entry (account, pence)
    where type = 'charge';
    delete from ledger_entries using balance_transactions
    where transaction_id = ledger_transaction_id and type = 'charge' and account = 'stripe_fees';
    update ledger_entries set amount_pence = balance_transactions.amount_pence from balance_transactions
    where transaction_id = ledger_transaction_id and type = 'charge' and account = 'stripe_pending';
    update ledger_transactions set fact = 'paid:' || payment_id, entry_count = entry_count - 1
    from balance_transactions
    where ledger_transaction_id = ledger_transactions.id and type = 'charge';

    update ledger_transactions set fact = 'transfer:' || transfers.id
    from balance_transactions join transfers on provider_id = source_id
    where ledger_transaction_id = ledger_transactions.id and type = 'transfer';

    update ledger_transactions set fact = 'refund:' || source_id
    from balance_transactions
    where ledger_transaction_id = ledger_transactions.id and type = 'refund';
    update ledger_entries set account = 'customer_payable'
    from balance_transactions
    where transaction_id = ledger_transaction_id and type = 'refund' and account = 'refunds_in_transit';
    delete from ledger_entries using ledger_transactions
    where transaction_id = ledger_transactions.id and fact like 'refund_arrived:%';
    delete from balance_transactions;
    delete from ledger_transactions where fact like 'refund_arrived:%';

    alter table ledger_transactions enable trigger user;
    alter table ledger_entries enable trigger user`.execute(db)
}
