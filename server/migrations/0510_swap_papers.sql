-- A swap has a paper of its own. It waits from the swap on, made or not, and each swap of an order has its own.
alter table agreement drop constraint agreement_type_check;
alter table agreement add constraint agreement_type_check check (type between 1 and 5);
alter table agreement_template drop constraint agreement_template_type_check;
alter table agreement_template add constraint agreement_template_type_check check (type between 1 and 5);
comment on table agreement is 'type 1 取车 2 还车 3 续租 4 长租 5 换车; status 0 未生成 1 待签署 2 已签署 3 已过期 4 已作废 5 纸质已上传';
comment on table agreement_template is 'type 1 取车 2 还车 3 续租 4 长租 5 换车; the highest version of a type stands; never edited';
drop index agreement_live;
create unique index agreement_live on agreement (merchant_id, order_id, type) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper}) and type <> {agreementType.swap};
create unique index agreement_live_swap on agreement (merchant_id, order_id, record_id) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper}) and type = {agreementType.swap};
