-- 平台扣款: of a deposit that a platform holds, staff request a deduction; the platform's answer, or its statement, says what it took.

alter table deposit add column platform_asked_fen bigint not null default 0, add column platform_taken_fen bigint not null default 0;
comment on column deposit.platform_asked_fen is 'Requested from the platform that holds the deposit, without an answer yet';
comment on column deposit.platform_taken_fen is 'What that platform has confirmed';
create index deposit_at_platform on deposit (merchant_id, order_id) where waive_type = {waiveType.platformHeld};

alter table deposit_deduction add column asked_fen bigint, add column answer text not null default '', add column answered_at timestamptz;
comment on column deposit_deduction.asked_fen is 'Requested from a platform; amount_fen is then what it took of it. null: no platform holds the deposit';
create index deposit_deduction_open on deposit_deduction (merchant_id, order_id, id) where result is null;

create function notify_channel_of_deduction() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform notify_channel(o, o.status, null, new.id, jsonb_build_object('deductionId', new.id::text,
      'depositKind', (select d.kind from deposit d where d.merchant_id = new.merchant_id and d.id = new.deposit_id),
      'askedFen', new.asked_fen, 'amountFen', new.amount_fen, 'result', new.result)) from "order" o
    where o.merchant_id = new.merchant_id and o.id = new.order_id and o.source <> {source.offline} and o.channel_order_no is not null;
  return null;
end $$;
alter function notify_channel_of_deduction() owner to definer;
revoke all on function notify_channel_of_deduction() from public;
create trigger notify_channel_new after insert on deposit_deduction for each row
  when (new.asked_fen is not null) execute function notify_channel_of_deduction();
create trigger notify_channel after update of result on deposit_deduction for each row
  when (new.asked_fen is not null and old.result is distinct from new.result) execute function notify_channel_of_deduction();

alter table channel_statement_line add column deducted_fen bigint not null default 0, add column overbilled boolean not null default false;
comment on column channel_statement_line.deducted_fen is 'Part of net_fen that the platform took of a deposit';
comment on column channel_statement_line.overbilled is '平台多计: the platform lists what the merchant never sold; nothing is booked';

-- A failed request of a channel is repeated by staff once. key_id: the key that signed it.
alter table channel_log add column key_id bigint, add column replay_of bigint;
comment on column channel_log.replay_of is 'The request that this one repeats, by staff';
create unique index channel_log_replay on channel_log (merchant_id, replay_of) where replay_of is not null;
