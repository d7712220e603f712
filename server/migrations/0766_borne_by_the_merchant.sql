-- What the merchant bears of the lines of a provider's bill (商家优惠, 免充值券): the bank receives so much less.
alter table pay_bill add column borne_fen bigint not null default 0;
alter table bill_difference add column borne_fen bigint not null default 0;
