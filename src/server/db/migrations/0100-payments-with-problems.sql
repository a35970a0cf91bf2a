-- Payments that need a person, the latest first: few of many.
create index payments_with_problem on payments (created_at desc, id desc) where problem is not null;
