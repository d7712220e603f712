-- A renewal has a paper of its own, which waits from the moment it counts.
alter table agreement add column renewal_id bigint;
alter table agreement add foreign key (merchant_id, renewal_id) references renewal (merchant_id, id);
drop index agreement_live;
create unique index agreement_live on agreement (merchant_id, order_id, type) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper}) and type not in ({agreementType.swap}, {agreementType.renewal});
create unique index agreement_live_renewal on agreement (merchant_id, order_id, renewal_id) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper}) and type = {agreementType.renewal};
