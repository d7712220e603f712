-- A pack of proof is kept as papers are: an order has as many as were asked for, each sealed when it is made.
alter table agreement drop constraint agreement_type_check;
alter table agreement add constraint agreement_type_check check (type between 1 and 6);
comment on table agreement is 'type 1 取车 2 还车 3 续租 4 长租 5 换车 6 举证文件; status 0 未生成 1 待签署 2 已签署 3 已过期 4 已作废 5 纸质已上传';
drop index agreement_live;
create unique index agreement_live on agreement (merchant_id, order_id, type) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper}) and type not in ({agreementType.swap}, {agreementType.renewal}, {agreementType.pack});
