-- Commands that waited too long for their terminal: what a gateway was not there to send.
create function commands_expire(now_at timestamptz) returns void language sql security definer set search_path = public as $$
  update command c set state = {commandState.timedOut}, ended_at = now_at, updated_at = now_at
    from (select o.merchant_id, o.id from command o where o.state = {commandState.toSend} and o.expire_at <= now_at
           order by o.id limit 1000 for update skip locked) late
   where c.merchant_id = late.merchant_id and c.id = late.id
$$;
alter function commands_expire(timestamptz) owner to definer;
revoke all on function commands_expire(timestamptz) from public;
grant execute on function commands_expire(timestamptz) to gate;
