-- An end that was agreed has a paper of its own, which waits from then on and is void when the end is taken back. It says what
-- was agreed that it comes to, fen; null of ends agreed before, which have none.
alter table termination add column used_fen bigint check (used_fen >= 0);
alter table termination add column penalty_fen bigint check (penalty_fen >= 0);
alter table termination add column late_fees_fen bigint check (late_fees_fen >= 0);
-- Below zero goes back to the customer.
alter table termination add column owed_fen bigint;
alter table agreement add column termination_id bigint;
alter table agreement add foreign key (merchant_id, termination_id) references termination (merchant_id, id);
alter table agreement drop constraint agreement_type_check;
alter table agreement add constraint agreement_type_check check (type in ({agreementType.pickup}, {agreementType.return}, {agreementType.renewal}, {agreementType.long}, {agreementType.swap}, {agreementType.pack}, {agreementType.end}));
alter table agreement_template drop constraint agreement_template_type_check;
alter table agreement_template add constraint agreement_template_type_check check (type in ({agreementType.pickup}, {agreementType.return}, {agreementType.renewal}, {agreementType.long}, {agreementType.swap}, {agreementType.end}));
comment on table agreement is 'type 1 取车 2 还车 3 续租 4 长租 5 换车 6 举证文件 7 提前终止; status 0 未生成 1 待签署 2 已签署 3 已过期 4 已作废 5 纸质已上传';
comment on table agreement_template is 'type 1 取车 2 还车 3 续租 4 长租 5 换车 7 提前终止; the highest version of a type stands; never edited';
drop index agreement_live;
create unique index agreement_live on agreement (merchant_id, order_id, type) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper}) and type not in ({agreementType.swap}, {agreementType.renewal}, {agreementType.pack}, {agreementType.end});
create unique index agreement_live_end on agreement (merchant_id, order_id, termination_id) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper}) and type = {agreementType.end};
