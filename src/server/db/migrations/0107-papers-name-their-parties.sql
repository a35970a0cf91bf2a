-- A statement names who has made it, as the operator was called then. Those from before do not say it: they stay as they are,
-- and are shown with the present name.
alter table statements
  add column seller_name text,
  add column seller_address text[],
  add column seller_vat_number text,
  add constraint statements_name_their_seller
    check ((seller_name is null) = (seller_address is null));

-- Nothing is added to an invoice that is issued: its lines are written first.
alter table vat_invoice_lines
  alter constraint vat_invoice_lines_invoice_id_fkey deferrable initially deferred;
create function refuse_late_invoice_line() returns trigger language plpgsql as $$
begin
  if exists (select from vat_invoices where id = new.invoice_id) then
    raise exception 'the VAT invoice % is issued', new.invoice_id;
  end if;
  return new;
end $$;
create trigger vat_invoice_lines_come_first before insert on vat_invoice_lines
  for each row execute function refuse_late_invoice_line();

-- The lines of a page of an invoice.
drop index vat_invoice_lines_invoice;
create index vat_invoice_lines_in_order on vat_invoice_lines (invoice_id, at, sale_id, refund_id nulls first);

-- What was taken back of a transfer, whatever its cause.
create index reversals_of_transfer on reversals (transfer_id);
