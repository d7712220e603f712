-- A store may take money by ways of its own, and up to a limit of its own; what it has none of is the merchant's.
alter table store add column pay_settings jsonb not null default '{}';
comment on column store.pay_settings is 'payWays: the ways of this store, limits.maxPayment: its largest single payment (fen); what is left out is the merchant''s (merchant.pay_settings)';
