-- The days that a company has to pay, as agreed when it booked: new terms of the company do not move debts that exist.
alter table "order" add column pay_days smallint not null default 0 check (pay_days between 0 and 365);
comment on column "order".pay_days is 'Days after its end that the order may be paid; 0: at once';
update "order" o set pay_days = c.pay_days from company c
 where c.merchant_id = o.merchant_id and c.id = o.company_id and c.pay_days > 0;
