-- Where a download was sent to: a customer who disputes a payment at the bank may say that it never arrived.

alter table downloads add column address text check (length(address) between 1 and 100);
