-- The last four digits of the card that paid, for the receipt. Payments from before have none.

alter table payments add column card_last4 text;
